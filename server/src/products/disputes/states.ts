import { moveIn } from '../../platform/lib/state-table.ts'

/**
 * The life of a dispute. What this table does not list cannot happen. `transaction` is what happens to its transaction in
 * the same commit, with the money; `event` is what the merchant is told of what nobody of theirs has done.
 */
// biome-ignore format: a table is read in columns
export const disputeTransitions = [
  { from: null,        act: 'open',     to: 'Open',      transaction: 'disputed',        event: 'DisputeOpened'   }, // blocked, as much as is there
  { from: 'Open',      act: 'defend',   to: 'Defended',  transaction: null,              event: null              },
  { from: 'Open',      act: 'return',   to: 'Returning', transaction: 'disputeReturned', event: null              }, // ordered at the bank
  { from: 'Defended',  act: 'return',   to: 'Returning', transaction: 'disputeReturned', event: null              },
  { from: 'Open',      act: 'release',  to: 'Released',  transaction: 'disputeReleased', event: 'DisputeReleased' },
  { from: 'Defended',  act: 'release',  to: 'Released',  transaction: 'disputeReleased', event: 'DisputeReleased' },
  { from: 'Open',      act: 'takeBack', to: 'Returned',  transaction: 'forcedReturn',       event: 'DisputeReturned' }, // by the bank, unasked; booked before, where a bank tells how cases end
  { from: 'Defended',  act: 'takeBack', to: 'Returned',  transaction: 'forcedReturn',       event: 'DisputeReturned' },
  { from: 'Returning', act: 'settle',   to: 'Returned',  transaction: 'refundCompleted', event: 'DisputeReturned' },
  { from: 'Returning', act: 'fail',     to: 'Released',  transaction: 'refundFailed',    event: 'DisputeReleased' }, // the bank could not return it
] as const

export type DisputeTransition = (typeof disputeTransitions)[number]
export type DisputeState = DisputeTransition['to']
export type DisputeAct = Exclude<DisputeTransition['act'], 'open'>
export type DisputeEventName = NonNullable<DisputeTransition['event']>

export const bornDispute: DisputeState = moveIn(disputeTransitions, 'act', 'open').to

/** What an act makes of a dispute; undefined: it cannot happen. */
export const disputeMove = (from: DisputeState, act: DisputeAct): DisputeTransition | undefined =>
  disputeTransitions.find(row => row.from === from && row.act === act)

export const disputeStates = [
  'Open',
  'Defended',
  'Returning',
  'Returned',
  'Released',
] as const satisfies readonly DisputeState[]
export const disputeEventNames = [...new Set(disputeTransitions.flatMap(({ event }) => event ?? []))]

/** Its money is blocked, and somebody has to decide. */
export const isUndecided = (state: DisputeState): boolean => state === 'Open' || state === 'Defended'

/** Why a bank wants money back. */
export const disputeReasons = ['Fraud', 'OperationalFault'] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** Who has told of it. */
export const disputeOpeners = ['bank', 'sandbox', 'operator'] as const
export type DisputeOpener = (typeof disputeOpeners)[number]
