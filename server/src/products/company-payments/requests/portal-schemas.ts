import { type Static, Type } from 'typebox'
import { Cursor, Limit, PageOf } from '../../../platform/http/paging.ts'
import { Amount, Money, Nullable, OneOf, Text, Timestamp, Words } from '../../../platform/http/schemas.ts'
import { ApprovalProgressView, decisionFields } from '../../approvals/portal-schemas.ts'
import { requestStatuses } from './states.ts'

export const RequestParams = Type.Object({ merchantId: Type.String(), requestId: Type.String() })

export const BrowseQuery = Type.Object({
  limit: Limit,
  cursor: Cursor,
  status: Type.Optional(OneOf(requestStatuses)),
  receiverId: Type.Optional(Type.String({ format: 'uuid' })),
  waitsForMe: Type.Optional(Type.Boolean({ description: 'Only what waits for my approval' })),
})

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

/** The page of the request shows the rest. */
export const CreatedRequest = Type.Object({ id: Type.String() })
export type CreatedRequest = Static<typeof CreatedRequest>

const request = {
  id: Type.String(),
  createdAt: Timestamp,
  amount: Money,
  status: OneOf(requestStatuses),
  description: Type.String(),
  requestedBy: Type.String(),
  /** Of the transaction that carries it out; nothing happens to it before the approval. */
  executionState: Type.String(),
  approvalProgress: ApprovalProgressView,
}

export const RequestItem = Type.Object({
  ...request,
  /** Of a cash-out by API that waits for approval; null: another request. */
  recipient: Nullable(Type.String()),
  /** Null: a withdrawal of the merchant's own. */
  receiver: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  waitsForMe: Type.Boolean(),
})
export type RequestItem = Static<typeof RequestItem>

export const RequestList = PageOf(RequestItem)

export const RequestDetail = Type.Object({
  ...request,
  /** Of a cash-out by API that waits for approval; null: another request. */
  recipient: Nullable(Type.String()),
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
