import type { ClaimedOrder } from '../../money/bank-orders/order.ts'
import type { Outcome, TakeStep } from '../../money/bank-orders/run-orders.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type Place, openSealedText } from '../../platform/lib/seal.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type {
  BankCall,
  FollowedReport,
  InitiationOrder,
  InitiationRail,
  InitiationReport,
} from '../../money/rails/rails.ts'
import { completeWith, participant } from '../../money/rails/participant.ts'
import { requireRail } from '../../money/rails/rails-of.ts'
import { taxNumberOf } from '../../money/transactions/counterparty.ts'
import type { Door } from '../../money/transactions/door.ts'
import { orderOver } from '../../money/transactions/order-over.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { type ConsentEvent, changeConsentWithin } from './change-consent.ts'
import { selectConsent, selectSealedAccess, updateSealedAccess } from './sql.ts'
import type { SealedColumn } from '../../platform/db/reseal.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  storageKey: Buffer
  door: Door
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
}

/** Orders the bank to pay an authorised consent, or reads its state if the bank pays by itself, until it is known. */
export const payConsent =
  (needs: Needs): TakeStep =>
  async (order, rails, call) => {
    const rail = requireRail(rails.initiations)
    if (rail.readPayment !== undefined) return followConsent(needs, order, rail, call)
    const report = await rail.initiatePayment?.(await orderOf(needs, order), call)
    // An unknown state is no result: the bank is queried again.
    if (report?.state !== 'paid' && report?.state !== 'refused') return { step: 'again' }
    const event = eventOf(report)
    const at = await timeFor(needs, order.merchantId)
    const consent = { merchantId: order.merchantId, id: order.id }
    return orderOver(needs.door, write => changeConsentWithin(write, consent, event, at))
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
    access: openSealedText(needs.storageKey, consent.access, placeOfAccess(id)),
    institutionId: consent.institutionId,
    amount: payment.amount,
    payer: { taxNumber: taxNumberOf(payment.counterparty) ?? '' },
    endToEndId: consent.endToEndId ?? '',
  }
}

/** Reads a consent at a bank that pays when the payer agrees, also a replaced one: its payer may still pay. */
async function followConsent(
  needs: Needs,
  { merchantId, id }: ClaimedOrder,
  rail: InitiationRail,
  call: BankCall,
): Promise<Outcome> {
  const consent = await selectConsent(needs.sql, { merchantId, id })
  if (consent === undefined) throw new Error(`there is no consent ${id}`)
  const report = await rail.readPayment?.({ externalId: consent.externalId }, call)
  if (report === undefined || report.state === 'pending') return { step: 'again' }
  const event = followedEventOf(report, consent.institutionName)
  const at = await timeFor(needs, merchantId)
  return orderOver(needs.door, write => changeConsentWithin(write, { merchantId, id }, event, at))
}

function followedEventOf(report: Exclude<FollowedReport, { state: 'pending' }>, bankName: string): ConsentEvent {
  if (report.state !== 'paid') return { kind: report.state === 'failed' ? 'bankFailed' : report.state }
  const { state: kind, ...payment } = report
  // The payer has chosen the bank here, before agreeing there.
  return { kind, ...payment, participant: completeWith(payment.participant, participant({ bankName })) }
}

export const placeOfAccess = (consentId: string): Place => `consents.access ${consentId}`

/** Used when the server's secret changes. */
export const sealedConsentAccess: SealedColumn = {
  what: "banks' leave to pay once",
  placeOf: placeOfAccess,
  select: selectSealedAccess,
  update: updateSealedAccess,
}
