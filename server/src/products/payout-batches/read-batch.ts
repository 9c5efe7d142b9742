import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { type Batch, type BatchKind, type BatchRow, type BatchState, type RowState, mostRows } from './states.ts'
import { type ReadRow, selectAgain, selectBatch, selectBatches, selectRows, selectUnpaidRows } from './sql.ts'

type Needs = { sql: Sql }

export async function readBatch({ sql }: Needs, merchantId: string, id: string): Promise<Batch> {
  const batch = isUuid(id) ? await selectBatch(sql, merchantId, id) : undefined
  if (batch === undefined) throw new ApiError('PayoutBatchNotFound')
  return batch
}

type ReadBatchInput = Paging & { merchantId: string; kinds: readonly BatchKind[]; state?: BatchState | undefined }

/** Newest first. */
export const listBatches = ({ sql }: Needs, { limit, cursor, ...filter }: ReadBatchInput): Promise<Page<Batch>> =>
  readPage(limit, rows => selectBatches(sql, { ...filter, beforeId: cursor }, rows), byId)

type RowsOf = Pick<Batch, 'merchantId' | 'id'>

/** In order; the cursor is the number of the last row of the previous page. */
export const listRows = (
  { sql }: Needs,
  { merchantId, id: batchId }: RowsOf,
  { limit, cursor, state }: Paging & { state?: RowState | undefined },
): Promise<Page<ReadRow>> =>
  readPage(
    limit,
    rows => selectRows(sql, { merchantId, batchId, state, after: Number(cursor ?? 0) }, rows),
    ({ number }) => String(number),
  )

const rowsOfPiece = 500

/** All rows in order, in pieces. */
export async function* streamRows({ sql }: Needs, { merchantId, id: batchId }: RowsOf): AsyncGenerator<ReadRow[]> {
  for (let after = 0; ; ) {
    const rows = await selectRows(sql, { merchantId, batchId, after }, rowsOfPiece)
    if (rows.length > 0) yield [...rows]
    if (rows.length < rowsOfPiece) return
    after = rows.at(-1)?.number ?? after
  }
}

/** The rows that another batch can pay: they were not paid and will not be. None while the batch runs. */
export const readUnpaid = async ({ sql }: { sql: Sql | Tx }, batch: Batch, most = mostRows): Promise<BatchRow[]> =>
  batch.completedAt === null ? [] : selectUnpaidRows(sql, batch, most)

/** By leaving out rows each time, a merchant could create very many. */
const mostAgain = 20

/** Later batches that contain rows which this one did not pay, newest first. */
export const readAgain = async ({ sql }: Needs, batch: Batch): Promise<Pick<Batch, 'id' | 'name'>[]> =>
  batch.completedAt === null ? [] : selectAgain(sql, batch, mostAgain)
