import type { Sql } from '../../platform/db/db.ts'
import { expiredWebhooks } from '../../platform/lib/metrics.ts'
import { queueNotification, webhooksFail } from '../../tenancy/notifications/queue-notification.ts'
import { callFor } from './channel.ts'
import { type LaneId, hostOf } from './event.ts'
import { deleteOldEvents, finishExpired, releaseFollowers } from './sql.ts'
import { scheduleMs } from './retry-schedule.ts'
import type { LaneOwners } from './senders/lane-owners.ts'

type Needs = { sql: Sql; clock: () => Date; laneOwners: LaneOwners }

/** At one probe a minute this is eight events a second per lane; the rest follows after the next probe. */
const mostAtOnce = 500

/** Gives up events that were due longer than the schedule: an unreachable receiver gets only one probe a minute. */
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

/** For moving a merchant's clock in a sandbox: attempts are due earlier, and the senders are notified. */
export { bringAttemptsForward, callSendersOf } from './sql.ts'

/** Deletes finished events with their attempts. */
export const purgeEvents = async ({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> =>
  (await deleteOldEvents(sql, before, most)).count
