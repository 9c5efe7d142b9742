import { Type } from 'typebox'
import { TotalIsExact } from '../../http/paging.ts'
import { Amount, Moment, Nullable, OneOf, Text, Timestamp } from '../../http/schemas.ts'
import { Dataset } from '../receivers/schemas.ts'
import { statusesInFilters } from './states.ts'

export const PaymentRequestRequest = Type.Object({
  amount: Amount(),
  description: Text(1024, { minLength: 1, description: 'What the payment is for' }),
  refReceiver: Text(100, { description: "The receiver's id" }),
  refBankAccount: Text(100, { description: "The id of one of the receiver's bank accounts" }),
})

const created = {
  id: Type.String(),
  amount: Type.String({ description: '2 decimals on creation (more only where needed), 6 when read' }),
  status: Type.String({ examples: ['Pending'] }),
  pixKey: Type.String(),
  pixKeyType: Type.Literal('CNPJ'),
  description: Type.String(),
  refReceiver: Type.String(),
  refBankAccount: Type.String(),
  refTransaction: Type.String({ description: 'The transaction that carries it out' }),
  referencesInfo: Type.Object({ receiverName: Type.String(), customerName: Type.String() }),
}

export const CreatedPaymentRequest = Type.Object(created)

export const PaymentRequestData = Type.Object({
  ...created,
  executionState: Type.String({ description: 'The state of the transaction', examples: ['Created'] }),
  executionCreatedDate: Timestamp,
  executionRegisteredDate: Nullable(Timestamp),
  executionCompletedDate: Nullable(Timestamp),
})

const FlowStep = Type.Object({
  id: Type.String(),
  date: Timestamp,
  userFullName: Type.String(),
  userRealm: OneOf(['Partner', 'Operator']),
  status: Type.String(),
  comment: Nullable(Type.String()),
})

export const PaymentRequestDetail = Type.Object({ entity: PaymentRequestData, flows: Type.Array(FlowStep) })

export const RequestParams = Type.Object({ trId: Type.String({ description: "The payment request's id" }) })

export const RequestsQuery = Type.Object({
  ...Dataset,
  status: OneOf(statusesInFilters, '`Denied` is another word for `Rejected`'),
  startDate: Moment('Created at or after'),
  endDate: Moment('Created at or before'),
})

export const PaymentRequestPage = Type.Object({
  limit: Type.Integer(),
  offset: Type.Integer(),
  total: Type.Integer(),
  items: Type.Array(PaymentRequestData),
  totalIsExact: TotalIsExact,
})

export const DecisionRequest = Type.Object({
  comment: Type.Optional(Text(1024, { description: 'A word for the merchant' })),
})
