import { hash } from 'node:crypto'
import { batch } from '../lib/batch.ts'
import type { Sql } from '../lib/db.ts'
import { ApiError } from '../lib/errors.ts'
import type { Micros } from '../lib/money.ts'
import { chargesFor } from '../ledger/charges.ts'
import type { Merchant } from '../merchants/read-merchant.ts'
import { type Operation, operations } from './states.ts'
import { headerKey, insertTransactions, orderKey, selectByIdempotencyKey } from './sql.ts'
import type { Counterparty, Transaction } from './transaction.ts'

export type Order = { orderId?: string | undefined; orderDescription?: string | undefined }
export type Webhook = { url: string; customHeaderName?: string | undefined; customHeaderValue?: string | undefined }

export type NewTransaction = {
  id: string
  operation: Operation
  merchant: Merchant
  amount: Micros
  editable: boolean
  counterparty: Counterparty | null
  order: Order
  webhook: Webhook
  idempotencyKey: string | undefined
  /** What the caller asked for besides all this: a repeated order id with other contents is a conflict. */
  alsoAsked: unknown[]
  pixKey?: string
  pixKeyType?: string
  qrCode?: string
  externalId?: string
  createdAt: Date
  expiresAt: Date | null
}

/** The stored transaction: the one just opened, or the first one of its order id (`replayed`). */
export type Opened = { transaction: Transaction; replayed: boolean }
export type OpenTransaction = (wanted: NewTransaction) => Promise<Opened>

/** Opens transactions, many in one statement. */
export function transactionOpener(needs: { sql: Sql }): OpenTransaction {
  const open = batch<Transaction, Opened>('open transaction', async wanted => {
    // Sorted, so that two batches that carry the same order ids never wait for each other in a circle.
    const sorted = wanted.toSorted((a, b) => compare(a.idempotencyKey ?? '', b.idempotencyKey ?? ''))
    const inserted = new Set((await insertTransactions(needs.sql, sorted)).map(row => row.id))
    const repeated = wanted.filter(transaction => !inserted.has(transaction.id))
    const stored = new Map<string, Transaction>()
    if (repeated.length > 0)
      for (const row of await selectByIdempotencyKey(needs.sql, repeated)) stored.set(onceKey(row), row)
    return wanted.map(transaction =>
      inserted.has(transaction.id)
        ? { transaction, replayed: false }
        : replay(transaction, stored.get(onceKey(transaction))),
    )
  })
  return wanted => open(toRow(wanted))
}

function replay(wanted: Transaction, stored: Transaction | undefined): Opened | Error {
  if (stored === undefined) return new Error(`transaction ${wanted.id} was neither inserted nor found`)
  if (stored.requestHash === wanted.requestHash) return { transaction: stored, replayed: true }
  return new ApiError('OrderIdConflict', {
    message:
      wanted.orderId === null
        ? 'the Idempotency-Key was used with another body'
        : `orderId ${wanted.orderId} belongs to transaction ${stored.id}, which was requested with another body`,
  })
}

const onceKey = (t: Transaction) => `${t.merchantId} ${t.operation} ${t.idempotencyKey}`
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function toRow({ merchant, order, webhook, idempotencyKey, alsoAsked, ...rest }: NewTransaction): Transaction {
  const initialState = operations[rest.operation][3]
  const once =
    order.orderId !== undefined
      ? orderKey(order.orderId)
      : idempotencyKey !== undefined
        ? headerKey(idempotencyKey)
        : null
  const { orderId, orderDescription } = order
  const { url, customHeaderName, customHeaderValue } = webhook
  const { amount, editable, counterparty } = rest
  const asked = [
    amount.toString(),
    editable,
    counterparty,
    orderDescription,
    url,
    customHeaderName,
    customHeaderValue,
    ...alsoAsked,
  ]
  return {
    merchantId: merchant.id,
    id: rest.id,
    operation: rest.operation,
    state: initialState,
    amount,
    editable,
    paidAmount: null,
    chargeFixed: merchant.chargeFixed,
    chargeRate: merchant.chargeRate,
    charges: chargesFor(merchant, amount),
    orderId: orderId ?? null,
    orderDescription: orderDescription ?? null,
    idempotencyKey: once,
    requestHash: once === null ? null : hash('sha256', JSON.stringify(asked), 'base64'),
    counterparty,
    pixKey: rest.pixKey ?? null,
    pixKeyType: rest.pixKeyType ?? null,
    qrCode: rest.qrCode ?? null,
    participant: null,
    externalId: rest.externalId ?? null,
    endToEndId: null,
    webhookUrl: url,
    webhookHeaderName: customHeaderName ?? null,
    webhookHeaderValue: customHeaderValue ?? null,
    createdAt: rest.createdAt,
    registeredAt: initialState === 'Registered' ? rest.createdAt : null,
    completedAt: null,
    cancelledAt: null,
    refundedAt: null,
    reversedAt: null,
    errorAt: null,
    errorCause: null,
    expiresAt: rest.expiresAt,
    events: 0,
    refundedAmount: 0n,
  }
}
