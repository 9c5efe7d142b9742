import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { Sql } from '../../platform/db/db.ts'
import {
  adoptIdentity,
  isSameDatabase,
  isSamePlace,
  noteSeen,
  readIdentity,
  readSeen,
} from '../../platform/db/identity.ts'
import { beginRecovery } from '../../platform/db/recoveries.ts'
import { prepareRecovery } from './prepare-recovery.ts'

type Needs = { sql: Sql; clock: () => Date; railsOf: RailsOf }

const seenEveryMs = 10_000

/**
 * Follows on which PostgreSQL the database is. A standby that was promoted while this process lived, and that was
 * synchronous, has everything that was acknowledged, and the work goes on. Any other may have lost payments that banks
 * know: then no money leaves until a person has said so.
 */
export function databaseWatcher(needs: Needs): () => Promise<number> {
  const { sql, clock } = needs
  let lastSeenAt = new Date(0)
  return async () => {
    const [identity, seen] = await Promise.all([readIdentity(sql), readSeen(sql)])
    if (identity === null || seen === null || seen.before === null) return 0
    const { before, wasSynchronous, seenAt } = seen
    if (isSamePlace(before, identity)) {
      if (seenAt > lastSeenAt) lastSeenAt = seenAt
      await noteSeen(sql, clock(), seenEveryMs)
      return 0
    }
    const isWhole = wasSynchronous && seenAt >= lastSeenAt && isSameDatabase(before, identity)
    await sql.begin(async tx => {
      // Of several processes that notice it, one decides.
      if ((await adoptIdentity(tx, identity, clock())) && !isWhole)
        await beginRecovery(tx, { cause: 'failover', role: 'replacement', lostFrom: seenAt, at: clock() })
    })
    await prepareRecovery(needs)
    return 0
  }
}
