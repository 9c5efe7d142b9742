import type { Sql } from '../../../platform/db/db.ts'
import { openCircuits } from '../../../platform/lib/metrics.ts'
import { countAttempts, countUnfinished, selectSilent, selectWhoRefuses, selectWhoWaits } from './sql.ts'

export { countUnfinished } from './sql.ts'

const mostCounted = 100_000
const firstShown = 5
const hourMs = 60 * 60 * 1000
const minuteMs = 60 * 1000

/** Undelivered events, and the results of the last hour's attempts, or of the last minute's if those are too many. */
export async function readWebhookHealth(needs: { sql: Sql; clock: () => Date }) {
  const since = (ms: number) => new Date(needs.clock().getTime() - ms)
  const unfinished = await countUnfinished(needs.sql, mostCounted)
  const ofHour = await countAttempts(needs.sql, since(hourMs), mostCounted)
  const windowMs = ofHour.made < mostCounted ? hourMs : minuteMs
  const attempts = windowMs === hourMs ? ofHour : await countAttempts(needs.sql, since(windowMs), mostCounted)
  const isRefused = attempts.accepted < attempts.made
  const { values } = await openCircuits.get()
  return {
    unfinished,
    windowSeconds: windowMs / 1000,
    attempts: attempts.made,
    accepted: attempts.accepted,
    /** Attempts that failed because of a fault of our own program. */
    defects: attempts.defects,
    /** Of this process only. */
    openCircuits: values[0]?.value ?? 0,
    whoWaits: unfinished === 0 ? [] : await selectWhoWaits(needs.sql, mostCounted, firstShown),
    whoRefuses: isRefused ? await selectWhoRefuses(needs.sql, since(windowMs), mostCounted, firstShown) : [],
    /** Of all processes, which share it. */
    silent: await selectSilent(needs.sql, firstShown),
  }
}
