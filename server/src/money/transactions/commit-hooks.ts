import type { Micros } from '../../platform/brazil/money.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { NewEvent } from '../webhooks/event.ts'
import type { Transaction } from './transaction.ts'
import type { Change } from './change-of-state.ts'

/** A charge of a payment link that can no longer be paid: what was paid, or null. */
export type LinkedEnd = { merchantId: string; paymentLinkId: string; paidAmount: Micros | null }

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
    if (paymentLinkId === null || before.state !== 'Registered' || state === 'Registered') return []
    return { merchantId, paymentLinkId, paidAmount: state === 'Completed' ? transaction.paidAmount : null, made }
  })

/**
 * What the door asks for in the commit in which money goes back to a payer, or does not: a dispute that waited for it ends
 * with it. Answers the events of the dispute, which follow that of the transaction.
 */
export type FollowReturn = (tx: Tx, change: Change, at: Date) => Promise<object[]>
