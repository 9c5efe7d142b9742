/**
 * The life of a refund. What this table does not list cannot happen. Its money moves with its transaction, in the same
 * commit: `transaction` is what happens there.
 */
// biome-ignore format: a table is read in columns
export const refundTransitions = [
  { from: null,         event: 'asked',     to: 'Processing', transaction: 'refundAsked'     }, // held, and ordered at the bank
  { from: null,         event: 'takenBack', to: 'Completed',  transaction: 'takenBack'       }, // by the bank, unasked
  { from: 'Processing', event: 'completed', to: 'Completed',  transaction: 'refundCompleted' },
  { from: 'Processing', event: 'failed',    to: 'Failed',     transaction: 'refundFailed'    }, // may be asked again, under a new id
] as const

export type RefundState = (typeof refundTransitions)[number]['to']
export type RefundEvent = (typeof refundTransitions)[number]['event']
export const refundStates = ['Processing', 'Completed', 'Failed'] as const satisfies readonly RefundState[]

/** The row of the table; undefined: it cannot happen. */
export const refundTransitionOf = (from: RefundState | null, event: RefundEvent) =>
  refundTransitions.find(row => row.from === from && row.event === event)
