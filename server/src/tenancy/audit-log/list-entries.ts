import type { Sql } from '../../platform/db/db.ts'
import { type Paging, readPage } from '../../platform/http/paging.ts'
import { type Filter, selectNewest } from './sql.ts'

/** A cursor holds the time and number of the entry before which the next page starts. */
export const listEntries = (needs: { sql: Sql }, { limit, cursor, ...filter }: Filter & Paging) =>
  readPage(
    limit,
    rows => selectNewest(needs.sql, filter, { limit: rows, before: readCursor(cursor) }),
    last => `${last.at.getTime()}_${last.merchantId}_${last.sequence}`,
  )

function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return null
  const [ms = '', merchantId = '', sequence = ''] = cursor.split('_')
  return { at: new Date(Number(ms)), merchantId, sequence: BigInt(sequence) }
}
