import type { Micros } from '../../platform/brazil/money.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { PaidComponents } from '../rails/due-terms.ts'
import type { NewEvent } from '../webhooks/event.ts'
import type { Transaction, TransactionId } from './transaction.ts'
import type { Change } from './change-of-state.ts'
import { type TransactionEvent, isCredited } from './event.ts'

/** A charge of a payment link that can no longer be paid: what was paid, or null. `wasOpen`: until now it could be. */
export type LinkedEnd = { merchantId: string; paymentLinkId: string; paidAmount: Micros | null; wasOpen: boolean }

/** What the capability of payment links does in the same commit; it answers the events of their links. */
export type FollowCharges = (tx: Tx, ended: LinkedEnd[], at: Date) => Promise<NewEvent[]>

/** The charges of links among these changes that are over with them. */
export const linkedEnds = <Made extends { before: Transaction; transaction: Transaction }>(
  all: readonly (Made | Error)[],
): (LinkedEnd & { made: Made })[] =>
  all.flatMap(made => {
    if (made instanceof Error) return []
    const { before, transaction } = made
    const { merchantId, paymentLinkId, state } = transaction
    const wasOpen = before.state === 'Registered'
    const isPaidOnly = before.state === 'Cancelled' && state === 'Completed'
    if (paymentLinkId === null || !(wasOpen || isPaidOnly) || state === 'Registered') return []
    const paidAmount = state === 'Completed' ? transaction.paidAmount : null
    return { merchantId, paymentLinkId, paidAmount, wasOpen, made }
  })

/** A bill that is paid: when, and how the amount is made up, as far as its bank says so. Null: it is unpaid again. */
export type PaidBill = TransactionId & {
  amount: Micros
  paid: { amount: Micros; at: Date; components: PaidComponents | null } | null
}

/** What the capability of bills writes in the same commit. */
export type FollowBills = (tx: Tx, bills: PaidBill[]) => Promise<void>

/** The bill that an event has paid, or not after all; null: none. One that failed, because another document has paid it, is not paid. */
export function paidBill({ before, after, row }: Change, event: TransactionEvent, now: Date): PaidBill | null {
  if (after.operation !== 'pixBill' || row === null) return null
  const { merchantId, id, amount } = after
  const bill = { merchantId, id, amount }
  if (event.kind === 'boletoTakenBack' || event.kind === 'boletoLost') return { ...bill, paid: null }
  if (before.paidAmount !== null || (after.state !== 'Completed' && after.state !== 'ToSettle')) return null
  if (event.kind === 'paidByBoleto')
    return { ...bill, paid: { amount: event.amount, at: event.paidAt, components: null } }
  if (!isCredited(event)) return null
  const { paidAt = null, components = null } = event
  return { ...bill, paid: { amount: event.amount, at: paidAt ?? now, components } }
}

export type CaughtMoney = TransactionId & {
  event: { kind: 'disputed'; amount: Micros }
  payloadsOf: () => object[]
}

/**
 * Blocks available money that disputes lack, in the same commit, through `apply`. Returns what each merchant's disputes still
 * lack after that.
 */
export type CatchMoney = (
  tx: Tx,
  uncaught: readonly { merchantId: string; available: Micros }[],
  apply: (caught: CaughtMoney[]) => Promise<unknown>,
) => Promise<{ merchantId: string; amount: Micros }[]>

/** Called in the commit that returns money or does not: a dispute that waited closes, and its events follow. */
export type FollowReturn = (tx: Tx, change: Change, at: Date) => Promise<object[]>
