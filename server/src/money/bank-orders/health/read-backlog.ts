import type { Sql } from '../../../platform/db/db.ts'
import { type ExceptionBacklog, selectExceptionBacklog, selectOldestWaiting } from './sql.ts'

const mostCounted = 100_000

/** Open exceptions that are older than a time, or of at least an amount: how many, the oldest, the largest, the newest. */
export const readExceptionBacklog = async (
  { sql }: { sql: Sql },
  which: Parameters<typeof selectExceptionBacklog>[1],
): Promise<ExceptionBacklog | null> => (await selectExceptionBacklog(sql, which, mostCounted)) ?? null

/** Since when the order waits that has waited longest, at banks that are not paused; null: none is due. */
export const readOldestWaiting = ({ sql }: { sql: Sql }, now: Date): Promise<Date | null> =>
  selectOldestWaiting(sql, now, mostCounted)
