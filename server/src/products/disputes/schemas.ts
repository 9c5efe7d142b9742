import { Type } from 'typebox'
import { Cursor, NextCursor } from '../../platform/http/paging.ts'
import { Amount, Money, MoneyOf, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { contestOutcomes, contestReasons, disputeEventNames, disputeReasons, disputeStates } from './states.ts'

const DisputeState = Named(
  'DisputeState',
  OneOf(disputeStates, 'Only an `Open` dispute can be answered. `Returned` and `Released` are final'),
)
const DisputeReason = Named('DisputeReason', OneOf(disputeReasons, 'Why the bank demands the money back'))

const ContestReason = Named('ContestReason', OneOf(contestReasons, 'Why you contest the return'))

const ContestOutcome = Named('ContestOutcome', OneOf(contestOutcomes, 'How the bank decided'))

const ContestData = Type.Object(
  {
    reason: ContestReason,
    text: Type.String({ description: 'Your explanation' }),
    files: Type.Array(Type.String(), { description: 'The ids of its files' }),
    date: Timestamp,
    outcome: Nullable(ContestOutcome),
    note: Nullable(Type.String({ description: 'What the bank said' })),
    endDate: Nullable(Timestamp),
  },
  { title: 'DisputeContest', description: 'What you say against the return that was made' },
)

export const DisputeData = Type.Object(
  {
    id: Type.String(),
    transactionId: Type.String(),
    bankReference: Type.String({ description: "The bank's id of the case" }),
    state: DisputeState,
    reason: DisputeReason,
    details: Nullable(Type.String({ description: "The bank's description" })),
    askedAmount: MoneyOf('The amount the bank demands back'),
    blockedAmount: MoneyOf('The amount blocked when the case was opened'),
    returnedAmount: Money,
    answerUntil: Type.String({ description: 'Deadline to answer', examples: ['2026-11-22T12:00:00.000Z'] }),
    defence: Nullable(Type.String({ description: 'Your answer' })),
    defenceFiles: Type.Array(Type.String(), { description: 'The ids of its files' }),
    defenceDate: Nullable(Timestamp),
    cause: Nullable(Type.String({ description: 'Why it was released, if it was not decided' })),
    date: Timestamp,
    endDate: Nullable(Timestamp),
    contest: Type.Optional(Nullable(ContestData)),
    contestUntil: Type.Optional(
      Nullable(Type.String({ description: 'Deadline to contest the return', examples: ['2027-02-10T12:00:00.000Z'] })),
    ),
  },
  { title: 'Dispute' },
)

export const DisputeParams = Type.Object({ disputeId: Type.String({ description: "The dispute's id" }) })

export const DisputesQuery = Type.Object({
  state: Type.Optional(DisputeState),
  transactionId: Type.Optional(Type.String({ description: 'Only disputes of this transaction' })),
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Items per page. Default: 20')),
  cursor: Cursor,
})

export const DisputePage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(DisputeData), nextCursor: NextCursor },
  { title: 'DisputePage' },
)

export const mostFiles = 10
/** In characters. A bank may accept less. */
export const longestDefence = 4000

export const DefenceRequest = Type.Object(
  {
    text: Text(longestDefence, { minLength: 1, description: 'Your explanation' }),
    files: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: mostFiles,
        description: 'Ids of files that were uploaded',
      }),
    ),
  },
  { title: 'DefenceRequest' },
)

export const ContestRequest = Type.Object(
  { reason: ContestReason, ...DefenceRequest.properties },
  { title: 'ContestRequest' },
)

export const FileRequest = Type.Object(
  { fileName: Text(255, { minLength: 1, description: 'Name of the file to upload' }) },
  { title: 'DefenceFileRequest' },
)

export const DefenceFile = Type.Object(
  {
    id: Type.String({ description: 'The file id to send with a defence' }),
    uploadUrl: Type.String({
      format: 'uri',
      description: 'PUT the file to this address, once, within 300 seconds. No token is needed',
    }),
  },
  { title: 'DefenceFile' },
)

export const SimulatedDispute = Type.Object(
  {
    transactionId: Type.String({ description: 'The completed cash-in that is disputed' }),
    amount: Type.Optional(Amount('The amount the bank demands back. Default: all that was paid')),
    reason: Type.Optional(DisputeReason),
    details: Type.Optional(Text(500, { description: "The bank's description" })),
  },
  { title: 'SimulatedDispute' },
)

/** The webhook event of a dispute. Returned money is also reported as a refund of the transaction. */
export const DisputeEvent = Type.Object(
  { event: Named('DisputeEventName', OneOf(disputeEventNames)), dispute: DisputeData },
  { title: 'DisputeEvent', description: 'The dispute after a change of state' },
)
