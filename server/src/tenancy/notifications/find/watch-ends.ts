import type { Sql } from '../../../platform/db/db.ts'
import { platformId } from '../../merchants/platform.ts'
import { endNews } from '../end-news.ts'
import { type News, queueNotification } from '../queue-notification.ts'
import { selectEndingCertificates, selectEndingKeys, selectReplacedCertificates, selectReplacedKeys } from './sql.ts'

const dayMs = 24 * 60 * 60_000
/** How long before an end people are told of it, the first time and again. */
const daysBefore = { key: [7, 1], certificate: [30, 7, 1] } as const
const mostAtOnce = 500

/** Makes news of access keys and certificates that end soon, and ends it where they were replaced. Finds no work to go on with. */
export async function watchEnds(needs: { sql: Sql; clock: () => Date }): Promise<number> {
  const { sql, clock } = needs
  const now = clock()
  const until = ([days]: readonly [number, ...number[]]) => new Date(now.getTime() + days * dayMs)
  const keys = await selectEndingKeys(sql, now, until(daysBefore.key), mostAtOnce)
  const certificates = await selectEndingCertificates(sql, now, until(daysBefore.certificate))
  const news: News[] = [
    ...keys
      // One that was made for a day ends as it was meant to.
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
  await queueNotification(sql, news, now)
  await endNews(needs, await selectReplacedKeys(sql, mostAtOnce))
  await endNews(needs, await selectReplacedCertificates(sql, mostAtOnce))
  return 0
}

/** Another subject each time that people are told: of this end, so many days before. */
function subjectOf(id: string, end: Date, days: readonly number[], now: Date): string {
  const left = (end.getTime() - now.getTime()) / dayMs
  const reached = days.findLast(day => left <= day)
  return `${id} ${end.toISOString()} ${reached}`
}
