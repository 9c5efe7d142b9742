import { Type } from 'typebox'
import { NextCursor } from '../../platform/http/paging.ts'
import { Moment, Money, MoneyOf, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { DeliveryStatus, StateInEvents } from '../webhooks/deliveries/schemas.ts'
import { readStates, spelledStates, statesInFilters } from './format-state.ts'

export const TransactionState = Named('TransactionState', OneOf(spelledStates))
const TransactionReadState = Named(
  'TransactionReadState',
  OneOf(readStates, 'The state as transaction reads spell it: `Canceled`'),
)
const TransactionType = Named('TransactionType', OneOf(['Credit', 'Debit'], '`Credit`: money in; `Debit`: money out'))
const PaymentType = Named('PaymentType', OneOf(['PIX', 'OpenFinance']))

/** `transaction` of every creation request. */
export const OrderRequest = Type.Object(
  {
    orderId: Type.Optional(
      Text(255, {
        minLength: 1,
        description: 'Your order id: repeating it with the same body answers the first transaction again',
      }),
    ),
    orderDescription: Type.Optional(Text(1024, { description: 'Your description' })),
  },
  { title: 'Order' },
)

/** `webhook` of every creation request. */
export const WebhookRequest = Type.Object(
  {
    url: Type.String({
      format: 'http-url',
      maxLength: 2048,
      description: 'Absolute http(s) address that is told of every state change',
      examples: ['https://example.com/hooks'],
    }),
    customHeaderName: Type.Optional(
      Type.String({
        format: 'header-name',
        maxLength: 100,
        description: 'A header of yours, sent with every event',
        examples: ['x-shop-token'],
      }),
    ),
    customHeaderValue: Type.Optional(
      Type.String({
        pattern: '^[\\t\\x20-\\x7e]*$',
        maxLength: 2048,
        description: 'Its value: letters, digits and signs of ASCII. Without a name there is nothing to send it under',
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
        'Makes a request without an id of yours (orderId, refundId) repeatable: the same key and body answer the first one again',
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

const Counterparty = Type.Object(
  {
    name: Nullable(Type.String()),
    cpf: Nullable(Type.String()),
    cnpj: Nullable(Type.String()),
  },
  { title: 'Counterparty' },
)

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
    metadata: Type.Object({
      paymentLinkId: Type.Optional(Type.String({ description: 'The payment link it was paid by' })),
    }),
    payer: Type.Optional(Nullable(Participant)),
    recipient: Type.Optional(Nullable(Participant)),
    customerName: Type.String(),
    accountName: Type.String(),
    accountNumber: Type.String(),
  },
  { title: 'Transaction' },
)

export const ReadData = Type.Object(
  {
    transaction: TransactionData,
    payment: Type.Object({
      payer: Type.Optional(Nullable(Counterparty)),
      receiver: Type.Optional(Nullable(Counterparty)),
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

/** What a webhook is told of a transaction; `eventView` makes it. */
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
    transactionAmount: MoneyOf('What was paid, once it was; what was asked for, until then'),
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
    paymentLinkId: Type.Optional(Type.String({ description: 'The payment link it was paid by' })),
    transactionPaidAmount: Type.Optional(MoneyOf('The wrong amount that was paid, of an `Error` for it')),
  },
  { title: 'TransactionEvent', description: 'A transaction as a change of its state left it' },
)

export const ListQuery = Type.Object({
  orderId: Type.Optional(Text(255, { description: 'Transactions of this order id of yours' })),
  state: Type.Optional(
    Named('TransactionStateFilter', OneOf(statesInFilters, '`Canceled` and `Cancelled` are one state')),
  ),
  type: Type.Optional(TransactionType),
  startDate: Type.Optional(Moment('Created at or after')),
  endDate: Type.Optional(Moment('Created at or before')),
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Items a page; 20 when not said')),
  'dataset.offset': Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Items to skip; 0 when not said' }),
  ),
  cursor: Type.Optional(
    Type.String({ format: 'uuid', description: '`nextCursor` of the page before: pages deep lists at constant cost' }),
  ),
})

export const ListData = Type.Object(
  {
    limit: Type.Integer(),
    offset: Type.Integer(),
    total: Nullable(Type.Integer({ description: 'How many match, up to 10,000; null on pages by cursor' })),
    items: Type.Array(TransactionData),
    nextCursor: NextCursor,
    totalIsExact: Nullable(
      Type.Boolean({
        description:
          'False: there are more than `total` says, or may be. Counting stops at 10,000, and looks for a state or a type among the newest 100,000 only',
      }),
    ),
  },
  { title: 'TransactionPage' },
)
