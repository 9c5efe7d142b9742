import { Type } from 'typebox'
import { Cursor, NextCursor } from '../../platform/http/paging.ts'
import { Amount, Money, MoneyOf, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { disputeEventNames, disputeReasons, disputeStates } from './states.ts'

export const DisputeState = Named(
  'DisputeState',
  OneOf(disputeStates, 'An `Open` one can be answered; `Returned` and `Released` are ends'),
)
export const DisputeReason = Named('DisputeReason', OneOf(disputeReasons, 'Why the bank wants the money back'))

export const DisputeData = Type.Object(
  {
    id: Type.String(),
    transactionId: Type.String(),
    bankReference: Type.String({ description: 'What the bank calls the case' }),
    state: DisputeState,
    reason: DisputeReason,
    details: Nullable(Type.String({ description: 'What the bank says about it' })),
    askedAmount: MoneyOf('What the bank wants back'),
    blockedAmount: MoneyOf('What was available when the case came, and was blocked'),
    returnedAmount: Money,
    answerUntil: Type.String({ description: 'Until when it can be answered', examples: ['2026-11-22T12:00:00.000Z'] }),
    defence: Nullable(Type.String({ description: 'Your answer' })),
    defenceFiles: Type.Array(Type.String(), { description: 'The ids of its files' }),
    defenceDate: Nullable(Timestamp),
    cause: Nullable(Type.String({ description: 'Why it was released, where nobody decided so' })),
    date: Timestamp,
    endDate: Nullable(Timestamp),
  },
  { title: 'Dispute' },
)

export const DisputeParams = Type.Object({ disputeId: Type.String({ description: "The dispute's id" }) })

export const DisputesQuery = Type.Object({
  state: Type.Optional(DisputeState),
  transactionId: Type.Optional(Type.String({ description: 'Only those of this transaction' })),
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Items a page; 20 when not said')),
  cursor: Cursor,
})

export const DisputePage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(DisputeData), nextCursor: NextCursor },
  { title: 'DisputePage' },
)

export const mostFiles = 10
/** In characters. A bank that gets it may take less. */
export const longestDefence = 4000

export const DefenceRequest = Type.Object(
  {
    text: Text(longestDefence, { minLength: 1, description: 'Why the money is rightly yours' }),
    files: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: mostFiles,
        description: 'Ids of files that were uploaded',
      }),
    ),
  },
  { title: 'DefenceRequest' },
)

export const FileRequest = Type.Object(
  { fileName: Text(255, { minLength: 1, description: 'Name of the file to upload' }) },
  { title: 'DefenceFileRequest' },
)

export const DefenceFile = Type.Object(
  {
    id: Type.String({ description: 'What a defence calls the file' }),
    uploadUrl: Type.String({
      format: 'uri',
      description: 'PUT the bytes to this address, once, within 300 seconds; no other permission is needed',
    }),
  },
  { title: 'DefenceFile' },
)

export const SimulatedDispute = Type.Object(
  {
    transactionId: Type.String({ description: 'The completed cash-in that is disputed' }),
    amount: Type.Optional(Amount('What the bank wants back; all that was paid when not said')),
    reason: Type.Optional(DisputeReason),
    details: Type.Optional(Text(500, { description: 'What the bank says about it' })),
  },
  { title: 'SimulatedDispute' },
)

/** What a merchant is told of a dispute. Money that goes back by it is told as a refund of the transaction, too. */
export const DisputeEvent = Type.Object(
  { event: Named('DisputeEventName', OneOf(disputeEventNames)), dispute: DisputeData },
  { title: 'DisputeEvent', description: 'A dispute as a change of its state left it' },
)
