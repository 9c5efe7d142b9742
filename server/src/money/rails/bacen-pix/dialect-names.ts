/** The banks we speak with, by the names of their dialects. */
export const dialectNames = ['standard', 'efi', 'inter', 'sicoob'] as const

export type DialectName = (typeof dialectNames)[number]
