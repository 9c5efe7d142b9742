import type { Sql } from '../db/db.ts'
import { countOrders } from './sql.ts'

/** What waits for a bank, and what waits for a person. */
export const readOrderHealth = (needs: { sql: Sql; clock: () => Date }) =>
  countOrders(needs.sql, needs.clock(), 100_000)
