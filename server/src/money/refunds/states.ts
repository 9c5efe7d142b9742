import { moveIn } from '../../platform/lib/state-table.ts'

/**
 * The life of a refund. What this table does not list cannot happen. Its money moves with its transaction, in the same
 * commit: `transaction` is what happens there.
 */
// biome-ignore format: a table is read in columns
export const refundTransitions = [
  { from: null,         event: 'asked',        to: 'Processing', transaction: 'refundRequested'     }, // held, and ordered at the bank
  { from: null,         event: 'forcedReturn', to: 'Completed',  transaction: 'forcedReturn'       }, // by the bank, unasked
  { from: 'Processing', event: 'completed',    to: 'Completed',  transaction: 'refundCompleted' },
  { from: 'Processing', event: 'failed',       to: 'Failed',     transaction: 'refundFailed'    }, // may be asked again, under a new id
] as const

type RefundTransition = (typeof refundTransitions)[number]
type RefundEnd = Exclude<RefundTransition, { from: null }>
export type RefundState = RefundTransition['to']
export const refundStates = ['Processing', 'Completed', 'Failed'] as const satisfies readonly RefundState[]

/** How refunds begin: asked for by the merchant, or taken back by the bank. */
export const bornRefund = {
  asked: moveIn(refundTransitions, 'event', 'asked').to,
  forcedReturn: moveIn(refundTransitions, 'event', 'forcedReturn').to,
}

/** The row of the table; undefined: it cannot happen. */
export const refundTransitionOf = (from: RefundState, event: RefundEnd['event']): RefundEnd | undefined =>
  refundTransitions.find((row): row is RefundEnd => row.from === from && row.event === event)
