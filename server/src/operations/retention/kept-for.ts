import { forgetNotices } from '../banks/forget-notices.ts'
import type { Sql } from '../../platform/db/db.ts'
import { forgetMails } from '../../platform/mails/forget-mails.ts'
import { forgetNotifications } from '../../tenancy/notifications/forget-notifications.ts'
import { forgetSessions } from '../../tenancy/people/forget-sessions.ts'
import { forgetEvents } from '../../money/webhooks/forget-events.ts'

/** Deletes so many at most of what is older than `before`; answers how many it deleted. */
type Forget = (needs: { sql: Sql; clock: () => Date }, before: Date, most: number) => Promise<number>
type Kept = { what: string; setting: string; forget: Forget }

/**
 * What is not kept for ever, and the setting that says for how many days. Payments, postings, company payments with their
 * invoices, bank orders, reconciliations and the audit log stay, in the database or in the archive (`archive-old.ts`): they
 * are the books. What an upload leaves behind goes after
 * an hour (`company-payments/documents/look-after-uploads.ts`).
 */
export const keptFor = [
  { what: 'webhook events with their payloads and attempts', setting: 'KEEP_WEBHOOKS_DAYS', forget: forgetEvents },
  { what: 'what banks called back with, once worked off', setting: 'KEEP_BANK_NOTICES_DAYS', forget: forgetNotices },
  { what: 'sessions and one-time links, after their end', setting: 'KEEP_SESSIONS_DAYS', forget: forgetSessions },
  { what: 'that a mail was sent; what it said goes at once', setting: 'KEEP_MAILS_DAYS', forget: forgetMails },
  { what: 'what people were told in the portal', setting: 'KEEP_NOTIFICATIONS_DAYS', forget: forgetNotifications },
] as const satisfies Kept[]

export type KeepDays = Record<(typeof keptFor)[number]['setting'], number>
