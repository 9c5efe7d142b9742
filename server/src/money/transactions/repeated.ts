import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import { type ErasedKeyNeeds, erasedKeyOf } from './erased-key.ts'
import { type TransactionRequest, onceOf } from './new-transaction.ts'
import { orderKey } from './order-key.ts'
import { selectByIdempotencyKey, selectKnownKeys } from './sql.ts'
import type { Transaction } from './transaction.ts'

/** The stored transaction: the one just opened, or the first one of its order id (`replayed`). */
export type Opened = { transaction: Transaction; replayed: boolean }

type RepeatKey = Pick<Transaction, 'merchantId' | 'operation' | 'idempotencyKey'>

/** How it is looked up: by its key, and by what an erasure left of it. */
type Known = RepeatKey & { erasedKey: string | null }

/** What may have been asked for before, and what it must have asked for. */
export type Repeatable = Known & Pick<Transaction, 'requestHash' | 'orderId'>

/** Null: each such request is its own. */
export function repeatableOf(
  needs: ErasedKeyNeeds,
  merchant: Pick<Merchant, 'id' | 'hasErasedKeys'>,
  request: TransactionRequest,
): Repeatable | null {
  const once = onceOf(request)
  const { idempotencyKey } = once
  if (idempotencyKey === null) return null
  const erasedKey = erasedKeyOf(needs, merchant, idempotencyKey)
  const { operation, order } = request
  return { merchantId: merchant.id, operation, ...once, orderId: order.orderId ?? null, erasedKey }
}

/** What was opened for each before; null: asked for the first time. */
export async function findRepeated(sql: Sql, requested: Repeatable[]): Promise<Array<Opened | null | Error>> {
  const stored = await readKnown(sql, requested)
  return requested.map(one => {
    const first = stored.get(repeatKey(one))
    return first === undefined ? null : replay(one, first)
  })
}

/**
 * Most requests are new: their keys are looked up first, and whole rows are read only for those that are found. Each is found
 * under the key of its request, also if the stored one was erased.
 */
export async function readKnown(sql: Sql | Tx, like: Known[]): Promise<Map<string, Transaction>> {
  if (like.length === 0) return new Map()
  const erased = like.flatMap(one =>
    one.erasedKey === null ? [] : [{ key: repeatKey(one), left: { ...one, idempotencyKey: one.erasedKey } }],
  )
  const stored = await readStored(sql, await selectKnownKeys(sql, [...like, ...erased.map(({ left }) => left)]))
  for (const { key, left } of erased) {
    const found = stored.get(repeatKey(left))
    if (found !== undefined) stored.set(key, found)
  }
  return stored
}

/** Which of these order ids the merchant has used for an operation. */
export async function usedOrderIds(
  needs: ErasedKeyNeeds & { sql: Sql },
  merchant: Pick<Merchant, 'id' | 'hasErasedKeys'>,
  operation: Transaction['operation'],
  orderIds: readonly string[],
): Promise<Set<string>> {
  const keyOf = (orderId: string): Known => {
    const idempotencyKey = orderKey(orderId)
    const erasedKey = erasedKeyOf(needs, merchant, idempotencyKey)
    return { merchantId: merchant.id, operation, idempotencyKey, erasedKey }
  }
  const different = [...new Set(orderIds)]
  const stored = await readKnown(needs.sql, different.map(keyOf))
  return new Set(different.filter(orderId => stored.has(repeatKey(keyOf(orderId)))))
}

export async function readStored(sql: Sql | Tx, like: RepeatKey[]): Promise<Map<string, Transaction>> {
  if (like.length === 0) return new Map()
  return new Map((await selectByIdempotencyKey(sql, like)).map(row => [repeatKey(row), row]))
}

export function replay(
  requested: Pick<Transaction, 'requestHash' | 'orderId'>,
  stored: Transaction | undefined,
): Opened | Error {
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
