import { type Static, Type } from 'typebox'
import { Cursor, CursorLike, NextCursor } from '../../../platform/http/paging.ts'
import { Day, Money, MoneyOf, Named, Nullable, OneOf, Timestamp, Words } from '../../../platform/http/schemas.ts'
import { billMethods } from '../bill.ts'
import { sheetFields } from './sheet-columns.ts'
import { importStates, rowStates } from './states.ts'

/** The largest body that can hold a file. */
export const mostBytes = 9 * 1024 * 1024

const file = Type.String({ maxLength: 8_000_000, description: 'The file in base64: CSV or XLSX' })

export const PreviewRequest = Type.Object({ file }, { title: 'PreviewBillImport' })

export const ImportRequest = Type.Object(
  {
    file,
    name: Words(120, 'Your name for the import, for example of the file'),
    skipInvalid: Type.Optional(
      Type.Boolean({ default: false, description: 'True: leave out invalid rows. Default: false' }),
    ),
  },
  { title: 'CreateBillImport' },
)

const Fault = Type.Object(
  {
    field: OneOf(sheetFields, 'The column'),
    code: Type.String({ description: 'What is wrong, for programs' }),
    message: Type.String({ description: 'What is wrong' }),
  },
  { title: 'BillImportFault' },
)

const PreviewRow = Type.Object(
  {
    line: Type.Integer({ description: 'Row number in the file' }),
    name: Nullable(Type.String({ description: 'The payer, or the external id of the customer' })),
    amount: Nullable(Type.String({ description: 'As in the file, where it cannot be read' })),
    dueDate: Nullable(Type.String({ description: 'As in the file, where it cannot be read' })),
    orderId: Nullable(Type.String()),
    methods: Type.Array(OneOf(billMethods), { description: 'How it can be paid' }),
    faults: Type.Array(Fault, { description: 'What is wrong with the row. Empty: it is valid' }),
  },
  { title: 'BillImportPreviewRow' },
)

export const PreviewData = Type.Object(
  {
    valid: Type.Integer({ description: 'Rows that make a bill' }),
    invalid: Type.Integer({ description: 'Rows that are left out' }),
    amount: MoneyOf('Sum of the valid rows'),
    rows: Type.Array(PreviewRow, { description: 'Up to 500 rows, invalid ones first' }),
  },
  { title: 'BillImportPreview' },
)
export type PreviewData = Static<typeof PreviewData>

const ImportState = Named(
  'BillImportState',
  OneOf(importStates, '`Running`: bills are being created. `Completed`: each row is created or refused'),
)
const RowState = Named('BillImportRowState', OneOf(rowStates, '`Made`: its bill was created'))

const Sum = () =>
  Type.Object(
    { count: Type.Integer(), amount: Money },
    { title: 'BillImportSum', description: 'Number of rows and their sum' },
  )

export const ImportData = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    state: ImportState,
    rows: Sum(),
    made: Sum(),
    refused: Sum(),
    waiting: Sum(),
    creationDate: Timestamp,
    completionDate: Nullable(Timestamp),
  },
  { title: 'BillImport' },
)
export type ImportData = Static<typeof ImportData>

export const RowData = Type.Object(
  {
    line: Type.Integer({ description: 'Row number in the file' }),
    state: RowState,
    name: Nullable(Type.String({ description: 'The payer' })),
    amount: Money,
    dueDate: Day,
    orderId: Nullable(Type.String()),
    billId: Nullable(Type.String({ description: 'The bill. Null: there is none' })),
    url: Nullable(Type.String({ description: "The payer's page of the bill" })),
    qrCode: Nullable(Type.String({ description: 'Copy-and-paste code. Null: it cannot be paid' })),
    methods: Type.Array(OneOf(billMethods), { description: 'How it can be paid' }),
    typedLine: Nullable(
      Type.String({ description: 'What the payer types to pay the boleto. Null: it has none, or not yet' }),
    ),
    reason: Nullable(
      Type.String({
        description:
          'The reason it was refused, as for a single bill. `BillImportStopped`: the import was stopped before this row',
      }),
    ),
    message: Nullable(Type.String()),
  },
  { title: 'BillImportRow' },
)
export type RowData = Static<typeof RowData>

export const ImportParams = Type.Object({ importId: Type.String({ description: "The import's id" }) })

const limit = Type.Optional(OneOf([5, 10, 20], 'Items per page. Default: 20'))

export const ImportsQuery = Type.Object({
  state: Type.Optional(ImportState),
  'dataset.limit': limit,
  cursor: Cursor,
})

/** The number of a line. */
export const RowCursor = CursorLike('^\\d{1,7}$')

export const RowsQuery = Type.Object({
  state: Type.Optional(RowState),
  'dataset.limit': limit,
  cursor: RowCursor,
})

export const ImportPage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(ImportData), nextCursor: NextCursor },
  { title: 'BillImportPage' },
)

export const RowPage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(RowData), nextCursor: NextCursor },
  { title: 'BillImportRowPage' },
)
