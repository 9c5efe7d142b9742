import { Type } from 'typebox'
import { Cursor, CursorLike, NextCursor } from '../../platform/http/paging.ts'
import { Metadata, Money, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { StoredMetadata, TransactionState, WebhookRequest } from '../../money/transactions/schemas.ts'
import { batchEventNames, batchKinds, batchStates, mostRows, rowStates } from './states.ts'

const BatchKind = Named(
  'PayoutBatchKind',
  OneOf(batchKinds, '`payouts` go to Pix keys, `companyPayments` to receivers'),
)
const BatchState = Named(
  'PayoutBatchState',
  OneOf(batchStates, '`Running`: approved, rows are being paid. `Stopped`: the remaining rows are not paid'),
)
const RowState = Named('PayoutBatchRowState', OneOf(rowStates, '`Made`: its transaction was created'))

/** Every text is accepted here, so that the faults of all rows are reported at once, not only the first. */
const cell = (description: string) => Type.Optional(Type.String({ description }))

const BatchRowRequest = Type.Object(
  {
    amount: cell('Decimal amount in BRL, for example "10.50". Required'),
    description: cell('Description. Required for companyPayments'),
    name: cell('Payouts: name of the recipient'),
    taxNumber: cell('Payouts: CPF or CNPJ of the recipient. The key must belong to it'),
    keyType: cell('Payouts: CPF, CNPJ, EMAIL, PHONE or EVP'),
    key: cell('Payouts: the PIX key'),
    orderId: cell('Payouts: your order id, unique among your payouts. Optional'),
    receiver: cell('companyPayments: id or CNPJ of the receiver'),
    account: cell("companyPayments: id or number of the account. Default: the receiver's only approved account"),
    metadata: Type.Optional(Metadata),
  },
  { title: 'PayoutBatchRowRequest' },
)

export const BatchRequest = Type.Object(
  {
    name: Text(120, { minLength: 1, description: 'Display name' }),
    kind: BatchKind,
    rows: Type.Array(BatchRowRequest, { minItems: 1, maxItems: mostRows }),
    orderId: Type.Optional(
      Text(255, {
        minLength: 1,
        description: 'Your batch id. Repeating it with the same body returns the first batch',
      }),
    ),
    webhook: Type.Optional(WebhookRequest),
  },
  { title: 'CreatePayoutBatch' },
)

export const SpreadsheetRequest = Type.Object(
  {
    kind: BatchKind,
    file: Type.String({ maxLength: 3_000_000, description: 'The file in base64: CSV or XLSX' }),
  },
  { title: 'ReadPayoutSpreadsheet' },
)

const SpreadsheetRow = Type.Object(
  { line: Type.Integer({ description: 'Row number in the file' }), row: BatchRowRequest },
  { title: 'PayoutSpreadsheetRow' },
)

export const SpreadsheetData = Type.Object({ rows: Type.Array(SpreadsheetRow) }, { title: 'PayoutSpreadsheet' })

export const Sum = () =>
  Type.Object(
    { count: Type.Integer(), amount: Money },
    { title: 'PayoutBatchSum', description: 'Number of rows and their sum' },
  )

export const BatchData = Type.Object(
  {
    id: Type.String(),
    orderId: Nullable(Type.String()),
    name: Type.String(),
    kind: BatchKind,
    state: BatchState,
    rows: Sum(),
    charges: Money,
    made: Sum(),
    refused: Sum(),
    waiting: Sum(),
    creationDate: Timestamp,
    decisionDate: Nullable(Timestamp),
    completionDate: Nullable(Timestamp),
  },
  { title: 'PayoutBatch' },
)

export const BatchRowData = Type.Object(
  {
    number: Type.Integer({ description: 'Position in the batch, from 1' }),
    state: RowState,
    amount: Money,
    charges: Money,
    orderId: Nullable(Type.String()),
    description: Nullable(Type.String()),
    name: Type.String(),
    taxNumber: Type.String(),
    keyType: Nullable(Type.String()),
    key: Nullable(Type.String()),
    receiver: Nullable(Type.String({ description: "The receiver's id" })),
    account: Nullable(Type.String({ description: "The bank account's id" })),
    transactionId: Nullable(Type.String()),
    transactionState: Type.Union([TransactionState, Type.Null()], {
      description: 'Null if there is no transaction',
    }),
    reason: Nullable(
      Type.String({
        description:
          'The reason it was refused, as for a single payment. `BatchStopped`: the batch was stopped before this row',
      }),
    ),
    message: Nullable(Type.String()),
    stateErrorCause: Nullable(Type.String({ description: 'Why its transaction failed' })),
    metadata: Type.Optional(StoredMetadata),
  },
  { title: 'PayoutBatchRow' },
)

export const BatchParams = Type.Object({ batchId: Type.String({ description: "The batch's id" }) })

const limit = Type.Optional(OneOf([5, 10, 20], 'Items per page. Default: 20'))

export const BatchesQuery = Type.Object({
  kind: Type.Optional(BatchKind),
  state: Type.Optional(BatchState),
  'dataset.limit': limit,
  cursor: Cursor,
})

export const RowsQuery = Type.Object({
  state: Type.Optional(RowState),
  'dataset.limit': limit,
  cursor: CursorLike('^\\d{1,4}$'),
})

export const BatchPage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(BatchData), nextCursor: NextCursor },
  { title: 'PayoutBatchPage' },
)

export const RowPage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(BatchRowData), nextCursor: NextCursor },
  { title: 'PayoutBatchRowPage' },
)

/** The webhook event of a batch. Each payment is reported as a transaction. */
export const BatchEvent = Type.Object(
  { event: Named('PayoutBatchEventName', OneOf(batchEventNames)), payoutBatch: BatchData },
  { title: 'PayoutBatchEvent', description: 'The batch after a decision, or after its last row' },
)
