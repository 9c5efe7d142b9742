import type { Sql } from '../../db/db.ts'
import { type Filter, type ListedEntry, selectNewest } from './sql.ts'

type Wanted = Filter & { limit: number; cursor: string | undefined }

/** A cursor tells time and number of the entry before which the next page starts. */
export async function listEntries(needs: { sql: Sql }, { limit, cursor, ...filter }: Wanted) {
  const found = await selectNewest(needs.sql, filter, { limit: limit + 1, before: readCursor(cursor) })
  const items: ListedEntry[] = found.slice(0, limit)
  const last = items.at(-1)
  const isMore = found.length > limit && last !== undefined
  return { items, nextCursor: isMore ? `${last.at.getTime()}_${last.sequence}` : null }
}

function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return null
  const [ms = '', sequence = ''] = cursor.split('_')
  return { at: new Date(Number(ms)), sequence: BigInt(sequence) }
}
