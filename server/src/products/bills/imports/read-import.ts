import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { type Page, type Paging, byId, readPage } from '../../../platform/http/paging.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { type ReadRow, selectImport, selectImports, selectRows } from './sql.ts'
import type { BillImport, ImportState, RowState } from './states.ts'

type Needs = { sql: Sql }

export async function readImport({ sql }: Needs, merchantId: string, id: string): Promise<BillImport> {
  const found = isUuid(id) ? await selectImport(sql, merchantId, id) : undefined
  if (found === undefined) throw new ApiError('BillImportNotFound')
  return found
}

type ListInput = Paging & { merchantId: string; state?: ImportState | undefined }

/** Newest first. */
export const listImports = ({ sql }: Needs, { limit, cursor, ...filter }: ListInput): Promise<Page<BillImport>> =>
  readPage(limit, rows => selectImports(sql, { ...filter, beforeId: cursor }, rows), byId)

type RowsOf = Pick<BillImport, 'merchantId' | 'id'>

/** In the order of the file; the cursor is the line of the last row of the previous page. */
export const listRows = (
  { sql }: Needs,
  { merchantId, id: importId }: RowsOf,
  { limit, cursor, state }: Paging & { state?: RowState | undefined },
): Promise<Page<ReadRow>> =>
  readPage(
    limit,
    rows => selectRows(sql, { merchantId, importId, state, after: Number(cursor ?? 0) }, rows),
    ({ line }) => String(line),
  )

const rowsOfPiece = 500

/** All rows in order, in pieces. */
export async function* streamRows({ sql }: Needs, { merchantId, id: importId }: RowsOf): AsyncGenerator<ReadRow[]> {
  for (let after = 0; ; ) {
    const rows = await selectRows(sql, { merchantId, importId, after }, rowsOfPiece)
    if (rows.length > 0) yield [...rows]
    if (rows.length < rowsOfPiece) return
    after = rows.at(-1)?.line ?? after
  }
}
