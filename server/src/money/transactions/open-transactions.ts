import { placeOrders, takesOrder } from '../bank-orders/place-orders.ts'
import type { OrderKind } from '../bank-orders/order.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Books, openBooks } from '../ledger/books.ts'
import type { RailsOf } from '../rails/rails-of.ts'
import { type Limits, limitsOf } from './limits/limits.ts'
import { openOutflows } from './limits/open-outflows.ts'
import { type NewTransaction, toRow } from './new-transaction.ts'
import { type Opened, repeatKey, readStored, replay } from './repeated.ts'
import { insertTransactions } from './sql.ts'
import { birthOf } from './states.ts'
import type { Transaction } from './transaction.ts'

export type { Opened } from './repeated.ts'

/** One statement: what is new is inserted, and only what was there before is looked up. */
export async function openPlain(sql: Sql | Tx, input: Transaction[]): Promise<Array<Opened | Error>> {
  // Sorted, so that two groups that contain the same order ids never wait for each other in a circle.
  const sorted = input.toSorted((a, b) => compare(repeatKey(a), repeatKey(b)))
  const inserted = new Set((await insertTransactions(sql, sorted)).map(row => row.id))
  const stored = await readStored(
    sql,
    input.filter(transaction => !inserted.has(transaction.id)),
  )
  return input.map(transaction =>
    inserted.has(transaction.id)
      ? { transaction, replayed: false }
      : replay(transaction, stored.get(repeatKey(transaction))),
  )
}

/** Money out, with what the merchant may send at most, and what its bank is ordered to do. */
export type Holding = { merchantId: string; transaction: Transaction; limits: Limits | null; order: OrderKind | null }

export async function holdingOf(needs: { railsOf: RailsOf }, input: NewTransaction, tx?: Tx): Promise<Holding> {
  const { merchant, operation } = input
  const { bank } = birthOf(operation)
  const isTaken = bank === 'payout' && takesOrder(await needs.railsOf(input.connectionId, tx), bank)
  const transaction = toRow(input)
  return { merchantId: merchant.id, transaction, limits: limitsOf(merchant, operation), order: isTaken ? bank : null }
}

/** Under the lock of the merchants' balances, in order: each takes its money, or is refused and leaves it to the next. */
export async function openHolding(tx: Tx, input: Holding[]): Promise<Array<Opened | Error>> {
  const books = await openBooks(
    tx,
    input.map(one => one.merchantId),
  )
  const outflows = await openOutflows(tx, input)
  const stored = await readStored(
    tx,
    input.map(one => one.transaction).filter(transaction => transaction.idempotencyKey !== null),
  )
  const accepted: Holding[] = []
  const results = input.map(one => {
    const { transaction, limits } = one
    const first = transaction.idempotencyKey === null ? undefined : stored.get(repeatKey(transaction))
    if (first !== undefined) return replay(transaction, first)
    const refusal = outflows.beyond(transaction, limits) ?? hold(books, transaction)
    if (refusal !== null) return refusal
    outflows.add(transaction)
    accepted.push(one)
    stored.set(repeatKey(transaction), transaction)
    return { transaction, replayed: false }
  })
  if (accepted.length > 0) {
    const transactions = accepted.map(one => one.transaction)
    const orders = accepted.flatMap(({ transaction, order }) => (order === null ? [] : [orderOf(transaction, order)]))
    // Sent first, because what follows refers to these rows.
    const inserted = insertTransactions(tx, transactions)
    await Promise.all([inserted, placeOrders(tx, orders), books.close(), outflows.close()])
  }
  return results
}

/** A payout goes to the bank under the id of its transaction. */
const orderOf = ({ merchantId, id, connectionId, createdAt }: Transaction, kind: OrderKind) => ({
  merchantId,
  id,
  kind,
  transactionId: id,
  subject: null,
  connectionId,
  createdAt,
  nextStepAt: createdAt,
})

/** Sets amount and charges aside, or answers the refusal. */
function hold(books: Books, transaction: Transaction): ApiError | null {
  const { merchantId, id: transactionId, operation, amount, charges, createdAt: at } = transaction
  const refusal = books.uncovered(merchantId, amount + charges)
  if (refusal !== null) return refusal
  const name = birthOf(operation).posting
  if (name !== null) books.post({ merchantId, transactionId, name, amount, charges, at })
  return null
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
