import { type Static, Type } from 'typebox'
import { Cursor, NextCursor } from '../../platform/http/paging.ts'
import {
  Amount,
  Metadata,
  Moment,
  Money,
  Named,
  Nullable,
  OneOf,
  TaxNumber,
  Text,
  Timestamp,
} from '../../platform/http/schemas.ts'
import { StoredMetadata, TransactionData, WebhookRequest } from '../../money/transactions/schemas.ts'
import { linkEventNames, linkStates } from './states.ts'

const LinkState = Named('PaymentLinkState', OneOf(linkStates, 'Only an `Active` link accepts new payers'))
const Stock = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Maximum number of payments. Default: no limit',
})
const title = Text(120, { minLength: 1, description: 'Title that payers see' })
const description = Text(1024, { description: 'Description that payers see' })

/** The fields of a new link, in the API and in the portal. */
export const linkForm = {
  title,
  description: Type.Optional(description),
  amount: Type.Optional(Amount('Amount. Omit it to let the payer choose')),
  minAmount: Type.Optional(Amount('Minimum amount that the payer may choose')),
  maxAmount: Type.Optional(Amount('Maximum amount that the payer may choose')),
  stock: Type.Optional(Stock),
  endsAt: Type.Optional(Moment('When the link stops accepting payments. Default: never')),
  asksPayer: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether payers must give their name and CPF or CNPJ. Default: false',
    }),
  ),
  redirectUrl: Type.Optional(
    Type.String({
      format: 'redirect-url',
      maxLength: 2048,
      description: 'Address that the payer can continue to after payment',
    }),
  ),
}

export const LinkRequest = Type.Object(
  { ...linkForm, metadata: Type.Optional(Metadata), webhook: Type.Optional(WebhookRequest) },
  { title: 'CreatePaymentLink' },
)

/** One code for a counter: an amount or none, and no fields that only a page can ask for or count. */
export const StaticQrRequest = Type.Object(
  {
    title,
    description: linkForm.description,
    amount: linkForm.amount,
    metadata: Type.Optional(Metadata),
    webhook: Type.Optional(WebhookRequest),
  },
  { title: 'CreateStaticQrCode' },
)

/** The fields of a link that can be changed. Null removes the stock or the end date. */
export const LinkChanges = Type.Object(
  {
    title: Type.Optional(title),
    description: Type.Optional(Nullable(description)),
    stock: Type.Optional(Nullable(Stock)),
    endsAt: Type.Optional(Nullable(Moment('New end date. Null: no end'))),
    state: Type.Optional(OneOf(['Active', 'Closed'], '`Closed` accepts no new payers, `Active` reopens the link')),
  },
  { title: 'ChangePaymentLink', minProperties: 1 },
)
export type LinkChanges = Static<typeof LinkChanges>

export const LinkData = Type.Object(
  {
    id: Type.String(),
    url: Type.String({ description: 'The address to share with payers' }),
    state: LinkState,
    title: Type.String(),
    description: Nullable(Type.String()),
    amount: Nullable(Money),
    minAmount: Nullable(Money),
    maxAmount: Nullable(Money),
    stock: Nullable(Type.Integer()),
    endsAt: Nullable(Timestamp),
    asksPayer: Type.Boolean(),
    redirectUrl: Nullable(Type.String()),
    qrCode: Nullable(
      Type.String({ description: 'The static code to copy or print. Null: the link has a page instead' }),
    ),
    openCount: Type.Integer({ description: 'Open charges. Each reserves one unit of the stock for 30 minutes' }),
    paidCount: Type.Integer(),
    paidAmount: Money,
    creationDate: Timestamp,
    metadata: Type.Optional(StoredMetadata),
  },
  { title: 'PaymentLink' },
)

export const StaticPayment = Type.Object(
  {
    name: Text(255, { minLength: 1, description: 'Who pays' }),
    taxNumber: TaxNumber,
    amount: Type.Optional(Amount('Amount paid. Required if the code has no amount')),
  },
  { title: 'StaticPayment' },
)

export const LinkParams = Type.Object({ linkId: Type.String({ description: "The payment link's id" }) })

const paging = {
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Items per page. Default: 20')),
  cursor: Cursor,
}

export const LinksQuery = Type.Object({ state: Type.Optional(LinkState), ...paging })
export const LinkTransactionsQuery = Type.Object(paging)

export const LinkPage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(LinkData), nextCursor: NextCursor },
  { title: 'PaymentLinkPage' },
)

export const LinkTransactions = Type.Object(
  { limit: Type.Integer(), items: Type.Array(TransactionData), nextCursor: NextCursor },
  { title: 'PaymentLinkTransactions' },
)

/** The webhook event of a link. A payment of it is reported as a transaction with the id of the link. */
export const LinkEvent = Type.Object(
  { event: Named('PaymentLinkEventName', OneOf(linkEventNames)), paymentLink: LinkData },
  { title: 'PaymentLinkEvent', description: 'The payment link after a change of state' },
)
