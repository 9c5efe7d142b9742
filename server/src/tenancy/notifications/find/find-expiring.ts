import type { Sql } from '../../../platform/db/db.ts'
import { type QueuedNotification, closeNotifications, queueNotification } from '../queue-notification.ts'
import { selectEndingKeys, selectReplacedKeys } from './sql.ts'

const dayMs = 24 * 60 * 60_000
/** How many days before the date people are notified, first and again. */
const daysBefore = [7, 1] as const
const mostAtOnce = 500

/** Queues notifications of access keys that expire soon, and closes those of replaced ones. Returns 0: no step follows. */
export async function findExpiring(needs: { sql: Sql; clock: () => Date }): Promise<number> {
  const { sql, clock } = needs
  const now = clock()
  const keys = await selectEndingKeys(sql, now, new Date(now.getTime() + daysBefore[0] * dayMs), mostAtOnce)
  const expiring: QueuedNotification[] = keys
    // A key made for a few days is expected to expire.
    .filter(key => key.expiresAt.getTime() - key.createdAt.getTime() > daysBefore[0] * dayMs)
    .map(({ merchantId, id, name, expiresAt }) => ({
      merchantId,
      kind: 'keyEnds' as const,
      subject: subjectOf(id, expiresAt, now),
      details: { key: name || id, endsAt: expiresAt.toISOString() },
    }))
  await queueNotification(sql, expiring, now)
  await closeNotifications(needs, await selectReplacedKeys(sql, mostAtOnce))
  return 0
}

/** Another subject for each of the days, so that each is notified once. */
function subjectOf(id: string, end: Date, now: Date): string {
  const left = (end.getTime() - now.getTime()) / dayMs
  const reached = daysBefore.findLast(day => left <= day)
  return `${id} ${end.toISOString()} ${reached}`
}
