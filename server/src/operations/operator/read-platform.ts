import { readLastAudit } from '../books-audit/audit-books.ts'
import { readPlatformBalance } from '../../money/ledger/read-books.ts'
import { readDatabaseHealth } from '../../platform/db/database-health.ts'
import type { Sql } from '../../platform/db/db.ts'
import { listHeld } from '../../money/bank-orders/hold-payouts.ts'
import { readOrderHealth } from '../../money/bank-orders/health/read-health.ts'
import { readDisputeHealth } from '../../products/disputes/read-dispute.ts'
import type { Mailer } from '../../platform/lib/mail.ts'
import { readMailHealth } from '../../platform/mails/outbox.ts'
import { type RailsOf, readConnections } from '../../money/rails/rails-of.ts'
import { readWebhookHealth } from '../../money/webhooks/health/read-health.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  railsOf: RailsOf
  sweepAlarmMs: number
  mailer: Pick<Mailer, 'isOn'>
}

/** All the money and how everything works, from questions that stay cheap however much there is. */
export async function readPlatform(needs: Needs) {
  const [
    { merchants, owing, ...balance },
    webhooks,
    bankOrders,
    database,
    books,
    connections,
    mails,
    suspended,
    disputes,
  ] = await Promise.all([
    readPlatformBalance(needs),
    readWebhookHealth(needs),
    readOrderHealth(needs),
    readDatabaseHealth(needs.sql),
    readLastAudit(needs),
    readConnections(needs),
    readMailHealth(needs),
    listHeld(needs),
    readDisputeHealth(needs),
  ])
  return {
    at: needs.clock(),
    merchants,
    owing,
    balance,
    webhooks,
    bankOrders,
    database,
    books,
    connections,
    mails: { ...mails, isOn: needs.mailer.isOn },
    suspended,
    disputes,
  }
}

export type Platform = Awaited<ReturnType<typeof readPlatform>>
