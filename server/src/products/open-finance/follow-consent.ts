import type { ClaimedOrder } from '../../money/bank-orders/order.ts'
import type { Outcome } from '../../money/bank-orders/run-orders.ts'
import type { Sql } from '../../platform/db/db.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { BankCall, FollowedReport, InitiationRail } from '../../money/rails/rails.ts'
import type { Door } from '../../money/transactions/door.ts'
import { type ConsentEvent, changeConsentWithin } from './change-consent.ts'
import { selectConsent } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; door: Door; readMerchant: ReadMerchant }

/**
 * Asks a bank that pays as soon as the payer agrees how a consent stands, until it has ended there: also one that was
 * replaced or given up here meanwhile, because its payer may pay all the same.
 */
export async function followConsent(
  needs: Needs,
  { merchantId, id }: ClaimedOrder,
  rail: InitiationRail,
  call: BankCall,
): Promise<Outcome> {
  const consent = await selectConsent(needs.sql, { merchantId, id })
  if (consent === undefined) throw new Error(`there is no consent ${id}`)
  const report = await rail.readPayment?.({ externalId: consent.externalId }, call)
  if (report === undefined || report.state === 'pending') return { step: 'again' }
  const event = eventOf(report)
  const at = await timeFor(needs, merchantId)
  return {
    step: 'over',
    write: finish =>
      needs.door.commit(async write => {
        if (await finish(write.tx)) await changeConsentWithin(write, { merchantId, id }, event, at)
      }),
  }
}

function eventOf(report: Exclude<FollowedReport, { state: 'pending' }>): ConsentEvent {
  if (report.state !== 'paid') return { kind: report.state === 'failed' ? 'bankFailed' : report.state }
  const { state: kind, ...payment } = report
  return { kind, ...payment }
}
