import type { Sql } from '../../platform/db/db.ts'
import { type KeepDays, keptFor } from './kept-for.ts'

const dayMs = 24 * 60 * 60 * 1000
const atOnce = 500

/** One small step for everything whose time is over; answers how much is gone. */
export async function purgeExpired(needs: { sql: Sql; clock: () => Date; keepDays: KeepDays }): Promise<number> {
  let gone = 0
  for (const { setting, forget } of keptFor) {
    const before = new Date(needs.clock().getTime() - needs.keepDays[setting] * dayMs)
    gone += await forget(needs, before, atOnce)
  }
  return gone
}
