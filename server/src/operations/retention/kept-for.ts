import { purgeNotices } from '../banks/purge-callbacks.ts'
import type { Sql } from '../../platform/db/db.ts'
import { purgeMails } from '../../platform/mails/purge-mails.ts'
import { purgeNotifications } from '../../tenancy/notifications/purge-notifications.ts'
import { purgeSessions } from '../../tenancy/people/purge-sessions.ts'
import { purgeEvents } from '../../money/webhooks/purge-events.ts'

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
  { what: 'what banks called back with, once worked off', setting: 'KEEP_BANK_NOTICES_DAYS', forget: purgeNotices },
  { what: 'sessions and one-time links, after their end', setting: 'KEEP_SESSIONS_DAYS', forget: purgeSessions },
  { what: 'that a mail was sent; what it said goes at once', setting: 'KEEP_MAILS_DAYS', forget: purgeMails },
  { what: 'what people were told in the portal', setting: 'KEEP_NOTIFICATIONS_DAYS', forget: purgeNotifications },
] as const satisfies Kept[]

export type KeepDays = Record<(typeof keptFor)[number]['setting'], number>
