import { moveIn } from '../../platform/lib/state-table.ts'

/**
 * The life of a batch of payments. What this table does not list cannot happen. `event` is what the merchant is told in the
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
