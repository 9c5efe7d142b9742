import type { Dialect } from './dialect.ts'
import { efi } from './dialects/efi.ts'
import { inter } from './dialects/inter.ts'
import { sicoob } from './dialects/sicoob.ts'
import { standard } from './dialects/standard.ts'

/** The banks we speak with. A new one is a file beside these, and a line here. */
export const bankDialects = { standard, efi, inter, sicoob } as const satisfies Record<string, Dialect>

export type DialectName = keyof typeof bankDialects
