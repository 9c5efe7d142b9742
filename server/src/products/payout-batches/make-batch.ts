import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { hash } from 'node:crypto'
import type { Micros } from '../../platform/brazil/money.ts'
import { recordRequester } from '../approvals/record-decision.ts'
import type { Actor } from '../approvals/steps.ts'
import { ApiError, InvalidRequest } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import { findFirst } from '../../money/transactions/erased-key.ts'
import type { Webhook } from '../../money/transactions/new-transaction.ts'
import { requestKey } from '../../money/transactions/order-key.ts'
import { checkWebhookAddress } from '../../money/webhooks/address-guard.ts'
import { batchNotifications } from './views.ts'
import { type Batch, type BatchKind, type BatchRow, type RowPayment, bornBatch, bornRow } from './states.ts'
import { type CheckedRow, type Needs as CheckNeeds, checkRows } from './check-rows.ts'
import { insertBatch, insertRows, lockBatch, markAgain, selectBatchByKey } from './sql.ts'
import type { RowFault, WrittenRow } from './written-row.ts'
import type { Tx } from '../../platform/db/db.ts'
import { readUnpaid } from './read-batch.ts'

export type Needs = CheckNeeds & { clock: () => Date; isSandbox: boolean }

type MakeBatchInput = {
  merchantId: string
  id?: string
  kind: BatchKind
  name: string
  rows: readonly WrittenRow[]
  /** Set if the rows come from another batch. */
  again?: Again | undefined
  orderId: string | undefined
  idempotencyKey: string | undefined
  webhook: Webhook | null
  keyId: string | null
  personId: string | null
  requestedBy: Actor
  audit?: Audit
}

type Made = { batch: Batch; replayed: boolean }
type Payment = RowPayment & { number: number; charges: Micros }

/** Creates a batch for approval if every row is valid, or returns the first batch with its order id. */
export async function makeBatch(needs: Needs, input: MakeBatchInput): Promise<Made> {
  const { merchantId, kind, name, rows, again, webhook } = input
  if (webhook !== null) checkWebhookAddress(webhook.url, needs.isSandbox)
  if (name.trim() === '') throw wrong('/name', 'must not be empty')
  if (again && again.numbers.length !== rows.length) throw wrong('/again/numbers', 'must have one number for each row')
  const once = onceOf(input)
  const conflict = ({ id }: Batch) => `the orderId belongs to batch ${id}, which was created with another body`
  const find = () =>
    findFirst(needs, { merchantId, ...once }, keys => selectBatchByKey(needs.sql, merchantId, keys), conflict)
  const earlier = await find()
  if (earlier !== null) return { batch: earlier, replayed: true }

  const { merchant, rows: checked } = await checkRows(needs, { merchantId, kind, rows, byKey: input.keyId !== null })
  const payments = paymentsOf(checked)
  const amount = payments.reduce((sum, payment) => sum + payment.amount, 0n)
  if (amount >= mostInAll) throw wrong('/rows', 'the total of all rows exceeds the maximum of a batch')
  const createdAt = clockOf(needs, merchant)
  const batch: Batch = {
    merchantId,
    id: input.id ?? uuidv7(createdAt.getTime()),
    state: bornBatch,
    kind,
    name: name.trim(),
    orderId: input.orderId ?? null,
    rowCount: payments.length,
    amount,
    charges: payments.reduce((sum, { charges }) => sum + charges, 0n),
    chargeFixed: merchant.chargeFixed,
    chargeRate: merchant.chargeRate,
    madeCount: 0,
    madeAmount: 0n,
    refusedCount: 0,
    refusedAmount: 0n,
    webhookUrl: webhook?.url ?? null,
    webhookHeaderName: webhook?.customHeaderName ?? null,
    webhookHeaderValue: webhook?.customHeaderValue ?? null,
    keyId: input.keyId,
    personId: input.personId,
    ...once,
    createdAt,
    decidedAt: null,
    completedAt: null,
    nextStepAt: null,
  }
  const isNew = await needs.sql.begin(async tx => {
    if ((await insertBatch(tx, batch)).length === 0) return false
    if (again) await takeAgain(tx, batch, again)
    await insertRows(
      tx,
      payments.map(payment => rowOf(batch, payment)),
    )
    await recordRequester({ tx, at: createdAt }, batch, input.requestedBy)
    await queueNotification(tx, await batchNotifications(tx, batch, input.requestedBy.name), createdAt)
    await recordAudit(tx, input.audit)
    return true
  })
  if (isNew) return { batch, replayed: false }
  const first = await find()
  if (first === null) throw new Error('a batch was neither inserted nor found')
  return { batch: first, replayed: true }
}

/** The maximum of a single payment. */
const mostInAll: Micros = 10_000_000_000_000_000n

const rowOf = ({ merchantId, id, createdAt }: Batch, payment: Payment): BatchRow => ({
  ...payment,
  merchantId,
  batchId: id,
  id: uuidv7(createdAt.getTime()),
  state: bornRow,
  transactionId: null,
  reason: null,
  message: null,
  endedAt: null,
  againIn: null,
})

const mostFaults = 200

function paymentsOf(rows: readonly CheckedRow[]): Payment[] {
  const faults = rows.flatMap(row => row.faults)
  if (faults.length > 0) throw new InvalidRequest(faults.slice(0, mostFaults).map(problemOf))
  return rows.flatMap(({ number, payment }) => (payment === null ? [] : { ...payment, number }))
}

/** As in any request, the path counts rows from 0. */
const problemOf = ({ number, field, code, message }: RowFault) => ({
  path: `/rows/${number - 1}/${field}`,
  code,
  message,
  info: { row: number },
})

const wrong = (path: string, message: string) => new InvalidRequest([{ path, code: 'invalid', message, info: {} }])

type Once = Pick<Batch, 'idempotencyKey' | 'requestHash'>

function onceOf({ orderId, idempotencyKey, kind, name, rows, webhook }: MakeBatchInput): Once {
  const key = requestKey({ orderId, idempotencyKey })
  if (key === undefined) return { idempotencyKey: null, requestHash: null }
  return {
    idempotencyKey: key,
    requestHash: hash('sha256', JSON.stringify([kind, name, rows, webhook]), 'base64'),
  }
}

/** The rows of another batch that a new one contains, in order. */
type Again = { batchId: string; numbers: readonly number[] }

/** Moves unpaid rows of another batch to a new one, under the lock of the other: a second caller finds them moved. */
async function takeAgain(tx: Tx, { merchantId, id, kind }: Batch, { batchId, numbers }: Again): Promise<void> {
  const from = await lockBatch(tx, merchantId, batchId)
  if (from === undefined || from.kind !== kind) throw new ApiError('PayoutBatchNotFound')
  const unpaid = new Set((await readUnpaid({ sql: tx }, from)).map(({ number }) => number))
  const taken = numbers.filter(number => !unpaid.has(number))
  if (taken.length > 0)
    throw new ApiError('PayoutRowsTaken', { message: `rows of batch ${batchId}: ${taken.join(', ')}` })
  await markAgain(tx, from, numbers, id)
}
