import type { Sql } from '../db/db.ts'
import { type Filter, countTransactions, selectPage } from './sql.ts'
import { type TransactionType, operations } from './states.ts'
import type { Transaction } from './transaction.ts'

type Wanted = Omit<Filter, 'operations'> & {
  type: TransactionType | undefined
  limit: number
  offset: number
  cursor: string | undefined
}
type Page = { total: number | null; items: Transaction[]; nextCursor: string | null }

/**
 * Newest first. A cursor is the id after which the next page starts. Counting costs as much as there is to count, so
 * the total is told on pages by offset and not on pages by cursor.
 */
export async function listTransactions(
  needs: { sql: Sql },
  { type, limit, offset, cursor, ...rest }: Wanted,
): Promise<Page> {
  const ofType = Object.entries(operations).filter(([, row]) => row.type === type)
  const filter = { ...rest, operations: type === undefined ? undefined : ofType.map(([operation]) => operation) }
  const [total, found] = await Promise.all([
    cursor === undefined ? countTransactions(needs.sql, filter) : null,
    selectPage(needs.sql, filter, { limit: limit + 1, offset, beforeId: cursor }),
  ])
  const items = found.slice(0, limit)
  return { total, items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}
