import { moveIn } from '../../platform/lib/state-table.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Operation } from '../../money/transactions/states.ts'

/**
 * The life of a batch of payments. What this table does not list cannot happen. `event` is the webhook event written in the
 * same commit.
 */
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

/** What an act makes of a batch; undefined: it cannot happen. */
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
