import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { Acknowledged } from '../../money/transactions/acknowledged.ts'
import type { Sql } from '../../platform/db/db.ts'
import {
  type Identity,
  adoptIdentity,
  isSameDatabase,
  isSamePlace,
  lockPlatform,
  noteSeen,
  readIdentity,
  readSeen,
} from '../../platform/db/identity.ts'
import type { WorkLog } from '../../platform/db/work-loop.ts'
import { beginRecovery, readOpenRecovery } from '../../platform/db/recoveries.ts'
import { prepareRecovery } from './prepare-recovery.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  railsOf: RailsOf
  acknowledged: Acknowledged
}

const seenEveryMs = 1_000

/**
 * Follows on which PostgreSQL the database is. A standby that was promoted while this process lived, and that was
 * synchronous, has everything that was acknowledged, and the work goes on. Any other may have lost payments that banks
 * know, and so has one that lacks what this process remembers, or that went back, as a restored snapshot of the same disk
 * does: then no money leaves until a person has said so.
 */
export function databaseWatcher(needs: Needs, log?: WorkLog): () => Promise<number> {
  const { sql, clock } = needs
  let lastSeenAt = new Date(0)
  let lastPlace: Identity | null = null
  let vouchedFor: Identity | null = null

  async function hold(identity: Identity, lostFrom: Date): Promise<void> {
    await sql.begin(async tx => {
      await lockPlatform(tx)
      // Of several processes that notice it, one holds the money.
      const isNew = await adoptIdentity(tx, identity, clock())
      if (!isNew && (await readOpenRecovery(tx)) !== null) return
      await beginRecovery(tx, { cause: 'failover', role: 'replacement', lostFrom, at: clock() })
      const fault = `the database was promoted or went back, and may lack payments since ${lostFrom.toISOString()}: payouts and refunds are held`
      log?.error({ work: 'watch the database', fault }, 'work')
    })
    needs.acknowledged.clear()
    await prepareRecovery(needs)
  }

  return async () => {
    const [identity, seen] = await Promise.all([readIdentity(sql), readSeen(sql)])
    if (identity === null || seen === null || seen.before === null) return 0
    const { before, wasSynchronous, seenAt } = seen
    const isAdopted = isSamePlace(before, identity)
    const isNew = lastPlace !== null && !isSamePlace(lastPlace, identity)
    const isBack = seenAt < lastSeenAt
    const isLacking = isBack || ((isNew || !isAdopted) && (await needs.acknowledged.isMissing()))
    if (isLacking) await hold(identity, isBack || !isAdopted ? seenAt : lastSeenAt)
    else if (!isAdopted && !(wasSynchronous && isSameDatabase(before, identity))) await hold(identity, seenAt)
    else if (isAdopted) await noteSeen(sql, clock(), seenEveryMs)
    // On its second look, so that every other process could find a loss before money leaves.
    else if (vouchedFor !== null && isSamePlace(vouchedFor, identity)) await adoptIdentity(sql, identity, clock())
    else {
      vouchedFor = identity
      return 0
    }
    lastPlace = identity
    lastSeenAt = seenAt
    return 0
  }
}
