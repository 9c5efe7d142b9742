import { moveIn } from '../../platform/lib/state-table.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'

/**
 * The states of a dispute; a transition that is not listed cannot happen. The transaction and its money change in the
 * same commit. `event` notifies the merchant of changes it did not make itself.
 */
// biome-ignore format: a table is read in columns
export const disputeTransitions = [
  { from: null,        act: 'open',     to: 'Open',      event: 'DisputeOpened'   }, // blocked, as far as there is money
  { from: 'Open',      act: 'defend',   to: 'Defended',  event: null              },
  { from: 'Open',      act: 'return',   to: 'Returning', event: null              }, // the bank was ordered to return it
  { from: 'Defended',  act: 'return',   to: 'Returning', event: null              },
  { from: 'Open',      act: 'release',  to: 'Released',  event: 'DisputeReleased' },
  { from: 'Defended',  act: 'release',  to: 'Released',  event: 'DisputeReleased' },
  { from: 'Open',      act: 'forceReturn', to: 'Returned',  event: 'DisputeReturned' }, // the bank returned it without an order
  { from: 'Defended',  act: 'forceReturn', to: 'Returned',  event: 'DisputeReturned' },
  { from: 'Returning', act: 'settle',   to: 'Returned',  event: 'DisputeReturned' },
  { from: 'Returning', act: 'fail',     to: 'Released',  event: 'DisputeReleased' }, // the bank could not return it
  { from: 'Released',  act: 'settle',   to: 'Returned',  event: 'DisputeReturned' }, // it had returned it all the same
] as const

export type DisputeTransition = (typeof disputeTransitions)[number]
export type DisputeState = DisputeTransition['to']
export type DisputeAct = Exclude<DisputeTransition['act'], 'open'>
export type DisputeEventName = NonNullable<DisputeTransition['event']>

export const bornDispute: DisputeState = moveIn(disputeTransitions, 'act', 'open').to

/** The state after an action; undefined if it is not allowed. */
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

/** Its money is blocked and a decision is missing. */
export const isUndecided = (state: DisputeState): boolean => state === 'Open' || state === 'Defended'

/** Why a bank requests money back. */
export const disputeReasons = ['Fraud', 'OperationalFault'] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** Why a merchant contests a return that was made. */
export const contestReasons = ['NoFraud', 'AlreadyRefunded', 'WrongAmount', 'Other'] as const
export type ContestReason = (typeof contestReasons)[number]

/** How the bank decided on a contest. */
export const contestOutcomes = ['Accepted', 'Refused'] as const
export type ContestOutcome = (typeof contestOutcomes)[number]

/** Who reported it. */
export const disputeOpeners = ['bank', 'sandbox', 'operator'] as const
export type DisputeOpener = (typeof disputeOpeners)[number]

/** A row of `disputes`. */
export type Dispute = {
  merchantId: string
  id: string
  transactionId: string
  connectionId: string
  /** The bank's reference of the case. */
  bankReference: string
  openedBy: DisputeOpener
  reason: DisputeReason
  /** The bank's description. */
  details: string | null
  askedAmount: Micros
  /** The amount that was available when it was opened; blocked until the decision. */
  blockedAmount: Micros
  /** The amount returned so far; it may be a part while the rest is blocked. */
  returnedAmount: Micros
  state: DisputeState
  answerUntil: Date
  /** The refund that returns the money, once that was decided. */
  refundId: string | null
  defence: string | null
  defenceFiles: string[]
  defendedAt: Date | null
  /** Why the bank refused the defence. */
  defenceRefusal: string | null
  /** Why it was released if nobody decided that. */
  cause: string | null
  createdAt: Date
  endedAt: Date | null
} & Contest

/** What a merchant says against a return that was made; all null: it says nothing. */
export type Contest = {
  contestReason: ContestReason | null
  contest: string | null
  contestFiles: string[]
  contestedAt: Date | null
  contestOutcome: ContestOutcome | null
  /** What the bank said, as an operator enters it. */
  contestNote: string | null
  contestEndedAt: Date | null
}

export const noContest: Contest = {
  contestReason: null,
  contest: null,
  contestFiles: [],
  contestedAt: null,
  contestOutcome: null,
  contestNote: null,
  contestEndedAt: null,
}

/** The state after an action; throws if it is not allowed. */
export function movedBy(dispute: Dispute, act: DisputeAct): DisputeState {
  const row = disputeMove(dispute.state, act)
  if (row === undefined) throw new ApiError('DisputeStateNotAllowed', { message: `the dispute is ${dispute.state}` })
  return row.to
}
