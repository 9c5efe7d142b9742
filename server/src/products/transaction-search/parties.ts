/** Whose document: of whoever was named in the request, of whoever really paid or was paid, or the one that is a PIX key. */
export const parties = ['named', 'actual', 'pixKey'] as const
export type WhichParty = (typeof parties)[number]
