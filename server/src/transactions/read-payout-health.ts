import type { Sql } from '../db/db.ts'
import { countPayouts } from './sql.ts'

/** Money out that waits for the bank, and money out that waits for a person. */
export const readPayoutHealth = (needs: { sql: Sql; clock: () => Date }) =>
  countPayouts(needs.sql, needs.clock(), 100_000)
