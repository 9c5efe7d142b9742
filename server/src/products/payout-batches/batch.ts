import type { Micros } from '../../platform/brazil/money.ts'
import type { Operation } from '../../money/transactions/states.ts'
import type { BatchKind, BatchState, RowState } from './states.ts'

/** A row of `payout_batches`. */
export type Batch = {
  merchantId: string
  id: string
  state: BatchState
  kind: BatchKind
  name: string
  orderId: string | null
  rowCount: number
  /** The sums of its rows, by the billing plan of the day it was asked for. */
  amount: Micros
  charges: Micros
  chargeFixed: Micros
  chargeRate: bigint
  madeCount: number
  madeAmount: Micros
  refusedCount: number
  refusedAmount: Micros
  webhookUrl: string | null
  webhookHeaderName: string | null
  webhookHeaderValue: string | null
  /** Asked for with an access key, or by a person of the portal. */
  keyId: string | null
  personId: string | null
  idempotencyKey: string | null
  requestHash: string | null
  createdAt: Date
  decidedAt: Date | null
  completedAt: Date | null
  /** While it is Running: when a worker goes on with it, and until when one has it. */
  nextStepAt: Date | null
}

/** What a row pays, to whom: a payout to a Pix key, or a payment to a company. */
export type RowPayment = {
  amount: Micros
  orderId: string | null
  description: string | null
  /** The recipient's. */
  name: string
  taxNumber: string
  keyType: string | null
  pixKey: string | null
  receiverId: string | null
  accountId: string | null
}

/** A row of `payout_batch_rows`. */
export type BatchRow = RowPayment & {
  merchantId: string
  batchId: string
  /** Its place in what was sent, from 1. */
  number: number
  id: string
  state: RowState
  charges: Micros
  transactionId: string | null
  /** Why it was refused. */
  reason: string | null
  message: string | null
  endedAt: Date | null
  /** The batch that asks for it again, once it is known that this one has not paid it. */
  againIn: string | null
}

/** What the rows of a batch become, and by whose limits. */
export const operationOf = {
  payouts: 'pixCashOut',
  companyPayments: 'companyPayment',
} as const satisfies Record<BatchKind, Operation>

/** So many rows a batch has at most. */
export const mostRows = 5_000
