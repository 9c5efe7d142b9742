import { type Total, totalOfPage } from '../../platform/db/bounded-count.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { type Filter, countTransactions, selectPage } from './sql.ts'
import { type TransactionType, operations } from './states.ts'
import type { Transaction } from './transaction.ts'

type Needs = { sql: Sql }
type ListTransactionsInput = Omit<Filter, 'operations'> & Paging & { type: TransactionType | undefined; offset: number }

const notCounted = { total: null, totalIsExact: null }

/** Newest first. A cursor is the id after which the next page starts; pages by cursor are not counted. */
export async function listTransactions(
  { sql }: Needs,
  { type, limit, offset, cursor, ...rest }: ListTransactionsInput,
): Promise<Page<Transaction> & (Total | typeof notCounted)> {
  const ofType = Object.entries(operations).filter(([, row]) => row.type === type)
  const filter = { ...rest, operations: type === undefined ? undefined : ofType.map(([operation]) => operation) }
  const [total, page] = await Promise.all([
    cursor === undefined ? countTransactions(sql, filter) : notCounted,
    readPage(limit, rows => selectPage(sql, filter, { limit: rows, offset, beforeId: cursor }), byId),
  ])
  const shown = { offset, items: page.items.length, isLast: page.nextCursor === null }
  return { ...(total.total === null ? total : totalOfPage(total, shown)), ...page }
}

/** Those of a payment link, in the same order. */
export const listLinked = (
  { sql }: Needs,
  { limit, cursor, ...filter }: Paging & { merchantId: string; paymentLinkId: string },
): Promise<Page<Transaction>> =>
  readPage(limit, rows => selectPage(sql, filter, { limit: rows, offset: 0, beforeId: cursor }), byId)
