import type { Sql } from '../../platform/db/db.ts'
import { purgeNotices } from '../banks/callbacks.ts'
import { purgeMails } from '../../platform/mails/outbox.ts'
import { purgeNotifications } from '../../tenancy/notifications/queue-notification.ts'
import { purgeSessions } from '../../tenancy/people/purge-sessions.ts'
import { purgeEvents } from '../../money/webhooks/expire-queued.ts'

const dayMs = 24 * 60 * 60 * 1000
const atOnce = 500

/** One small step for everything whose time is over; answers how much is gone. */
export async function purgeExpired(needs: { sql: Sql; clock: () => Date; keepDays: KeepDays }): Promise<number> {
  let gone = 0
  for (const { setting, forget } of keptFor) {
    const before = new Date(needs.clock().getTime() - needs.keepDays[setting] * dayMs)
    gone += await forget(needs, before, atOnce)
  }
  return gone
}

/** Deletes so many at most of what is older than `before`; answers how many it deleted. */
type Forget = (needs: { sql: Sql; clock: () => Date }, before: Date, most: number) => Promise<number>
type Kept = { what: string; setting: string; forget: Forget }

/**
 * What is not kept for ever, and the setting that says for how many days. Payments, postings, company payments with their
 * invoices, bank orders, reconciliations and the audit log stay: they are the books. What an
 * upload leaves behind goes after an hour (`company-payments/documents/`).
 */
export const keptFor = [
  { what: 'webhook events with their payloads and attempts', setting: 'KEEP_WEBHOOKS_DAYS', forget: purgeEvents },
  { what: 'bank callbacks, once processed', setting: 'KEEP_BANK_NOTICES_DAYS', forget: purgeNotices },
  { what: 'sessions and one-time links, after they expire', setting: 'KEEP_SESSIONS_DAYS', forget: purgeSessions },
  { what: 'records of sent mails; their text is deleted at once', setting: 'KEEP_MAILS_DAYS', forget: purgeMails },
  { what: 'notifications in the portal', setting: 'KEEP_NOTIFICATIONS_DAYS', forget: purgeNotifications },
] as const satisfies Kept[]

export type KeepDays = Record<(typeof keptFor)[number]['setting'], number>
