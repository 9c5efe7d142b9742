import { type Static, Type } from 'typebox'
import { Cursor, NextCursor } from '../../platform/http/paging.ts'
import { Amount, Day, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { allFormats, fileKindNames } from './kinds.ts'
import { mostListed } from './limits.ts'
import { fileStates } from './states.ts'

/** Of a list by days, which days they are. */
export const whatIsIn =
  'What is in it. `transactions` as `csv` or `xlsx` are those made in the period, in the state they have when the file is ' +
  'written; as `ofx` they are the statement: money by the day it moved'

const FileKind = Named('FileKind', OneOf(fileKindNames, whatIsIn))
export const FileFormat = Named('FileFormat', OneOf(allFormats, 'Lists are `csv`, `xlsx` or `ofx`, a month is a `pdf`'))
const FileState = Named('FileState', OneOf(fileStates, 'Only a `Done` file can be downloaded'))

const firstDay = { ...Day, description: 'The first day, of São Paulo. Of a monthlyStatement, the first of its month' }
const lastDay = { ...Day, description: 'The last day, included. A monthlyStatement needs none' }

export const FileRequest = Type.Object(
  {
    kind: FileKind,
    format: FileFormat,
    firstDay,
    lastDay: Type.Optional(lastDay),
    language: Type.Optional(OneOf(['pt', 'en'], 'Of headings and words; `pt` when not said')),
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
    url: Nullable(
      Type.String({ description: 'Where it can be downloaded without a token; null: not yet, or no more' }),
    ),
    expirationDate: Nullable(Type.String({ description: 'Until when `url` can be used' })),
    result: Type.Unsafe<{ matches: number; differs: number; missingHere: number; missingInList: number } | null>(
      Nullable(
        Type.Object(
          {
            matches: count('Lines that are as here'),
            differs: count('Lines with another amount, not paid, or returned'),
            missingHere: count('Lines without a payment'),
            missingInList: count('Payments of the period that your list lacks'),
          },
          { title: 'ReconciliationResult', description: 'Of a reconciliation that is done' },
        ),
      ),
    ),
    creationDate: Timestamp,
  },
  { title: 'File' },
)
export type FileData = Static<typeof FileData>

export const FileParams = Type.Object({ fileId: Type.String({ description: "The file's id" }) })

export const FilesQuery = Type.Object({
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Items a page; 20 when not said')),
  cursor: Cursor,
})

export const FilePage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(FileData), nextCursor: NextCursor },
  { title: 'FilePage' },
)
