import type { Sql } from '../../platform/db/db.ts'
import { expiredWebhooks } from '../../platform/lib/metrics.ts'
import { queueNotification, webhooksFail } from '../../tenancy/notifications/queue-notification.ts'
import { callFor } from './channel.ts'
import { type LaneId, hostOf } from './event.ts'
import { deleteOldEvents, finishExpired, releaseFollowers } from './sql.ts'
import { scheduleMs } from './retry-schedule.ts'
import type { LaneOwners } from './senders/lane-owners.ts'

type Needs = { sql: Sql; clock: () => Date; laneOwners: LaneOwners }

/** At one probe a minute eight events a second of one lane; what is left over goes after the next probe. */
const mostAtOnce = 500

/**
 * Gives up what has been due for as long as the whole schedule takes and has not had its turn: a receiver that is out of
 * reach is probed with one event a minute, so that the others would wait for ever. To be called when such a probe failed.
 */
export async function expireQueued({ sql, clock, laneOwners }: Needs, { merchantId, lane }: LaneId): Promise<void> {
  const now = clock()
  const given = await finishExpired(sql, { merchantId, lane }, new Date(now.getTime() - scheduleMs), mostAtOnce)
  if (given.length === 0) return
  expiredWebhooks.inc(given.length)
  const followed = given.flatMap(({ transactionId, followed, ...id }) =>
    followed && transactionId !== null ? [{ ...id, transactionId }] : [],
  )
  if (followed.length > 0) await releaseFollowers(sql, followed, now, callFor(laneOwners.ownersOf(followed)))
  await queueNotification(sql, [webhooksFail({ merchantId, origin: hostOf(lane) })], now)
}

/** For moving a merchant's clock in a sandbox: its attempts come earlier, and the sending processes are notified. */
export { bringAttemptsForward, callSendersOf } from './sql.ts'

/** Events that are finished go with everything that was said about them. */
export const purgeEvents = async ({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> =>
  (await deleteOldEvents(sql, before, most)).count
