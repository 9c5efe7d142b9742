import type { ClaimedOrder } from '../../money/bank-orders/order.ts'
import type { TakeStep } from '../../money/bank-orders/run-orders.ts'
import type { Sql } from '../../platform/db/db.ts'
import { openSealedText } from '../../platform/lib/seal.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { InitiationOrder, InitiationReport } from '../../money/rails/rails.ts'
import { requireRail } from '../../money/rails/rails-of.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { type ConsentEvent, changeConsentWithin } from './change-consent.ts'
import { followConsent } from './follow-consent.ts'
import { selectConsent } from './sql.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  storageKey: Buffer
  door: Door
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
}

/** Has the bank pay an authorised consent, or asks it, where it pays by itself, how that stands. An answer that does not come leaves the fate unknown: it is ordered again. */
export const payConsent =
  (needs: Needs): TakeStep =>
  async (order, rails, call) => {
    const rail = requireRail(rails.initiations)
    if (rail.readPayment !== undefined) return followConsent(needs, order, rail, call)
    const report = await rail.initiatePayment?.(await orderOf(needs, order), call)
    // What is none of the words we know says nothing: the bank is asked again.
    if (report?.state !== 'paid' && report?.state !== 'refused') return { step: 'again' }
    const event = eventOf(report)
    const at = await timeFor(needs, order.merchantId)
    return {
      step: 'over',
      write: finish =>
        needs.door.commit(async write => {
          if (!(await finish(write.tx))) return
          await changeConsentWithin(write, { merchantId: order.merchantId, id: order.id }, event, at)
        }),
    }
  }

function eventOf(report: Exclude<InitiationReport, { state: 'pending' }>): ConsentEvent {
  if (report.state === 'refused') return { kind: 'paymentFailed' }
  const { amount, endToEndId, participant } = report
  return { kind: 'paid', amount, endToEndId, participant }
}

async function orderOf(needs: Needs, { merchantId, id, transactionId }: ClaimedOrder): Promise<InitiationOrder> {
  const consent = await selectConsent(needs.sql, { merchantId, id })
  const payment = await needs.readTransaction(merchantId, transactionId)
  if (consent === undefined || consent.access === null) throw new Error(`consent ${id} cannot be paid`)
  return {
    consentExternalId: consent.externalId,
    access: openSealedText(needs.storageKey, consent.access),
    institutionId: consent.institutionId,
    amount: payment.amount,
    payer: { cpf: payment.counterparty?.cpf ?? '' },
    endToEndId: consent.endToEndId ?? '',
  }
}
