import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Asked, onceOf } from './new-transaction.ts'
import type { ReadTransactionById } from './read-transaction.ts'
import { selectByIdempotencyKey } from './sql.ts'
import type { Transaction } from './transaction.ts'

/** The stored transaction: the one just opened, or the first one of its order id (`replayed`). */
export type Opened = { transaction: Transaction; replayed: boolean }

/** The first one of its order id is archived: it is read after the commit, so that nobody waits for a file under a lock. */
export type OpenedLongAgo = { archivedId: string }
export type Found = Opened | OpenedLongAgo

type OnceKey = Pick<Transaction, 'merchantId' | 'operation' | 'idempotencyKey'>

/** What may have been asked for before, and what it must have asked for. */
export type Repeatable = OnceKey & Pick<Transaction, 'requestHash' | 'orderId'>

/** Null: each such request is its own. */
export function repeatableOf(merchantId: string, asked: Asked): Repeatable | null {
  const once = onceOf(asked)
  if (once.idempotencyKey === null) return null
  return { merchantId, operation: asked.operation, ...once, orderId: asked.order.orderId ?? null }
}

/** What was opened for each before; null: asked for the first time. */
export async function findRepeated(sql: Sql, wanted: Repeatable[]): Promise<Array<Found | null | Error>> {
  const stored = await readStored(sql, wanted)
  return wanted.map(one => {
    const first = stored.get(onceKey(one))
    return first === undefined ? null : replay(one, first)
  })
}

/** What is stored under each key: the transaction, or where it is archived its id. */
export async function readStored(sql: Sql | Tx, like: OnceKey[]): Promise<Map<string, Transaction | OpenedLongAgo>> {
  if (like.length === 0) return new Map()
  const found = await selectByIdempotencyKey(sql, like)
  return new Map(found.map(({ archivedId, ...row }) => [onceKey(row), archivedId === null ? row : { archivedId }]))
}

export function replay(wanted: Repeatable, stored: Transaction | OpenedLongAgo | undefined): Found | Error {
  if (stored === undefined) return new Error('a transaction was neither inserted nor found')
  if ('archivedId' in stored) return stored
  if (stored.requestHash === wanted.requestHash) return { transaction: stored, replayed: true }
  return new ApiError('OrderIdConflict', {
    message:
      wanted.orderId === null
        ? 'the Idempotency-Key, or the token of the check, was used with another body'
        : `orderId ${wanted.orderId} belongs to transaction ${stored.id}, which was requested with another body`,
  })
}

/** What was opened, where the first one of its order id is archived: read, and answered like any other. */
export const readingArchived =
  (needs: { readTransaction: ReadTransactionById }) =>
  async <Input extends Repeatable | { transaction: Repeatable }, Result extends Found | null>(
    wanted: Input,
    open: (wanted: Input) => Promise<Result>,
  ): Promise<Exclude<Result, OpenedLongAgo>> => {
    const found = await open(wanted)
    if (found === null || !('archivedId' in found)) return found as Exclude<Result, OpenedLongAgo>
    const asked: Repeatable = 'transaction' in wanted ? wanted.transaction : wanted
    const first = replay(asked, await needs.readTransaction(asked.merchantId, found.archivedId))
    if (first instanceof Error) throw first
    return first as Exclude<Result, OpenedLongAgo>
  }

/** Transactions without order id or key are each their own. */
export const onceKey = (t: OnceKey & { id?: string }): string =>
  `${t.merchantId} ${t.operation} ${t.idempotencyKey ?? `none:${t.id}`}`
