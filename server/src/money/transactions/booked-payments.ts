import { lockOpenExceptionsOf } from '../bank-orders/exceptions.ts'
import { hasOrder } from '../bank-orders/place-orders.ts'
import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import type { Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { type TransactionEvent, isCredited } from './event.ts'
import { type BookedPayment, lockTransactions, selectBooked } from './sql.ts'
import { operations } from './operations.ts'
import type { Transaction } from './transaction.ts'
import { isOfBoleto, isWithoutCharge } from './unmatched.ts'

/** Where a payment is booked. `inSuspense`: as unmatched money that nobody has ordered back, so that its charge can take it. */
export type Booked = BookedPayment & { inSuspense: Transaction | null }

type Incoming = { event: TransactionEvent }

const isOf = (one: BookedPayment, endToEndId: string) => paymentKey(one.endToEndId) === paymentKey(endToEndId)

/** Where the payments of events are booked already, by the key of the payment. What is in suspense is locked until commit. */
export async function readBooked(tx: Tx, input: Incoming[]): Promise<Map<string, Booked>> {
  const credited = input.flatMap(({ event }) => (isCredited(event) ? [event] : []))
  const ids = credited.map(({ endToEndId }) => endToEndId)
  const found = ids.length === 0 ? [] : await selectBooked(tx, ids)
  const booked = new Map<string, Booked>()
  for (const one of found) {
    const isDecided = credited.some(({ kind, endToEndId }) => kind === 'paidInTime' && isOf(one, endToEndId))
    booked.set(paymentKey(one.endToEndId), { ...one, inSuspense: await lockInSuspense(tx, one, isDecided) })
  }
  return booked
}

/** Money that came for a charge leaves suspense only where a person has decided so: otherwise it is returned. */
async function lockInSuspense(
  tx: Tx,
  { merchantId, transactionId: id }: BookedPayment,
  isDecided: boolean,
): Promise<Transaction | null> {
  if (merchantId !== platformId) return null
  // In the order in which a person who ends the exception locks them.
  await lockOpenExceptionsOf(tx, merchantId, id)
  const [unmatched] = await lockTransactions(tx, [{ merchantId, id }])
  const isFree =
    unmatched?.state === 'Completed' &&
    (isDecided || isWithoutCharge(unmatched) || isOfBoleto(unmatched)) &&
    !(await hasOrder(tx, { merchantId, id }))
  return isFree ? unmatched : null
}

/** Unmatched money of this payment that nobody has ordered back; null: none. Locked until commit. */
export async function lockWithoutCharge(tx: Tx, endToEndId: string): Promise<Transaction | null> {
  const [booked] = await selectBooked(tx, [endToEndId])
  return booked === undefined ? null : lockInSuspense(tx, booked, false)
}

/** Undefined: the payment of the event is not booked, or in this very transaction. */
export function bookedElsewhere(
  booked: Map<string, Booked>,
  { merchantId, id, operation }: Transaction,
  { event }: Incoming,
): Booked | undefined {
  const found =
    isCredited(event) && operations[operation].type === 'Credit' ? booked.get(paymentKey(event.endToEndId)) : undefined
  return found?.merchantId === merchantId && found.transactionId === id ? undefined : found
}

type Changed = { before: Transaction; transaction: Transaction }

export const newlyBooked = (changes: Changed[]): BookedPayment[] =>
  changes.flatMap(({ before, transaction: { merchantId, id: transactionId, operation, endToEndId } }) =>
    before.endToEndId === null && endToEndId !== null && operations[operation].type === 'Credit'
      ? [{ endToEndId, merchantId, transactionId }]
      : [],
  )
