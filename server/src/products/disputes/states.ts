import { moveIn } from '../../platform/lib/state-table.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'

/**
 * The life of a dispute. What this table does not list cannot happen. Its transaction changes in the same commit, and
 * with it the money. `event` is what the merchant is notified of: what they have not done themselves.
 */
// biome-ignore format: a table is read in columns
export const disputeTransitions = [
  { from: null,        act: 'open',     to: 'Open',      event: 'DisputeOpened'   }, // blocked, as much as is there
  { from: 'Open',      act: 'defend',   to: 'Defended',  event: null              },
  { from: 'Open',      act: 'return',   to: 'Returning', event: null              }, // ordered at the bank
  { from: 'Defended',  act: 'return',   to: 'Returning', event: null              },
  { from: 'Open',      act: 'release',  to: 'Released',  event: 'DisputeReleased' },
  { from: 'Defended',  act: 'release',  to: 'Released',  event: 'DisputeReleased' },
  { from: 'Open',      act: 'forceReturn', to: 'Returned',  event: 'DisputeReturned' }, // by the bank, without an order; booked before, where a bank reports decisions
  { from: 'Defended',  act: 'forceReturn', to: 'Returned',  event: 'DisputeReturned' },
  { from: 'Returning', act: 'settle',   to: 'Returned',  event: 'DisputeReturned' },
  { from: 'Returning', act: 'fail',     to: 'Released',  event: 'DisputeReleased' }, // the bank could not return it
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

/** Who reported it. */
export const disputeOpeners = ['bank', 'sandbox', 'operator'] as const
export type DisputeOpener = (typeof disputeOpeners)[number]

/** A row of `disputes`. */
export type Dispute = {
  merchantId: string
  id: string
  transactionId: string
  connectionId: string
  /** What the bank calls the case. */
  bankReference: string
  openedBy: DisputeOpener
  reason: DisputeReason
  /** What the bank says about it. */
  details: string | null
  askedAmount: Micros
  /** What was there when it was opened, and is blocked while nobody has decided. */
  blockedAmount: Micros
  /** What has gone back for it so far: also a part, while the rest is blocked. */
  returnedAmount: Micros
  state: DisputeState
  answerUntil: Date
  /** The refund that gives the money back, once that was decided. */
  refundId: string | null
  defence: string | null
  defenceFiles: string[]
  defendedAt: Date | null
  /** Why the bank did not take the defence. */
  defenceRefusal: string | null
  /** Why it was released, where nobody decided so. */
  cause: string | null
  createdAt: Date
  endedAt: Date | null
}

/** What an act makes of a dispute, or the refusal. */
export function movedBy(dispute: Dispute, act: DisputeAct): DisputeState {
  const row = disputeMove(dispute.state, act)
  if (row === undefined) throw new ApiError('DisputeStateNotAllowed', { message: `the dispute is ${dispute.state}` })
  return row.to
}
