import type { Sql } from '../../platform/db/db.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { Merchant, ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import {
  type ReadTransaction,
  type ReadTransactionById,
  findTransaction,
} from '../../money/transactions/read-transaction.ts'
import type { State } from '../../money/transactions/states.ts'
import type { TransactionId } from '../../money/transactions/transaction.ts'
import { isOver } from './change-consent.ts'
import type { Consent } from './states.ts'
import { selectConsentOf } from './sql.ts'

/** What the payer of a payment initiation can see, and what they can still do. */
export type Checkout = {
  transaction: ReadTransaction
  merchant: Merchant
  /** The live consent, else the newest. */
  consent: Consent | null
  /** `processing`: the payer can do nothing more, and the bank has not reported the result yet. */
  phase: 'choosing' | 'processing' | 'finished'
  /** The state that the payer and the shop see. */
  state: State
  /** The merchant's `redirectUrl`, with the state in its query. */
  shop: string
}

type Needs = { sql: Sql; clock: () => Date; readMerchant: ReadMerchant; readTransaction: ReadTransactionById }

/** Null: there is no such payment initiation. */
export async function readCheckout(needs: Needs, ids: TransactionId | null): Promise<Checkout | null> {
  if (ids === null) return null
  // The consent first: the transaction, read after it, cannot be behind it.
  const consent = (await selectConsentOf(needs.sql, ids.merchantId, ids.id)) ?? null
  const transaction = await findTransaction(needs, ids)
  if (transaction === null || transaction.redirectUrl === null) return null
  const { merchantId, id, redirectUrl } = transaction
  const merchant = await needs.readMerchant(merchantId)
  const { phase, state } = progressOf(transaction, consent, clockOf(needs, merchant))
  return { transaction, merchant, consent, phase, state, shop: shopAddress(redirectUrl, id, state) }
}

/** A payment that can no longer be paid is shown as cancelled, even before the worker has cancelled it. */
function progressOf(
  transaction: ReadTransaction,
  consent: Consent | null,
  at: Date,
): Pick<Checkout, 'phase' | 'state'> {
  const { state } = transaction
  if (state !== 'Registered') return { phase: 'finished', state }
  if (consent?.state === 'Authorised') return { phase: 'processing', state }
  const isWaiting = consent?.state === 'AwaitingAuthorisation'
  // The payer may have authorised it at the bank in time.
  if (isWaiting && consent.isFollowed && isOver(transaction, at)) return { phase: 'processing', state }
  const isLate = isWaiting && !consent.isFollowed && consent.expiresAt <= at
  return isLate || isOver(transaction, at) ? { phase: 'finished', state: 'Cancelled' } : { phase: 'choosing', state }
}

export const waitingConsent = ({ consent }: Checkout): Consent | null =>
  consent?.state === 'AwaitingAuthorisation' ? consent : null

const ours = new Set(['transactionId', 'transactionState'])

/** The shop's own URL with the result of the payment; the rest of its query stays as the shop wrote it. */
export function shopAddress(redirectUrl: string, transactionId: string, transactionState: State): string {
  const url = new URL(redirectUrl)
  const kept = url.search
    .slice(1)
    .split('&')
    .filter(part => part !== '' && !ours.has(decodeName(part)))
  url.search = [...kept, `transactionId=${transactionId}`, `transactionState=${transactionState}`].join('&')
  return url.href
}

const decodeName = (part: string): string => new URLSearchParams(part).keys().next().value ?? ''
