import { Type } from 'typebox'
import { NextCursor } from '../../platform/http/paging.ts'
import {
  Metadata,
  Moment,
  Money,
  MoneyOf,
  Named,
  Nullable,
  OneOf,
  Text,
  Timestamp,
} from '../../platform/http/schemas.ts'
import { DeliveryStatus, StateInEvents } from '../webhooks/deliveries/schemas.ts'
import { readStates, spelledStates, statesInFilters } from './format-state.ts'

export const TransactionState = Named('TransactionState', OneOf(spelledStates))
const TransactionReadState = Named(
  'TransactionReadState',
  OneOf(readStates, 'The state as it is spelled when you read a transaction: `Canceled`'),
)
const TransactionType = Named('TransactionType', OneOf(['Credit', 'Debit'], '`Credit`: money in; `Debit`: money out'))
const PaymentType = Named('PaymentType', OneOf(['PIX', 'OpenFinance']))

/** `transaction` of every creation request. */
export const OrderRequest = Type.Object(
  {
    orderId: Type.Optional(
      Text(255, {
        minLength: 1,
        description: 'Your order id. Repeating it with the same body returns the first transaction',
      }),
    ),
    orderDescription: Type.Optional(Text(1024, { description: 'Your description' })),
    metadata: Type.Optional(Metadata),
  },
  { title: 'Order' },
)

/** `webhook` of every creation request. */
export const WebhookRequest = Type.Object(
  {
    url: Type.String({
      format: 'http-url',
      maxLength: 2048,
      description: 'Absolute http(s) address that is notified of every state change',
      examples: ['https://example.com/hooks'],
    }),
    customHeaderName: Type.Optional(
      Type.String({
        format: 'header-name',
        maxLength: 100,
        description: 'A custom header that is sent with every event',
        examples: ['x-shop-token'],
      }),
    ),
    customHeaderValue: Type.Optional(
      Type.String({
        pattern: '^[\\t\\x20-\\x7e]*$',
        maxLength: 2048,
        description: 'The value of the custom header, in ASCII. Requires a name',
        examples: ['s3cret-42'],
      }),
    ),
  },
  { title: 'Webhook', dependentRequired: { customHeaderValue: ['customHeaderName'] } },
)

/** Headers of every creation request. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Makes a request without your own id (orderId, refundId) idempotent: the same key and body return the first response',
    }),
  ),
})

/** The answer to a creation. */
export const CreatedTransaction = Type.Object(
  {
    id: Type.String(),
    orderId: Nullable(Type.String()),
    date: Timestamp,
    state: TransactionState,
    amount: Type.String({ description: 'As requested' }),
    waitsForApproval: Type.Optional(
      Type.Boolean({ description: 'True: it waits for approval in the portal. Not there: it does not' }),
    ),
  },
  { title: 'CreatedTransaction' },
)

const Participant = Type.Object(
  {
    bankCode: Nullable(Type.String()),
    bankIspb: Nullable(Type.String()),
    bankName: Nullable(Type.String()),
    accountAgency: Nullable(Type.String()),
    accountNumber: Nullable(Type.String()),
    accountDigit: Nullable(Type.String()),
    accountType: Nullable(Type.String()),
    name: Nullable(Type.String()),
    taxNumber: Nullable(Type.String()),
  },
  { title: 'Participant' },
)

export const Counterparty = Type.Object(
  {
    name: Nullable(Type.String()),
    cpf: Nullable(Type.String()),
    cnpj: Nullable(Type.String()),
  },
  { title: 'Counterparty' },
)

/** As it was sent. */
export const StoredMetadata = Type.Unsafe<Metadata>({
  type: 'object',
  additionalProperties: Type.String(),
  description: 'Your own fields',
})

/** When each state was reached, in reads and events alike. */
const stateDates = {
  stateRegisteredDate: Timestamp,
  stateCompletedDate: Nullable(Timestamp),
  stateCancelledDate: Nullable(Timestamp),
  stateRefundDate: Nullable(Timestamp),
  stateReversedDate: Nullable(Timestamp),
  stateErrorDate: Nullable(Timestamp),
  stateErrorCause: Nullable(Type.String()),
}

const CustomerId = Type.Optional(Type.String({ description: 'The customer that was charged. Absent: none was named' }))

export const TransactionData = Type.Object(
  {
    id: Type.String(),
    externalId: Nullable(Type.String({ description: 'Id given by the bank' })),
    externalResourceId: Nullable(Type.String({ description: 'The same as externalId' })),
    orderId: Nullable(Type.String()),
    orderDescription: Nullable(Type.String()),
    date: Timestamp,
    type: TransactionType,
    category: Named('TransactionCategory', OneOf(['PartnerSales', 'PartnerWithdrawals', 'PartnerRecipientPayments'])),
    paymentType: PaymentType,
    state: TransactionReadState,
    ...stateDates,
    amount: Money,
    receiptAmount: Nullable(Money),
    refundedAmount: Money,
    currency: Type.Literal('BRL'),
    charges: Money,
    chargesObject: Type.Object({ costValue: Money, rateValue: Money, rate: Money }, { title: 'Charges' }),
    receiptUrl: Nullable(Type.String()),
    receiptDate: Nullable(Timestamp),
    receiptVoucher: Nullable(Type.String({ description: 'The end-to-end id' })),
    metadata: Type.Object(
      { paymentLinkId: Type.Optional(Type.String({ description: 'The payment link' })) },
      { additionalProperties: Type.String(), description: 'Your own fields' },
    ),
    payer: Type.Optional(Nullable(Participant)),
    recipient: Type.Optional(Nullable(Participant)),
    customerName: Type.String(),
    accountName: Type.String(),
    accountNumber: Type.String(),
    customerId: CustomerId,
  },
  { title: 'Transaction' },
)

export const ReadData = Type.Object(
  {
    transaction: TransactionData,
    payment: Type.Object({
      payer: Type.Optional(Nullable(Counterparty)),
      receiver: Type.Optional(Nullable(Counterparty)),
      onlyThisPayer: Type.Optional(
        Type.Boolean({ description: 'Of a charge. True: money from another document than the payer’s is returned' }),
      ),
      key: Nullable(Type.String()),
      keyType: Nullable(Type.String()),
      value: Type.Object({ original: Money }),
      qrCode: Nullable(Type.String()),
      qrCodeLocation: Nullable(Type.String()),
    }),
    webhook: Type.Object({
      url: Nullable(Type.String()),
      customHeaderName: Nullable(Type.String()),
      customHeaderValue: Nullable(Type.String()),
      deliveryStatus: DeliveryStatus,
      deliveryTime: Nullable(Timestamp),
    }),
  },
  { title: 'TransactionDetail' },
)

/** How the amount of a bill is made up; `componentsView` makes it. */
export const AmountComponents = Type.Object(
  {
    original: MoneyOf('The amount of the bill'),
    fine: MoneyOf('Added'),
    interest: MoneyOf('Added'),
    rebate: MoneyOf('Taken off'),
    discount: MoneyOf('Taken off'),
  },
  { title: 'AmountComponents', description: 'original + fine + interest − rebate − discount' },
)

/** What a webhook event says of a transaction; `eventView` makes it. */
export const TransactionEvent = Type.Object(
  {
    id: Type.String({ description: "The transaction's id" }),
    transactionState: StateInEvents,
    transactionDate: Timestamp,
    transactionOrderId: Nullable(Type.String()),
    transactionOrderDescription: Nullable(Type.String()),
    transactionReceipt: Nullable(Type.String({ description: 'Address of the receipt' })),
    transactionReceiptDate: Nullable(Timestamp),
    transactionReceiptVoucher: Nullable(Type.String({ description: 'The end-to-end id' })),
    transactionAmount: MoneyOf('The amount paid; before payment, the amount requested'),
    transactionRefundedAmount: Money,
    transactionType: TransactionType,
    transactionPaymentType: PaymentType,
    ...stateDates,
    webhookUrl: Nullable(Type.String()),
    payer: Nullable(Participant),
    recipient: Nullable(Participant),
    refund: Type.Optional(
      Type.Object(
        { id: Type.String(), amount: Money, state: Type.String({ examples: ['Completed'] }) },
        { title: 'EventRefund', description: 'The refund the event is about' },
      ),
    ),
    paymentLinkId: Type.Optional(Type.String({ description: 'The payment link' })),
    customerId: CustomerId,
    metadata: Type.Optional(StoredMetadata),
    transactionAmountComponents: Type.Optional(AmountComponents),
    transactionPaidAmount: Type.Optional(MoneyOf('The wrong amount that was paid, if that is the cause of an `Error`')),
  },
  { title: 'TransactionEvent', description: 'The transaction after a change of state' },
)

const StateFilter = Named(
  'TransactionStateFilter',
  OneOf(statesInFilters, '`status` is another name of it. `Canceled` and `Cancelled` are the same state'),
)

export const ListQuery = Type.Object({
  orderId: Type.Optional(Text(255, { description: 'Transactions with this order id' })),
  state: Type.Optional(StateFilter),
  status: Type.Optional(StateFilter),
  type: Type.Optional(TransactionType),
  startDate: Type.Optional(Moment('Created at or after')),
  endDate: Type.Optional(Moment('Created at or before')),
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Items per page. Default: 20')),
  'dataset.offset': Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Items to skip. Default: 0' }),
  ),
  cursor: Type.Optional(
    Type.String({ format: 'uuid', description: '`nextCursor` of the previous page. Use it for long lists' }),
  ),
})

export const ListData = Type.Object(
  {
    limit: Type.Integer(),
    offset: Type.Integer(),
    total: Nullable(
      Type.Integer({
        description:
          'Number of matches. Counted up to 10,000; beyond, more than the items so far while more follow. Null on pages by cursor',
      }),
    ),
    items: Type.Array(TransactionData),
    nextCursor: NextCursor,
    totalIsExact: Nullable(
      Type.Boolean({
        description:
          'False: there may be more than `total`. Counting stops at 10,000; with a filter by state or type, only the newest 100,000 are counted',
      }),
    ),
  },
  { title: 'TransactionPage' },
)
