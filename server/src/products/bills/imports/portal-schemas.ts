import { type Static, Type } from 'typebox'
import { Cursor, Limit, PageOf } from '../../../platform/http/paging.ts'
import { OneOf } from '../../../platform/http/schemas.ts'
import { ImportData, ImportRequest, PreviewData, RowCursor, RowData } from './schemas.ts'
import { rowStates } from './states.ts'

export type { PreviewData as BillImportPreview, ImportData as BillImport, RowData as BillImportRow } from './schemas.ts'

export const ImportParams = Type.Object({ merchantId: Type.String(), importId: Type.String() })

/** `formKey` identifies the form, so that pressing twice creates one import. */
export const ImportForm = Type.Object({ ...ImportRequest.properties, formKey: Type.String({ format: 'uuid' }) })
export type ImportForm = Static<typeof ImportForm>

export const ImportsQuery = Type.Object({ limit: Limit, cursor: Cursor })
export const RowsQuery = Type.Object({ limit: Limit, cursor: RowCursor, state: Type.Optional(OneOf(rowStates)) })

export const ImportView = ImportData
export const ImportList = PageOf(ImportData)
export const RowList = PageOf(RowData)
export const PreviewView = PreviewData
