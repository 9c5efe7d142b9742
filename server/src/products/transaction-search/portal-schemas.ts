import { type Static, Type } from 'typebox'
import { Reason, RefundView } from '../../money/refunds/schemas.ts'
import { type PostingName, postings } from '../../money/ledger/postings.ts'
import { Cursor, Limit, PageOf } from '../../platform/http/paging.ts'
import { Amount, Day, Money, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { StoredMetadata } from '../../money/transactions/schemas.ts'
import { operationNames } from '../../money/transactions/operations.ts'
import { eventKinds, states } from '../../money/transactions/states.ts'

/** Whose CPF or CNPJ: that of the party named in the request, of the actual payer or recipient, or the PIX key itself. */
const parties = ['named', 'actual', 'pixKey'] as const
export type WhichParty = (typeof parties)[number]

/** The same names are used in the URL of the screen. Days are in São Paulo time, both included. */
const filters = {
  q: Type.Optional(
    Text(255, {
      description:
        'The beginning of an id, order id, end-to-end id, name or amount; CPF or CNPJ, for who may reveal one',
    }),
  ),
  state: Type.Optional(OneOf(states)),
  operation: Type.Optional(OneOf(operationNames)),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  leastAmount: Type.Optional(Amount()),
  mostAmount: Type.Optional(Amount()),
}

export const TransactionsFile = Type.Object(filters)
export const TransactionsQuery = Type.Object({ ...filters, limit: Limit, cursor: Cursor })
export type TransactionsQuery = Static<typeof TransactionsQuery>

/** A party of the transaction. The document is masked; revealing it is a separate, recorded action. */
const Party = Type.Object({ name: Nullable(Type.String()), taxNumber: Nullable(Type.String()) })

export const TransactionItem = Type.Object({
  id: Type.String(),
  date: Timestamp,
  operation: OneOf(operationNames),
  type: OneOf(['Credit', 'Debit']),
  state: OneOf(states),
  /** The amount paid; until then, the amount requested. */
  amount: Money,
  refundedAmount: Money,
  orderId: Nullable(Type.String()),
  orderDescription: Nullable(Type.String()),
  party: Nullable(Party),
})
export type TransactionItem = Static<typeof TransactionItem>

export const TransactionsPage = Type.Object({
  ...PageOf(TransactionItem).properties,
  /** How far back a short page has searched; null: to the end. */
  lookedUntil: Nullable(Timestamp),
  /** What happened to a CPF or CNPJ in the search; null: there was none. */
  taxNumber: Nullable(OneOf(['searched', 'notAllowed'])),
})
export type TransactionsPage = Static<typeof TransactionsPage>

/** The sums of a list. Unpaid charges are counted, but add no money. */
export const TransactionTotals = Type.Object({
  count: Type.Integer(),
  inAmount: Money,
  outAmount: Money,
  refundedAmount: Money,
  charges: Money,
  /** Older transactions are not in it; null: all are. */
  countedFrom: Nullable(Timestamp),
})
export type TransactionTotals = Static<typeof TransactionTotals>

const Participant = Type.Object({
  name: Nullable(Type.String()),
  taxNumber: Nullable(Type.String()),
  bank: Nullable(Type.String()),
  agency: Nullable(Type.String()),
  account: Nullable(Type.String()),
})

const PostingView = Type.Object({
  number: Type.String(),
  date: Timestamp,
  name: OneOf(Object.keys(postings) as PostingName[]),
  available: Money,
  held: Money,
  blocked: Money,
  bank: Money,
  fees: Money,
  availableAfter: Money,
  heldAfter: Money,
  blockedAfter: Money,
})

const AskedRefund = Type.Object({
  ...RefundView.properties,
  bankWords: Nullable(Type.String()),
  by: Type.Object({ kind: OneOf(['key', 'person', 'bank']), name: Nullable(Type.String()) }),
})

/** Money received for the charge that could not be credited and is returned. */
const UnmatchedView = Type.Object({
  id: Type.String(),
  reason: OneOf(['WrongAmount', 'WrongPayer', 'SecondPayment', 'AfterEnd']),
  amount: Money,
  endToEndId: Nullable(Type.String()),
  date: Timestamp,
  returnDate: Nullable(Timestamp),
})

const AttemptView = Type.Object({
  number: Type.Integer(),
  date: Timestamp,
  outcome: OneOf(['answered', 'noConnection', 'noAnswer']),
  httpStatus: Nullable(Type.Integer()),
  latencyMs: Type.Integer(),
  answer: Nullable(Type.String()),
  error: Nullable(Type.String()),
})

const DeliveryView = Type.Object({
  id: Type.String(),
  date: Timestamp,
  /** The state it reports, or what happened to the payment request. */
  event: Type.String(),
  status: OneOf(['Pending', 'Failed', 'Success']),
  attemptCount: Type.Integer(),
  lastAttemptDate: Nullable(Timestamp),
  nextAttemptDate: Nullable(Timestamp),
  /** Address, bodies and attempts, for those who may see webhooks. */
  request: Nullable(
    Type.Object({
      method: Type.Literal('POST'),
      url: Type.String(),
      headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
      body: Type.String(),
    }),
  ),
  attempts: Type.Array(AttemptView),
})

const ApprovalView = Type.Object({
  id: Type.String(),
  date: Timestamp,
  name: Type.String(),
  realm: OneOf(['Partner', 'Operator']),
  status: OneOf(['Pending', 'Approved', 'Rejected', 'Cancelled']),
  comment: Nullable(Type.String()),
})

export const TransactionView = Type.Object({
  ...TransactionItem.properties,
  askedAmount: Money,
  paidAmount: Nullable(Money),
  charges: Money,
  editable: Type.Boolean(),
  externalId: Nullable(Type.String()),
  endToEndId: Nullable(Type.String()),
  paymentLinkId: Nullable(Type.String()),
  customerId: Nullable(Type.String()),
  /** The merchant's own fields. */
  metadata: StoredMetadata,
  onlyThisPayer: Type.Boolean(),
  errorCause: Nullable(Type.String()),
  /** What the bank said when it refused; for operators only. */
  bankWords: Nullable(Type.String()),
  expiryDate: Nullable(Timestamp),
  pixKey: Nullable(Type.Object({ type: Type.String(), value: Type.String(), isMasked: Type.Boolean() })),
  /** The party named in the request, and the one who really paid or was paid. */
  named: Nullable(Party),
  actual: Nullable(Participant),
  key: Nullable(Type.Object({ accessKey: Type.String(), name: Nullable(Type.String()) })),
  states: Type.Array(Type.Object({ state: OneOf(states), date: Timestamp })),
  postings: Type.Array(PostingView),
  refunds: Type.Array(AskedRefund),
  unmatched: Type.Array(UnmatchedView),
  deliveries: Type.Array(DeliveryView),
  request: Nullable(Type.Object({ id: Type.String(), status: Type.String(), steps: Type.Array(ApprovalView) })),
  receiptUrl: Nullable(Type.String()),
  /** While it can be paid: a code to copy with its QR code, or the URL of a checkout. */
  payable: Nullable(
    Type.Object({
      qrCode: Nullable(Type.String()),
      imagePath: Nullable(Type.String()),
      /** The URL for the payer: a page with the code. */
      payerUrl: Nullable(Type.String()),
      checkoutUrl: Nullable(Type.String()),
    }),
  ),
  /** What is possible now, for people who have the permission. */
  cancellable: Type.Boolean(),
  refundable: Nullable(Money),
  simulations: Type.Array(OneOf(eventKinds)),
})
export type TransactionView = Static<typeof TransactionView>

export const RefundBody = Type.Object({
  amount: Type.Optional(Amount('Default: all that is left')),
  /** Made by the screen when the dialog opens, so that pressing twice refunds once. */
  refundId: Type.Optional(Type.String({ format: 'uuid' })),
  reason: Type.Optional(Reason),
})
export type RefundBody = Static<typeof RefundBody>

export const RevealBody = Type.Object({ party: OneOf(parties) })
export type RevealBody = Static<typeof RevealBody>

export const RevealedTaxNumber = Type.Object({ taxNumber: Nullable(Type.String()) })
export type RevealedTaxNumber = Static<typeof RevealedTaxNumber>
