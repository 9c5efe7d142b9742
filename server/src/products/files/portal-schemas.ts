import { type Static, Type } from 'typebox'
import { Cursor, Limit, PageOf } from '../../platform/http/paging.ts'
import { Day, Nullable, OneOf } from '../../platform/http/schemas.ts'
import { allFormats, fileKindNames, mostListBytes } from './states.ts'
import { FileData } from './schemas.ts'

const Difference = Type.Object({
  outcome: Type.String(),
  orderId: Nullable(Type.String()),
  listed: Nullable(Type.String()),
  found: Nullable(Type.String()),
  what: Type.String(),
})

/** A file as the portal lists it: with why it failed and, of a comparison, the first lines that are not right. */
export const FileView = Type.Object({
  ...FileData.properties,
  fault: Nullable(Type.String()),
  isScheduled: Type.Boolean(),
  differences: Type.Array(Difference),
})
export type FileView = Static<typeof FileView>

export const FileList = PageOf(FileView)
export const FilesQuery = Type.Object({ limit: Limit, cursor: Cursor })

export const FileForm = Type.Object({
  kind: OneOf(fileKindNames),
  format: OneOf(allFormats),
  firstDay: Day,
  lastDay: Type.Optional(Day),
})
export type FileForm = Static<typeof FileForm>

/** `content`: the file, CSV or XLSX, in Base64. */
export const ListForm = Type.Object({
  format: OneOf(['csv', 'xlsx']),
  firstDay: Day,
  lastDay: Day,
  content: Type.String({ minLength: 1, maxLength: mostListBytes, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
})
export type ListForm = Static<typeof ListForm>

export const SizeQuery = Type.Object({
  kind: OneOf(['statement', 'transactions']),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})

/** Whether it has more rows than can be downloaded at once. */
export const SizeView = Type.Object({ isLarge: Type.Boolean() })
export type SizeView = Static<typeof SizeView>
