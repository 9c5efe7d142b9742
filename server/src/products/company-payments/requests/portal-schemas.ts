import { type Static, Type } from 'typebox'
import { Cursor, Limit, PageOf } from '../../../platform/http/paging.ts'
import { Amount, Money, Nullable, OneOf, Text, Timestamp, Words } from '../../../platform/http/schemas.ts'
import { requestStatuses } from './states.ts'

export const RequestParams = Type.Object({ merchantId: Type.String(), requestId: Type.String() })

export const BrowseQuery = Type.Object({
  limit: Limit,
  cursor: Cursor,
  status: Type.Optional(OneOf(requestStatuses)),
  receiverId: Type.Optional(Type.String({ format: 'uuid' })),
  waitsForMe: Type.Optional(Type.Boolean({ description: 'Only what waits for my approval' })),
})
export type BrowseQuery = Static<typeof BrowseQuery>

export const QueueQuery = Type.Object({ limit: Limit, cursor: Cursor })

export const RequestForm = Type.Object({
  amount: Amount(),
  description: Words(1024, 'What the payment is for'),
  receiverId: Text(100),
  accountId: Text(100),
  /** The same form sent again, for want of an answer, asks for the same payment. */
  formKey: Type.Optional(Type.String({ format: 'uuid' })),
})
export type RequestForm = Static<typeof RequestForm>

export const ApproveForm = Type.Object({ comment: Type.Optional(Words(1024)) })
export type ApproveForm = Static<typeof ApproveForm>

/** Whoever asked deserves to know why. */
export const RejectForm = Type.Object({ comment: Words(1024) })
export type RejectForm = Static<typeof RejectForm>

/** The page of the request tells the rest. */
export const CreatedRequest = Type.Object({ id: Type.String() })
export type CreatedRequest = Static<typeof CreatedRequest>

export const ApprovalProgressView = Type.Object({
  approversNeeded: Type.Integer(),
  approvalsGiven: Type.Integer(),
  operatorNeeded: Type.Boolean(),
  operatorAgreed: Type.Boolean(),
})
export type ApprovalProgressView = Static<typeof ApprovalProgressView>

const request = {
  id: Type.String(),
  createdAt: Timestamp,
  amount: Money,
  status: OneOf(requestStatuses),
  description: Type.String(),
  askedBy: Type.String(),
  /** Of the transaction that carries it out; nothing happens to it before the approval. */
  executionState: Type.String(),
  approvalProgress: ApprovalProgressView,
}

export const RequestItem = Type.Object({
  ...request,
  /** Null: a withdrawal of the merchant's own. */
  receiver: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  waitsForMe: Type.Boolean(),
})
export type RequestItem = Static<typeof RequestItem>

export const RequestList = PageOf(RequestItem)
export type RequestList = Static<typeof RequestList>

export const StepView = Type.Object({
  id: Type.String(),
  at: Timestamp,
  name: Type.String(),
  realm: OneOf(['Partner', 'Operator']),
  status: OneOf(requestStatuses),
  comment: Nullable(Type.String()),
  isMe: Type.Boolean(),
})
export type StepView = Static<typeof StepView>

/** How far a decision is, and what whoever reads this can do about it: of a request, or of a batch. */
export const decisionFields = {
  steps: Type.Array(StepView),
  mayStillApprove: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /** What approving takes from the balance; null once it is decided. */
  cost: Type.Union([
    Type.Object({
      charges: Money,
      total: Money,
      available: Money,
      suffices: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  /** What whoever reads this can do about it now. */
  mine: Type.Object({
    asked: Type.Boolean(),
    decided: Type.Boolean(),
    /** In whose name they can approve or reject; null: they cannot. */
    decideAs: Type.Union([OneOf(['Partner', 'Operator']), Type.Null()]),
    canApprove: Type.Boolean(),
    canCancel: Type.Boolean(),
  }),
}

export const RequestDetail = Type.Object({
  ...request,
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  /** Nulls: a withdrawal, to a key of the merchant's own. */
  receiver: Nullable(Type.Object({ id: Type.String(), name: Type.String(), cnpj: Type.String() })),
  account: Nullable(
    Type.Object({
      id: Type.String(),
      bankCode: Type.String(),
      bankName: Type.String(),
      agency: Type.String(),
      number: Type.String(),
    }),
  ),
  pixKey: Type.Object({ type: Type.String(), value: Type.String() }),
  transactionId: Type.String(),
  registeredAt: Nullable(Timestamp),
  endedAt: Nullable(Timestamp),
  ...decisionFields,
})
export type RequestDetail = Static<typeof RequestDetail>
