import { lockOpenExceptionsOf } from '../bank-orders/exceptions.ts'
import { hasOrder } from '../bank-orders/place-orders.ts'
import type { Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import type { TransactionEvent } from './event.ts'
import { type BookedPayment, lockTransactions, selectBooked } from './sql.ts'
import { operations } from './states.ts'
import type { Transaction } from './transaction.ts'
import { isWithoutCharge } from './unmatched.ts'

/** Where a payment is booked. `inSuspense`: as unmatched money that nobody has ordered back, so that its charge can take it. */
export type Booked = BookedPayment & { inSuspense: Transaction | null }

type Incoming = { event: TransactionEvent }

/** Where the payments of events are booked already, by end-to-end id. What is in suspense is locked until commit. */
export async function readBooked(tx: Tx, input: Incoming[]): Promise<Map<string, Booked>> {
  const ids = input.flatMap(({ event }) => (event.kind === 'paid' ? [event.endToEndId] : []))
  const found = ids.length === 0 ? [] : await selectBooked(tx, ids)
  const booked = new Map<string, Booked>()
  for (const one of found) booked.set(one.endToEndId, { ...one, inSuspense: await lockInSuspense(tx, one) })
  return booked
}

async function lockInSuspense(tx: Tx, { merchantId, transactionId: id }: BookedPayment): Promise<Transaction | null> {
  if (merchantId !== platformId) return null
  // In the order in which a person who ends the exception locks them.
  await lockOpenExceptionsOf(tx, merchantId, id)
  const [unmatched] = await lockTransactions(tx, [{ merchantId, id }])
  const isFree =
    unmatched?.state === 'Completed' && isWithoutCharge(unmatched) && !(await hasOrder(tx, { merchantId, id }))
  return isFree ? unmatched : null
}

/** Undefined: the payment of the event is not booked, or in this very transaction. */
export function bookedElsewhere(
  booked: Map<string, Booked>,
  { merchantId, id, operation }: Transaction,
  { event }: Incoming,
): Booked | undefined {
  const found =
    event.kind === 'paid' && operations[operation].type === 'Credit' ? booked.get(event.endToEndId) : undefined
  return found?.merchantId === merchantId && found.transactionId === id ? undefined : found
}

type Changed = { before: Transaction; transaction: Transaction }

/** The payments that changes have booked. */
export const newlyBooked = (changes: Changed[]): BookedPayment[] =>
  changes.flatMap(({ before, transaction: { merchantId, id: transactionId, operation, endToEndId } }) =>
    before.endToEndId === null && endToEndId !== null && operations[operation].type === 'Credit'
      ? [{ endToEndId, merchantId, transactionId }]
      : [],
  )
