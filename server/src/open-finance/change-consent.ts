import type { Sql, Tx } from '../db/db.ts'
import { ApiError } from '../http/errors.ts'
import type { InitiationReport } from '../rails/rail.ts'
import type { EventDoor } from '../transactions/apply-event.ts'
import type { TransactionEvent } from '../transactions/change-of-state.ts'
import { leaseSeconds } from '../transactions/payout-schedule.ts'
import type { Consent, ConsentId } from './consent.ts'
import { type LockedPayment, lockPayment, selectConsent, stopExpiry, updateConsent } from './sql.ts'
import { type ConsentEventKind, type Told, stateDates, transitions } from './states.ts'

/** What can happen to a consent, told by the payer's bank, the payer or the clock. */
export type ConsentEvent =
  | { kind: Exclude<ConsentEventKind, 'authorised' | 'paid'> }
  /** `access` is sealed. */
  | { kind: 'authorised'; access: string; endToEndId: string }
  | ({ kind: 'paid' } & Omit<Extract<InitiationReport, { state: 'paid' }>, 'state'>)

type Needs = { sql: Sql; clock: () => Date } & Pick<EventDoor, 'applyWithin' | 'tell'>

/**
 * The one way a consent changes: it and its transaction commit together, under the transaction's lock. What the table
 * does not list changes nothing (`changed` is false), so that a reload, a second tab and a late answer do no harm.
 */
export async function changeConsent(
  needs: Needs,
  { merchantId, id }: ConsentId,
  told: ConsentEvent,
): Promise<{ consent: Consent; changed: boolean } | null> {
  const at = needs.clock()
  const { result, applied } = await needs.sql.begin(async tx => {
    const known = await selectConsent(tx, { merchantId, id })
    const payment = known && (await lockPayment(tx, merchantId, known.transactionId))
    // Read again: it may have changed while we waited for the lock.
    const before = payment && (await selectConsent(tx, { merchantId, id }))
    if (before === undefined || payment === undefined) return { result: null, applied: null }

    const event = inTime(told, before, payment, at)
    const change = afterEvent(before, event, at)
    if (change === null) return { result: { consent: before, changed: false }, applied: null }
    await updateConsent(tx, change.after)
    if (change.after.state === 'Authorised') await stopExpiry(tx, before)
    const applied = await tellTransaction(tx, needs, before, transactionEvent(change.told, event))
    return { result: { consent: change.after, changed: true }, applied }
  })
  if (applied !== null) void needs.tell(applied).firstAttempt
  return result
}

/** What an event makes of a consent; null where the table does not list it. Pure. */
export function afterEvent(before: Consent, event: ConsentEvent, at: Date): { after: Consent; told: Told } | null {
  const transition = transitions.find(row => row[0] === before.state && row[1] === event.kind)
  if (transition === undefined) return null
  const [, , state, rejectionReason, told] = transition
  const { access, endToEndId } = event.kind === 'authorised' ? event : { access: null, endToEndId: before.endToEndId }
  const nextStepAt = state === 'Authorised' ? new Date(at.getTime() + leaseSeconds * 1000) : null
  const after = { ...before, state, rejectionReason, access, endToEndId, nextStepAt, [stateDates[state]]: at }
  return { after, told }
}

/** A payer who says yes too late, or to a payment that has ended meanwhile, has not authorised anything. */
function inTime(event: ConsentEvent, consent: Consent, payment: LockedPayment, at: Date): ConsentEvent {
  if (event.kind !== 'authorised') return event
  if (payment.state !== 'Registered') return { kind: 'closed' }
  return consent.expiresAt <= at || isOver(payment, at) ? { kind: 'expired' } : event
}

export const isOver = ({ expiresAt }: LockedPayment, at: Date): boolean => expiresAt !== null && expiresAt <= at

function transactionEvent(told: Told, event: ConsentEvent): TransactionEvent | null {
  if (told === null) return null
  if (told === 'cancelled') return { kind: 'cancelled' }
  return event.kind === 'paid' ? event : { kind: 'failed', cause: told }
}

/** A transaction that has ended otherwise stays as it is. */
async function tellTransaction(tx: Tx, needs: Needs, consent: Consent, event: TransactionEvent | null) {
  if (event === null) return null
  const [applied] = await needs.applyWithin(tx, [{ merchantId: consent.merchantId, id: consent.transactionId, event }])
  if (applied instanceof ApiError && applied.reason === 'TransactionStateNotAllowed') return null
  if (applied === undefined || applied instanceof Error) throw applied ?? new Error('nothing was applied')
  return applied
}
