import type { Metadata } from '../../platform/http/schemas.ts'
import { moveIn } from '../../platform/lib/state-table.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Operation } from '../../money/transactions/operations.ts'

/** The states of a batch. `event` is the webhook event written in the same commit. */
// biome-ignore format: a table is read in columns
export const batchTransitions = [
  { from: null,      act: 'ask',      to: 'Pending',   event: null                   },
  { from: 'Pending', act: 'approve',  to: 'Running',   event: 'PayoutBatchApproved'  },
  { from: 'Pending', act: 'reject',   to: 'Rejected',  event: 'PayoutBatchRejected'  },
  { from: 'Pending', act: 'cancel',   to: 'Cancelled', event: null                   },
  { from: 'Running', act: 'complete', to: 'Completed', event: 'PayoutBatchCompleted' }, // every row is made or refused
  { from: 'Running', act: 'stop',     to: 'Stopped',   event: 'PayoutBatchStopped'   }, // what waited is refused, what was made stays
] as const

/** The life of one of its rows. A row of a batch that was rejected or cancelled stays Waiting. */
// biome-ignore format: a table is read in columns
export const rowTransitions = [
  { from: null,      act: 'ask',    to: 'Waiting' },
  { from: 'Waiting', act: 'make',   to: 'Made'    }, // in the commit that opens its transaction
  { from: 'Waiting', act: 'refuse', to: 'Refused' },
] as const

export type BatchTransition = (typeof batchTransitions)[number]
export type BatchState = BatchTransition['to']
export type BatchDecision = Exclude<BatchTransition['act'], 'ask' | 'complete'>
export type BatchEventName = NonNullable<BatchTransition['event']>
export type RowState = (typeof rowTransitions)[number]['to']

export const bornBatch: BatchState = moveIn(batchTransitions, 'act', 'ask').to
export const runningBatch: BatchState = moveIn(batchTransitions, 'act', 'approve').to
export const bornRow: RowState = moveIn(rowTransitions, 'act', 'ask').to
export const madeRow: RowState = moveIn(rowTransitions, 'act', 'make').to
export const refusedRow: RowState = moveIn(rowTransitions, 'act', 'refuse').to

/** The next state of a batch after an act; undefined: the act is not possible. */
export const batchMove = (from: BatchState, act: BatchTransition['act']): BatchTransition | undefined =>
  batchTransitions.find(row => row.from === from && row.act === act)

export const batchStates = [
  'Pending',
  'Running',
  'Completed',
  'Stopped',
  'Rejected',
  'Cancelled',
] as const satisfies readonly BatchState[]
export const rowStates = ['Waiting', 'Made', 'Refused'] as const satisfies readonly RowState[]
export const batchEventNames = batchTransitions.flatMap(({ event }) => event ?? [])

export const batchKinds = ['payouts', 'companyPayments'] as const
export type BatchKind = (typeof batchKinds)[number]

/** What an access key must be allowed to do for a batch of each kind: the same as for a single payment. */
export const scopeOf = { payouts: 'payments', companyPayments: 'company-payments' } as const

/** A row of `payout_batches`. */
export type Batch = {
  merchantId: string
  id: string
  state: BatchState
  kind: BatchKind
  name: string
  orderId: string | null
  rowCount: number
  /** The sums of its rows, by the billing plan on the day it was requested. */
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
  /** Requested with an access key, or by a person in the portal. */
  keyId: string | null
  personId: string | null
  idempotencyKey: string | null
  requestHash: string | null
  createdAt: Date
  decidedAt: Date | null
  completedAt: Date | null
  /** While it is Running: when a worker continues it, or until when one has leased it. */
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
  /** The merchant's own fields of the payout; null: none. */
  metadata: Metadata | null
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
  /** The later batch that contains this row, once it is known that this one did not pay it. */
  againIn: string | null
}

/** The operation of the rows of a batch; it decides which limits apply. */
export const operationOf = {
  payouts: 'pixCashOut',
  companyPayments: 'companyPayment',
} as const satisfies Record<BatchKind, Operation>

/** The maximum number of rows of a batch. */
export const mostRows = 5_000
