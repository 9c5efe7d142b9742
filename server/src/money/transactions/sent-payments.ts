import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { TransactionEvent } from './event.ts'
import { type SentPayment, insertSent, selectSent } from './sql.ts'
import { operations } from './operations.ts'
import type { Transaction, TransactionId } from './transaction.ts'

export { lockSent as lockSentBooking, type SentPayment } from './sql.ts'

type Incoming = { event: TransactionEvent }
type Sent = Extract<TransactionEvent, { kind: 'paid' | 'paidAfterAll' }>

const isSent = (event: TransactionEvent): event is Sent => event.kind === 'paid' || event.kind === 'paidAfterAll'
const isPayout = ({ operation }: Pick<Transaction, 'operation'>) => operations[operation].type === 'Debit'

/** What books the payouts of events already, by the key of the payment. */
export async function readSent(tx: Tx, input: Incoming[], locked: Transaction[]): Promise<Map<string, SentPayment>> {
  const ids = locked.some(isPayout) ? input.flatMap(({ event }) => (isSent(event) ? [event.endToEndId] : [])) : []
  const found = ids.length === 0 ? [] : await selectSent(tx, ids)
  return new Map(found.map(one => [paymentKey(one.endToEndId), one]))
}

export function isSentElsewhere(sent: Map<string, SentPayment>, payout: Transaction, { event }: Incoming): boolean {
  const found = isSent(event) && isPayout(payout) ? sent.get(paymentKey(event.endToEndId)) : undefined
  return found !== undefined && !isBookedIn(found, payout)
}

const isBookedIn = (sent: SentPayment, { merchantId, id }: TransactionId): boolean =>
  sent.merchantId === merchantId && sent.transactionId === id

type Changed = { before: Transaction; transaction: Transaction }

/** Payouts that are paid now, or under another end-to-end id than before. */
export const newlySent = (changes: Changed[]): SentPayment[] =>
  changes.flatMap(({ before, transaction }) => {
    const { merchantId, id: transactionId, endToEndId } = transaction
    return isPayout(transaction) && endToEndId !== null && endToEndId !== before.endToEndId
      ? [{ endToEndId, merchantId, transactionId, adjustmentId: null }]
      : []
  })

export const alreadySent = () =>
  new ApiError('TransactionStateNotAllowed', {
    message: 'the payment is already booked, by another payout or by an adjustment',
  })

/** Refuses a payment that is booked already; of two that book it at once, the second is refused. */
export async function bookSent(tx: Tx, sent: SentPayment[]): Promise<void> {
  if (sent.length === 0 || (await insertSent(tx, sent)).length === sent.length) return
  const booked = await selectSent(
    tx,
    sent.map(({ endToEndId }) => endToEndId),
  )
  const isOwn = (one: SentPayment) => booked.some(other => isSame(one, other))
  if (!sent.every(isOwn)) throw alreadySent()
}

const isSame = (one: SentPayment, other: SentPayment): boolean =>
  paymentKey(one.endToEndId) === paymentKey(other.endToEndId) &&
  one.merchantId === other.merchantId &&
  one.transactionId === other.transactionId &&
  one.adjustmentId === other.adjustmentId

/** What books a payment that a bank has sent; null: nothing. */
export const findSentBooking = async ({ sql }: { sql: Sql | Tx }, endToEndId: string): Promise<SentPayment | null> =>
  (await selectSent(sql, [endToEndId]))[0] ?? null

/** Whether something else than this payout books the payment. */
export async function isPaymentOfOther(
  needs: { sql: Sql | Tx },
  payout: TransactionId,
  endToEndId: string,
): Promise<boolean> {
  const found = await findSentBooking(needs, endToEndId)
  return found !== null && !isBookedIn(found, payout)
}
