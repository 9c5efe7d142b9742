import type { Sql } from '../../../platform/db/db.ts'
import { platformId } from '../../../platform/lib/platform-id.ts'
import { type QueuedNotification, closeNotifications, queueNotification } from '../queue-notification.ts'
import { selectEndingCertificates, selectEndingKeys, selectReplacedCertificates, selectReplacedKeys } from './sql.ts'

const dayMs = 24 * 60 * 60_000
/** How many days before the date people are notified, first and again. */
const daysBefore = { key: [7, 1], certificate: [30, 7, 1] } as const
const mostAtOnce = 500

/** Queues notifications of access keys and certificates that expire soon, and closes those of replaced ones. Returns 0: no step follows. */
export async function findExpiring(needs: { sql: Sql; clock: () => Date }): Promise<number> {
  const { sql, clock } = needs
  const now = clock()
  const until = ([days]: readonly [number, ...number[]]) => new Date(now.getTime() + days * dayMs)
  const keys = await selectEndingKeys(sql, now, until(daysBefore.key), mostAtOnce)
  const certificates = await selectEndingCertificates(sql, now, until(daysBefore.certificate))
  const expiring: QueuedNotification[] = [
    ...keys
      // A key made for a few days is expected to expire.
      .filter(key => key.expiresAt.getTime() - key.createdAt.getTime() > daysBefore.key[0] * dayMs)
      .map(({ merchantId, id, name, expiresAt }) => ({
        merchantId,
        kind: 'keyEnds' as const,
        subject: subjectOf(id, expiresAt, daysBefore.key, now),
        details: { key: name || id, endsAt: expiresAt.toISOString() },
      })),
    ...certificates.map(({ id, name, expiresAt }) => ({
      merchantId: platformId,
      kind: 'certificateEnds' as const,
      subject: subjectOf(id, expiresAt, daysBefore.certificate, now),
      details: { bank: name, endsAt: expiresAt.toISOString() },
    })),
  ]
  await queueNotification(sql, expiring, now)
  await closeNotifications(needs, await selectReplacedKeys(sql, mostAtOnce))
  await closeNotifications(needs, await selectReplacedCertificates(sql, mostAtOnce))
  return 0
}

/** Another subject for each of the days, so that each is notified once. */
function subjectOf(id: string, end: Date, days: readonly number[], now: Date): string {
  const left = (end.getTime() - now.getTime()) / dayMs
  const reached = days.findLast(day => left <= day)
  return `${id} ${end.toISOString()} ${reached}`
}
