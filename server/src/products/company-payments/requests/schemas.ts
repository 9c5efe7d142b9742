import { Type } from 'typebox'
import { TotalIsExact } from '../../../platform/http/paging.ts'
import { Amount, Moment, Named, Nullable, OneOf, Text, Timestamp } from '../../../platform/http/schemas.ts'
import { TransactionState } from '../../../money/transactions/schemas.ts'
import { Dataset } from '../receivers/schemas.ts'
import { requestStatuses, requestTransitions, statusesInFilters } from './states.ts'

const RequestStatus = Named('PaymentRequestStatus', OneOf(requestStatuses))

export const PaymentRequestRequest = Type.Object(
  {
    amount: Amount(),
    description: Text(1024, { minLength: 1, description: 'What the payment is for' }),
    refReceiver: Text(100, { description: "The receiver's id" }),
    refBankAccount: Text(100, { description: "The id of one of the receiver's bank accounts" }),
  },
  { title: 'CreatePaymentRequest' },
)

const created = {
  id: Type.String(),
  amount: Type.String({ description: '2 decimals in the response to the creation (more only if needed), 6 when read' }),
  status: RequestStatus,
  pixKey: Type.String(),
  pixKeyType: Type.Literal('CNPJ'),
  description: Type.String(),
  refReceiver: Type.String(),
  refBankAccount: Type.String(),
  refTransaction: Type.String({ description: 'The transaction that pays it' }),
  referencesInfo: Type.Object(
    { receiverName: Type.String(), customerName: Type.String() },
    { title: 'PaymentRequestNames' },
  ),
}

export const CreatedPaymentRequest = Type.Object(created, { title: 'CreatedPaymentRequest' })

export const PaymentRequestData = Type.Object(
  {
    ...created,
    executionState: TransactionState,
    executionCreatedDate: Timestamp,
    executionRegisteredDate: Nullable(Timestamp),
    executionCompletedDate: Nullable(Timestamp),
  },
  { title: 'PaymentRequest' },
)

const FlowStep = Type.Object(
  {
    id: Type.String(),
    date: Timestamp,
    userFullName: Type.String(),
    userRealm: OneOf(['Partner', 'Operator']),
    status: RequestStatus,
    comment: Nullable(Type.String()),
  },
  { title: 'ApprovalStep' },
)

export const PaymentRequestDetail = Type.Object(
  { entity: PaymentRequestData, flows: Type.Array(FlowStep) },
  { title: 'PaymentRequestDetail' },
)

export const RequestParams = Type.Object({ trId: Type.String({ description: "The payment request's id" }) })

export const RequestsQuery = Type.Object({
  ...Dataset,
  status: Named('PaymentRequestStatusFilter', OneOf(statusesInFilters, '`Denied` is the same as `Rejected`')),
  startDate: Moment('Created at or after'),
  endDate: Moment('Created at or before'),
})

export const PaymentRequestPage = Type.Object(
  {
    limit: Type.Integer(),
    offset: Type.Integer(),
    total: Type.Integer(),
    items: Type.Array(PaymentRequestData),
    totalIsExact: TotalIsExact,
  },
  { title: 'PaymentRequestPage' },
)

const decisions = requestTransitions.flatMap(({ event }) => event ?? [])

/** The webhook event of a decision, sent to the merchant's own webhook URL. */
export const PaymentRequestEvent = Type.Object(
  { event: Named('PaymentRequestEventName', OneOf([...new Set(decisions)])), request: PaymentRequestData },
  { title: 'PaymentRequestEvent', description: 'A decision on a payment request, and the request after it' },
)
