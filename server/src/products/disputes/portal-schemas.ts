import { type Static, Type } from 'typebox'
import { DocumentItem } from '../company-payments/documents/portal-schemas.ts'
import { Cursor, CursorLike, Limit, PageOf } from '../../platform/http/paging.ts'
import { Amount, Money, Nullable, OneOf, Text, Timestamp, Words } from '../../platform/http/schemas.ts'
import { states as transactionStates } from '../../money/transactions/states.ts'
import { longestDefence, mostFiles } from './schemas.ts'
import { contestOutcomes, contestReasons, disputeOpeners, disputeReasons, disputeStates } from './states.ts'

export const DisputeParams = Type.Object({ merchantId: Type.String(), disputeId: Type.String() })
export type DisputeParams = Static<typeof DisputeParams>
export const FileParams = Type.Object({ ...DisputeParams.properties, fileId: Type.String() })

export const DisputeItem = Type.Object({
  id: Type.String(),
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  transactionId: Type.String(),
  bankReference: Type.String(),
  state: OneOf(disputeStates),
  reason: OneOf(disputeReasons),
  askedAmount: Money,
  blockedAmount: Money,
  returnedAmount: Money,
  /** The period in which it can be answered. */
  date: Timestamp,
  answerUntil: Timestamp,
  endDate: Nullable(Timestamp),
  /** How far the merchant's sandbox clock, which decides the deadline, is ahead of real time. */
  clockAheadSeconds: Type.Integer(),
})
export type DisputeItem = Static<typeof DisputeItem>

export const DisputeList = PageOf(DisputeItem)
export type DisputeList = Static<typeof DisputeList>

export const DisputesQuery = Type.Object({
  state: Type.Optional(OneOf(disputeStates)),
  transactionId: Type.Optional(Type.String()),
  limit: Limit,
  cursor: Cursor,
})

export const AllDisputesQuery = Type.Object({
  state: Type.Optional(OneOf(['UnderWay', 'Over', 'Contested'])),
  limit: Limit,
  cursor: CursorLike('^\\d{1,14}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
})

export const DisputeView = Type.Object({
  ...DisputeItem.properties,
  openedBy: OneOf(disputeOpeners),
  details: Nullable(Type.String()),
  cause: Nullable(Type.String()),
  transaction: Type.Object({
    state: OneOf(transactionStates),
    paidAmount: Money,
    payer: Nullable(Type.String()),
    date: Timestamp,
    endToEndId: Nullable(Type.String()),
    orderId: Nullable(Type.String()),
  }),
  defence: Nullable(
    Type.Object({
      text: Type.String(),
      date: Timestamp,
      files: Type.Array(DocumentItem),
      /** Why the bank refused the defence, in its words; null if it accepted it or does not receive it. */
      refusal: Nullable(Type.String()),
    }),
  ),
  /** What the merchant says against the return that was made; null: nothing. */
  contest: Nullable(
    Type.Object({
      reason: OneOf(contestReasons),
      text: Type.String(),
      date: Timestamp,
      files: Type.Array(DocumentItem),
      /** How the bank decided; null: not known yet. */
      outcome: Nullable(OneOf(contestOutcomes)),
      note: Nullable(Type.String()),
      endDate: Nullable(Timestamp),
    }),
  ),
  /** Until when the return can be contested; null: none was made. */
  contestUntil: Nullable(Timestamp),
  /** `bank`: the bank receives the text and decides. `operator`: operators read the text and the files and decide. */
  decidedBy: OneOf(['bank', 'operator']),
  /** The longest text that the bank or the operator accepts. */
  mostText: Type.Integer(),
  /** The actions the viewer may take. */
  canDefend: Type.Boolean(),
  canContest: Type.Boolean(),
  canEndContest: Type.Boolean(),
  canDecide: Type.Boolean(),
  /** Also where the bank decides, if it has left the case: it is asked first. */
  canRelease: Type.Boolean(),
})
export type DisputeView = Static<typeof DisputeView>

export const DefenceForm = Type.Object({
  text: Words(longestDefence),
  files: Type.Array(Type.String({ format: 'uuid' }), { maxItems: mostFiles }),
})
export type DefenceForm = Static<typeof DefenceForm>

export const ContestForm = Type.Object({ reason: OneOf(contestReasons), ...DefenceForm.properties })
export type ContestForm = Static<typeof ContestForm>

export const ContestOutcomeForm = Type.Object({ outcome: OneOf(contestOutcomes), note: Text(500, { minLength: 3 }) })
export type ContestOutcomeForm = Static<typeof ContestOutcomeForm>

/** An operator enters a dispute that a bank reported by other means than its API. */
export const CaseForm = Type.Object({
  transactionId: Words(64),
  bankReference: Words(100),
  reason: OneOf(disputeReasons),
  amount: Type.Optional(Amount()),
  details: Type.Optional(Text(500)),
})
export type CaseForm = Static<typeof CaseForm>

/** The result of the review, for the audit log. */
export const DecisionForm = Type.Object({ note: Text(500, { minLength: 3 }) })
export type DecisionForm = Static<typeof DecisionForm>
