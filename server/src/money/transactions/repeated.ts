import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type TransactionRequest, onceOf } from './new-transaction.ts'
import { selectByIdempotencyKey } from './sql.ts'
import type { Transaction } from './transaction.ts'

/** The stored transaction: the one just opened, or the first one of its order id (`replayed`). */
export type Opened = { transaction: Transaction; replayed: boolean }

type RepeatKey = Pick<Transaction, 'merchantId' | 'operation' | 'idempotencyKey'>

/** What may have been asked for before, and what it must have asked for. */
export type Repeatable = RepeatKey & Pick<Transaction, 'requestHash' | 'orderId'>

/** Null: each such request is its own. */
export function repeatableOf(merchantId: string, request: TransactionRequest): Repeatable | null {
  const once = onceOf(request)
  if (once.idempotencyKey === null) return null
  return { merchantId, operation: request.operation, ...once, orderId: request.order.orderId ?? null }
}

/** What was opened for each before; null: asked for the first time. */
export async function findRepeated(sql: Sql, requested: Repeatable[]): Promise<Array<Opened | null | Error>> {
  const stored = await readStored(sql, requested)
  return requested.map(one => {
    const first = stored.get(repeatKey(one))
    return first === undefined ? null : replay(one, first)
  })
}

/** The transaction that is stored under each key. */
export async function readStored(sql: Sql | Tx, like: RepeatKey[]): Promise<Map<string, Transaction>> {
  if (like.length === 0) return new Map()
  return new Map((await selectByIdempotencyKey(sql, like)).map(row => [repeatKey(row), row]))
}

export function replay(requested: Repeatable, stored: Transaction | undefined): Opened | Error {
  if (stored === undefined) return new Error('a transaction was neither inserted nor found')
  if (stored.requestHash === requested.requestHash) return { transaction: stored, replayed: true }
  return new ApiError('OrderIdConflict', {
    message:
      requested.orderId === null
        ? 'the Idempotency-Key or the check token was used before with another body'
        : `orderId ${requested.orderId} belongs to transaction ${stored.id}, which was created with another body`,
  })
}

/** Names a transaction and its repeats. Those without order id or Idempotency-Key are each their own. */
export const repeatKey = (t: RepeatKey & { id?: string }): string =>
  `${t.merchantId} ${t.operation} ${t.idempotencyKey ?? `none:${t.id}`}`
