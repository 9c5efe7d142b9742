import { type Total, totalOfPage } from '../../platform/db/bounded-count.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { type CustomerSums, type Filter, countTransactions, selectPage, sumOfCustomer } from './sql.ts'
import { operations } from './operations.ts'
import type { TransactionType } from './states.ts'
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

type LinkedTo = { merchantId: string } & ({ paymentLinkId: string } | { customerId: string })

/** Those of a payment link or a customer, in the same order. */
export const listLinked = (
  { sql }: Needs,
  { limit, cursor, ...filter }: Paging & LinkedTo,
): Promise<Page<Transaction>> =>
  readPage(limit, rows => selectPage(sql, filter, { limit: rows, offset: 0, beforeId: cursor }), byId)

const mostSummedUp = 10_000

/** What a customer was asked for, has paid and got back. `isExact` false: only the newest 10,000 charges are in it. */
export async function sumUpCustomer(
  { sql }: Needs,
  filter: { merchantId: string; customerId: string },
): Promise<CustomerSums & { isExact: boolean }> {
  const sums = await sumOfCustomer(sql, filter, mostSummedUp)
  return { ...sums, isExact: sums.count < mostSummedUp }
}
