import type { Sql } from '../../../platform/db/db.ts'
import { keyOf } from '../event.ts'
import type { Failure, Lanes } from '../lanes.ts'
import { purgeCircuits, selectCircuits, writeCircuits } from './sql.ts'

type Needs = { sql: Sql; lanes: Lanes }

/** Rows of a commit that took long are still read. */
const overlapMs = 5_000

/** Shares within a second that a receiver stopped or started to respond, by writing changes and reading new rows. */
export function circuitSharer({ sql, lanes }: Needs): () => Promise<0> {
  let after = new Date(0)
  const seen = new Map<string, number>()

  return async () => {
    const found = lanes.takeFound()
    if (found.length > 0) {
      const rows = found.map(({ merchantId, lane, open }) => ({
        merchantId,
        lane,
        openUntil: open === null ? null : new Date(open.openUntilMs),
        cooldownMs: open?.cooldownMs ?? null,
        ...(open?.failure ?? { outcome: null, error: null }),
      }))
      const written = await writeCircuits(sql, rows).catch((error: unknown) => {
        lanes.putBack(found)
        throw error
      })
      // This process found it out itself.
      for (const row of written) seen.set(keyOf(row), row.changedAt.getTime())
      await purgeCircuits(sql)
    }
    for (const { openUntil, cooldownMs, outcome, error, changedAt, ...id } of await selectCircuits(sql, after)) {
      const isNewer = (seen.get(keyOf(id)) ?? 0) < changedAt.getTime()
      seen.set(keyOf(id), changedAt.getTime())
      after = new Date(Math.max(after.getTime(), changedAt.getTime() - overlapMs))
      const failure = { outcome, error } as Failure
      if (isNewer)
        lanes.learn(id, openUntil && { openUntilMs: openUntil.getTime(), cooldownMs: cooldownMs ?? 0, failure })
    }
    for (const [key, ms] of seen) if (ms < after.getTime()) seen.delete(key)
    return 0
  }
}
