import { type Books, openBooks } from '../ledger/books.ts'
import { batch } from '../db/batch.ts'
import type { Sql, Tx } from '../db/db.ts'
import { ApiError } from '../http/errors.ts'
import { type Limits, limitsOf } from './limits/limits.ts'
import { openOutflows } from './limits/open-outflows.ts'
import { type NewTransaction, toRow } from './new-transaction.ts'
import { insertPayouts, insertTransactions, selectByIdempotencyKey } from './sql.ts'
import { operations } from './states.ts'
import type { Transaction } from './transaction.ts'

/** The stored transaction: the one just opened, or the first one of its order id (`replayed`). */
export type Opened = { transaction: Transaction; replayed: boolean }
export type OpenTransaction = (wanted: NewTransaction) => Promise<Opened>

/** `runsPayouts`: whether money sent out goes to the bank by itself, or waits for a simulation. */
type Needs = { sql: Sql; runsPayouts: boolean }

/** Opens transactions, many in one commit. Money out is held in the same commit, or refused. */
export function transactionOpener(needs: Needs): OpenTransaction {
  const openCredit = batch<Transaction, Opened>('open credit', wanted => openCredits(needs.sql, wanted))
  const openDebit = batch<Debit, Opened>('open debit', wanted => needs.sql.begin(tx => openDebits(tx, needs, wanted)))
  return wanted => {
    const { merchant, operation } = wanted
    const transaction = toRow(wanted)
    if (operations[operation][0] === 'Credit') return openCredit(transaction)
    return openDebit({ merchantId: merchant.id, transaction, limits: limitsOf(merchant, operation) })
  }
}

/** Money out, with what the merchant may send at most. */
type Debit = { merchantId: string; transaction: Transaction; limits: Limits | null }

/** One statement: what is new is inserted, and only what was there before is looked up. */
async function openCredits(sql: Sql, wanted: Transaction[]): Promise<Array<Opened | Error>> {
  // Sorted, so that two batches that carry the same order ids never wait for each other in a circle.
  const sorted = wanted.toSorted((a, b) => compare(a.idempotencyKey ?? '', b.idempotencyKey ?? ''))
  const inserted = new Set((await insertTransactions(sql, sorted)).map(row => row.id))
  const stored = await readStored(
    sql,
    wanted.filter(transaction => !inserted.has(transaction.id)),
  )
  return wanted.map(transaction =>
    inserted.has(transaction.id)
      ? { transaction, replayed: false }
      : replay(transaction, stored.get(onceKey(transaction))),
  )
}

/** Under the lock of the merchants' balances, in order: each takes its money, or is refused and leaves it to the next. */
async function openDebits(tx: Tx, { runsPayouts }: Needs, wanted: Debit[]): Promise<Array<Opened | Error>> {
  const books = await openBooks(
    tx,
    wanted.map(one => one.merchantId),
  )
  const outflows = await openOutflows(tx, wanted)
  const stored = await readStored(
    tx,
    wanted.map(one => one.transaction).filter(transaction => transaction.idempotencyKey !== null),
  )
  const accepted: Transaction[] = []
  const results = wanted.map(({ transaction, limits }) => {
    const first = transaction.idempotencyKey === null ? undefined : stored.get(onceKey(transaction))
    if (first !== undefined) return replay(transaction, first)
    const refusal = outflows.beyond(transaction, limits) ?? hold(books, transaction)
    if (refusal !== null) return refusal
    outflows.add(transaction)
    accepted.push(transaction)
    stored.set(onceKey(transaction), transaction)
    return { transaction, replayed: false }
  })
  if (accepted.length > 0) {
    // Sent first, because what follows refers to these rows; a query waits for its `then` unless it is executed.
    const inserted = insertTransactions(tx, accepted).execute()
    const handedOver = runsPayouts ? insertPayouts(tx, accepted).execute() : null
    await Promise.all([inserted, handedOver, books.close(), outflows.close()])
  }
  return results
}

/** Sets amount and charges aside, or answers the refusal. */
export function hold(books: Books, { merchantId, id: transactionId, amount, charges, createdAt: at }: Transaction) {
  const refusal = books.uncovered(merchantId, amount + charges)
  if (refusal !== null) return refusal
  books.post({ merchantId, transactionId, name: 'cashOutHeld', amount, charges, at })
  return null
}

async function readStored(sql: Sql | Tx, like: Transaction[]): Promise<Map<string, Transaction>> {
  if (like.length === 0) return new Map()
  return new Map((await selectByIdempotencyKey(sql, like)).map(row => [onceKey(row), row]))
}

export function replay(wanted: Transaction, stored: Transaction | undefined): Opened | Error {
  if (stored === undefined) return new Error(`transaction ${wanted.id} was neither inserted nor found`)
  if (stored.requestHash === wanted.requestHash) return { transaction: stored, replayed: true }
  return new ApiError('OrderIdConflict', {
    message:
      wanted.orderId === null
        ? 'the Idempotency-Key was used with another body'
        : `orderId ${wanted.orderId} belongs to transaction ${stored.id}, which was requested with another body`,
  })
}

/** Transactions without order id or key are each their own. */
const onceKey = (t: Transaction) => `${t.merchantId} ${t.operation} ${t.idempotencyKey ?? `none:${t.id}`}`
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
