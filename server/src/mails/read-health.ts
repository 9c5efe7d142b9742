import type { Sql } from '../db/db.ts'
import { countUnsent } from './sql.ts'

const dayMs = 24 * 60 * 60_000
const unsentDays = 7

/** How many mails of the last days were given up: refused for good, or tried in vain for hours. */
export const readMailHealth = async ({ sql, clock }: { sql: Sql; clock: () => Date }): Promise<{ unsent: number }> => ({
  unsent: await countUnsent(sql, new Date(clock().getTime() - unsentDays * dayMs), 100_000),
})
