import type { NewOrder } from '../../money/bank-orders/order.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Ahead, timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { InitiatedPayment } from '../../money/rails/rails.ts'
import type { TransactionEvent } from '../../money/transactions/event.ts'
import type { Door, Write } from '../../money/transactions/door.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import {
  type Consent,
  type ConsentEventKind,
  type ConsentId,
  type Follow,
  consentTransitionOf,
  stateDates,
} from './states.ts'
import { selectConsent, selectLate, updateConsent } from './sql.ts'
import type { Sql } from '../../platform/db/db.ts'

/** What can happen to a consent, reported by the payer's bank, the payer or the clock. */
export type ConsentEvent =
  | { kind: Exclude<ConsentEventKind, 'authorised' | 'paid'> }
  /** `access` is sealed. */
  | { kind: 'authorised'; access: string; endToEndId: string }
  | ({ kind: 'paid' } & Omit<InitiatedPayment, 'state'>)

export type Needs = { clock: () => Date; door: Door; readMerchant: ReadMerchant }

/** `order`: the next bank order. */
export type Changed = { consent: Consent; changed: boolean; order: NewOrder | null }

/** Changes a consent in a commit of its own; null: there is no such consent. */
export const changeConsent = (needs: Needs, id: ConsentId, event: ConsentEvent): Promise<Changed | null> =>
  timeFor(needs, id.merchantId).then(at => needs.door.commit(write => changeConsentWithin(write, id, event, at)))

/**
 * The only way a consent changes: it and its transaction commit together, under the lock of the transaction. An event
 * that the table does not list changes nothing (`changed` is false), so that a reload, a second tab or a late response
 * does no harm.
 */
export async function changeConsentWithin(
  write: Write,
  { merchantId, id }: ConsentId,
  reported: ConsentEvent,
  at: Date,
): Promise<Changed | null> {
  const known = await selectConsent(write.tx, { merchantId, id })
  const payment = known && (await write.lock({ merchantId, id: known.transactionId }))
  // Read again: it may have changed while we waited for the lock.
  const before = payment && (await selectConsent(write.tx, { merchantId, id }))
  if (before === undefined || payment === undefined) return null

  const event = inTime(reported, before, payment, at)
  const change = afterEvent(before, event, at)
  if (change === null) return { consent: before, changed: false, order: null }
  await updateConsent(write.tx, change.after)
  const order = await follow(write, before, transactionEvent(change.follow, event, id))
  return { consent: change.after, changed: true, order }
}

/** The change of a consent by an event; null if the table does not list it. Pure. */
export function afterEvent(before: Consent, event: ConsentEvent, at: Date): { after: Consent; follow: Follow } | null {
  const row = consentTransitionOf(before.state, event.kind)
  if (row === undefined) return null
  const access = event.kind === 'authorised' ? event.access : null
  const endToEndId = 'endToEndId' in event ? event.endToEndId : before.endToEndId
  const after = {
    ...before,
    state: row.to,
    rejectionReason: row.rejection,
    access,
    endToEndId,
    [stateDates[row.to]]: at,
  }
  return { after, follow: row.transaction }
}

/** An authorisation that comes too late, or for a payment that was closed meanwhile, does not count. */
function inTime(event: ConsentEvent, consent: Consent, payment: Transaction, at: Date): ConsentEvent {
  if (event.kind !== 'authorised') return event
  if (payment.state !== 'Registered') return { kind: 'closed' }
  return consent.expiresAt <= at || isOver(payment, at) ? { kind: 'expired' } : event
}

export const isOver = ({ expiresAt }: Pick<Transaction, 'expiresAt'>, at: Date): boolean =>
  expiresAt !== null && expiresAt <= at

function transactionEvent(follow: Follow, event: ConsentEvent, consentId: string): TransactionEvent | null {
  if (follow === null) return null
  if (follow === 'cancelled') return { kind: 'cancelled' }
  if (follow === 'authorised') return { kind: 'authorised', consentId }
  return event.kind === 'paid' ? { ...event, arrived: true } : { kind: 'failed', cause: follow }
}

/** A transaction that was closed otherwise stays as it is; money that arrives nevertheless is held and returned. */
async function follow(write: Write, consent: Consent, event: TransactionEvent | null): Promise<NewOrder | null> {
  if (event === null) return null
  const { merchantId, transactionId: id } = consent
  const [applied] = await write.applyEach([{ merchantId, id, event }])
  if (applied instanceof ApiError && applied.reason === 'TransactionStateNotAllowed') return null
  if (applied === undefined || applied instanceof Error) throw applied ?? new Error('nothing was applied')
  return applied.order
}

const mostAtOnce = 20

/** Expires consents that the payer abandoned, and returns how many. Two workers at once expire each once. */
export async function expireConsents(needs: Needs & { sql: Sql }, ahead?: Ahead): Promise<number> {
  const late = await selectLate(needs.sql, ahead?.now ?? needs.clock(), mostAtOnce, ahead?.merchantId)
  await Promise.all(late.map(consent => changeConsent(needs, consent, { kind: 'expired' })))
  return late.length
}
