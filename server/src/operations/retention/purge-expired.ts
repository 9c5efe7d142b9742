import type { Sql } from '../../platform/db/db.ts'
import { purgeAlarms } from '../alarms/read-alarms.ts'
import { purgeKept } from '../personal-data/kept-data.ts'
import { purgeNotices } from '../banks/callbacks.ts'
import { purgeUnanswered } from '../../products/pix/register-charge.ts'
import { purgeReminders } from '../../products/reminders/run-reminders.ts'
import { purgeMails } from '../../platform/mails/outbox.ts'
import { purgeNotifications } from '../../tenancy/notifications/queue-notification.ts'
import { purgeRequests } from '../../tenancy/people/operator-requests/decide-request.ts'
import { purgeSessions } from '../../tenancy/people/sessions.ts'
import { purgeEvents } from '../../money/webhooks/expire-events.ts'

const dayMs = 24 * 60 * 60 * 1000
const atOnce = 500

/** Deletes one small group of each kind of expired data. Returns how many rows it deleted. */
export async function purgeExpired(needs: { sql: Sql; clock: () => Date; keepDays: KeepDays }): Promise<number> {
  let gone = 0
  for (const { setting, purge } of keptFor) {
    const before = new Date(needs.clock().getTime() - needs.keepDays[setting] * dayMs)
    gone += await purge(needs, before, atOnce)
  }
  return gone
}

/** Deletes at most `most` rows older than `before` and returns how many. */
type Purge = (needs: { sql: Sql; clock: () => Date }, before: Date, most: number) => Promise<number>
type Kept = { what: string; setting: string; purge: Purge }

/**
 * Data that expires, and the setting with the number of days. Payments, postings, company payments with their
 * invoices, bank orders, reconciliations and the audit log stay: they are the books. What an
 * upload leaves behind goes after an hour (`company-payments/documents/`).
 */
export const keptFor = [
  { what: 'webhook events with their payloads and attempts', setting: 'KEEP_WEBHOOKS_DAYS', purge: purgeEvents },
  { what: 'bank callbacks, once processed', setting: 'KEEP_BANK_NOTICES_DAYS', purge: purgeNotices },
  { what: 'charges without an answer, after they expire', setting: 'KEEP_BANK_NOTICES_DAYS', purge: purgeUnanswered },
  { what: 'erased personal data of payments, sealed', setting: 'KEEP_PAYMENTS_DAYS', purge: purgeKept },
  { what: 'sessions and one-time links, after they expire', setting: 'KEEP_SESSIONS_DAYS', purge: purgeSessions },
  { what: 'records of sent mails; their text is deleted at once', setting: 'KEEP_MAILS_DAYS', purge: purgeMails },
  { what: 'notifications in the portal', setting: 'KEEP_NOTIFICATIONS_DAYS', purge: purgeNotifications },
  { what: 'records of sent reminders', setting: 'KEEP_NOTIFICATIONS_DAYS', purge: purgeReminders },
  { what: 'alarms, after they end', setting: 'KEEP_ALARMS_DAYS', purge: purgeAlarms },
  { what: 'requests of operators, after they are decided', setting: 'KEEP_REQUESTS_DAYS', purge: purgeRequests },
] as const satisfies Kept[]

export type KeepDays = Record<(typeof keptFor)[number]['setting'], number>
