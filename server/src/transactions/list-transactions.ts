import type { Total } from '../db/bounded-count.ts'
import type { Sql } from '../db/db.ts'
import { type Page, type Paging, byId, readPage } from '../http/paging.ts'
import { type Filter, countTransactions, selectPage } from './sql.ts'
import { type TransactionType, operations } from './states.ts'
import type { Transaction } from './transaction.ts'

type Wanted = Omit<Filter, 'operations'> & Paging & { type: TransactionType | undefined; offset: number }

const notCounted = { total: null, totalIsExact: null }

/** Newest first. A cursor is the id after which the next page starts; pages by cursor are not counted. */
export async function listTransactions(
  needs: { sql: Sql },
  { type, limit, offset, cursor, ...rest }: Wanted,
): Promise<Page<Transaction> & (Total | typeof notCounted)> {
  const ofType = Object.entries(operations).filter(([, row]) => row.type === type)
  const filter = { ...rest, operations: type === undefined ? undefined : ofType.map(([operation]) => operation) }
  const [total, page] = await Promise.all([
    cursor === undefined ? countTransactions(needs.sql, filter) : notCounted,
    readPage(limit, rows => selectPage(needs.sql, filter, { limit: rows, offset, beforeId: cursor }), byId),
  ])
  return { ...total, ...page }
}
