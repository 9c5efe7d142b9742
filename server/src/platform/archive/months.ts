import { firstUuidOf, timeOfUuid } from '../lib/uuid.ts'

/** The archive is kept by months of UTC, which ids and times of postings tell. */
export const startOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))
export const startOfNextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))

/** `2024-01`. */
export const spellMonth = (at: Date): string => at.toISOString().slice(0, 7)

export const firstIdOfMonth = (at: Date): string => firstUuidOf(startOfMonth(at).getTime())
export const firstIdAfterMonth = (at: Date): string => firstUuidOf(startOfNextMonth(at).getTime())
export const endOfMonthOf = (id: string): string => firstIdAfterMonth(new Date(timeOfUuid(id)))

/**
 * Nothing younger is archived: refunds, returns and disputes are long over by then. So whatever is younger need not be
 * looked for in the archive.
 */
export const leastAgeMs = 400 * 24 * 60 * 60 * 1000
