import { type Static, Type } from 'typebox'
import { Cursor, NextCursor } from '../../platform/http/paging.ts'
import { Amount, Day, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { allFormats, fileKindNames, fileStates, mostListed } from './states.ts'

/** Of a list by days, which days they are. */
export const whatIsIn =
  'Content of the file. `transactions` as `csv` or `xlsx`: the transactions created in the period, in their current state. ' +
  'As `ofx`: the statement, by the day the money moved'

const FileKind = Named('FileKind', OneOf(fileKindNames, whatIsIn))
export const FileFormat = Named('FileFormat', OneOf(allFormats, 'Lists are `csv`, `xlsx` or `ofx`, a month is a `pdf`'))
const FileState = Named('FileState', OneOf(fileStates, 'Only a `Done` file can be downloaded'))

const firstDay = {
  ...Day,
  description: 'First day, in São Paulo time. For a monthlyStatement: the first day of the month',
}
const lastDay = { ...Day, description: 'Last day, inclusive. Not needed for a monthlyStatement' }

export const FileRequest = Type.Object(
  {
    kind: FileKind,
    format: FileFormat,
    firstDay,
    lastDay: Type.Optional(lastDay),
    language: Type.Optional(OneOf(['pt', 'en'], 'Language of headings and texts. Default: `pt`')),
    rows: Type.Optional(
      Type.Array(
        Type.Object(
          { orderId: Text(255, { minLength: 1 }), amount: Amount() },
          { title: 'ListedPayment', description: 'A payment as you have it' },
        ),
        { minItems: 1, maxItems: mostListed, description: 'Your own list, for a reconciliation' },
      ),
    ),
  },
  { title: 'CreateFile' },
)

const count = (description: string) => Type.Integer({ description })

export const FileData = Type.Object(
  {
    id: Type.String(),
    kind: FileKind,
    format: FileFormat,
    firstDay: Type.String(),
    lastDay: Type.String(),
    state: FileState,
    progress: Type.Integer({ description: 'Percent; 100 when it can be downloaded' }),
    rows: Type.Integer({ description: 'So far' }),
    sizeBytes: Nullable(Type.Integer()),
    url: Nullable(Type.String({ description: 'Download address, without a token. Null: not ready yet, or expired' })),
    expirationDate: Nullable({ ...Timestamp, description: 'When `url` expires' }),
    result: Type.Unsafe<{ matches: number; differs: number; missingHere: number; missingInList: number } | null>(
      Nullable(
        Type.Object(
          {
            matches: count('Lines that match'),
            differs: count('Lines with a different amount, not paid, or returned'),
            missingHere: count('Lines without a payment'),
            missingInList: count('Payments of the period that are not in your list'),
          },
          { title: 'ReconciliationResult', description: 'Only for a finished reconciliation' },
        ),
      ),
    ),
    creationDate: Timestamp,
  },
  { title: 'ExportedFile' },
)
export type FileData = Static<typeof FileData>

export const FileParams = Type.Object({ fileId: Type.String({ description: "The file's id" }) })

export const FilesQuery = Type.Object({
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Items per page. Default: 20')),
  cursor: Cursor,
})

export const FilePage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(FileData), nextCursor: NextCursor },
  { title: 'FilePage' },
)
