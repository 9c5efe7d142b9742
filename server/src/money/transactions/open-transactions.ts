import { platformId } from '../../platform/lib/platform-id.ts'
import { placeOrders, takesOrder } from '../bank-orders/place-orders.ts'
import type { OrderKind } from '../bank-orders/order.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { isWrittenAlready } from '../../platform/db/database-faults.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Books } from '../ledger/books.ts'
import type { RailsOf } from '../rails/rails-of.ts'
import { type Needs as ApplyNeeds, openForSpending } from './apply-events.ts'
import { type ErasedKeyNeeds, erasedKeyOf } from './erased-key.ts'
import { type Limits, limitsOf } from './limits/limits.ts'
import { openOutflows } from './limits/open-outflows.ts'
import { type KeyLimit, openSummedLimits } from './limits/summed-limits.ts'
import { type NewTransaction, toRow } from './new-transaction.ts'
import { type Opened, readKnown, readStored, repeatKey, replay } from './repeated.ts'
import { insertTransactions, insertUnseen } from './sql.ts'
import { birthOf } from './operations.ts'
import type { Transaction } from './transaction.ts'

export type { Opened } from './repeated.ts'

/** Repeats were found before, so all are new; only if two requests with one order id came at once, each is checked. */
export async function openNew(sql: Sql, input: Transaction[]): Promise<Array<Opened | Error>> {
  try {
    return await insertNew(sql, input)
  } catch (error) {
    if (!isWrittenAlready(error)) throw error
    return openUnseen(sql, input)
  }
}

/** Fails if one of them was opened before. */
export async function insertNew(sql: Sql | Tx, input: Transaction[]): Promise<Opened[]> {
  await insertTransactions(sql, input.toSorted(byRepeatKey))
  return input.map(transaction => ({ transaction, replayed: false }))
}

/** What is new is inserted, and only what was there before is looked up. */
export async function openUnseen(sql: Sql | Tx, input: Transaction[]): Promise<Array<Opened | Error>> {
  const inserted = new Set((await insertUnseen(sql, input.toSorted(byRepeatKey))).map(row => row.id))
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

/** So that two groups that contain the same order ids never wait for each other in a circle. */
const byRepeatKey = (a: Transaction, b: Transaction) => compare(repeatKey(a), repeatKey(b))

/** Money out, with what the merchant may send at most, and what its bank is ordered to do. */
export type Holding = {
  merchantId: string
  transaction: Transaction
  /** What an erasure has left of its key, if it was asked for before. */
  erasedKey: string | null
  limits: Limits | null
  keyLimits: readonly KeyLimit[]
  order: OrderKind | null
  keyLookUp: string | null
}

type HoldingNeeds = ErasedKeyNeeds & { railsOf: RailsOf }

export async function holdingOf(needs: HoldingNeeds, input: NewTransaction, tx?: Tx): Promise<Holding> {
  const { merchant, operation } = input
  const { bank } = birthOf(operation)
  const isTaken = bank === 'payout' && takesOrder(await needs.railsOf(input.connectionId, tx), bank)
  const transaction = toRow(input)
  return {
    merchantId: merchant.id,
    transaction,
    erasedKey: erasedKeyOf(needs, merchant, transaction.idempotencyKey),
    limits: limitsOf(merchant, operation, input.createdAt),
    keyLimits: input.keyLimits ?? [],
    order: isTaken ? bank : null,
    keyLookUp: input.keyLookUp ?? null,
  }
}

/** Under the lock of the merchants' balances, in order: each takes its money, or is refused and leaves it to the next. */
export async function openHolding(needs: ApplyNeeds, tx: Tx, input: Holding[]): Promise<Array<Opened | Error>> {
  const books = await openForSpending(
    tx,
    needs,
    input.map(one => one.merchantId),
  )
  const outflows = await openOutflows(tx, input)
  const summed = await openSummedLimits(tx, input)
  const stored = await readKnown(
    tx,
    input.flatMap(({ transaction, erasedKey }) =>
      transaction.idempotencyKey === null ? [] : [{ ...transaction, erasedKey }],
    ),
  )
  const accepted: Holding[] = []
  const results = input.map(one => {
    const { transaction, limits } = one
    const first = transaction.idempotencyKey === null ? undefined : stored.get(repeatKey(transaction))
    if (first !== undefined) return replay(transaction, first)
    const refusal = outflows.beyond(transaction, limits) ?? summed.beyond(one) ?? hold(books, transaction)
    if (refusal !== null) return refusal
    outflows.add(transaction)
    summed.add(one)
    accepted.push(one)
    stored.set(repeatKey(transaction), transaction)
    return { transaction, replayed: false }
  })
  if (accepted.length > 0) {
    const transactions = accepted.map(one => one.transaction)
    const orders = accepted.flatMap(({ transaction, order, keyLookUp }) =>
      order === null ? [] : [{ ...orderOf(transaction, order), keyLookUp }],
    )
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

/** Sets amount and charges aside, or answers the refusal. What the platform sends goes to its own account at another bank. */
function hold(books: Books, transaction: Transaction): ApiError | null {
  const { merchantId, id: transactionId, operation, amount, charges, createdAt: at } = transaction
  const refusal = merchantId === platformId ? null : books.uncovered(merchantId, amount + charges)
  if (refusal !== null) return refusal
  const name = birthOf(operation).posting
  if (name !== null) books.post({ merchantId, transactionId, name, amount, charges, at })
  return null
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
