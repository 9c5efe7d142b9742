import type { Sql } from '../db/db.ts'
import { type Piece, mostExported } from '../http/spreadsheet.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { type TransactionSearch, searchTransactions } from './search-transactions.ts'

const pieceSize = 1_000
/** With a filter that matches little, so many times the rows of one look are gone through: a million rows. */
const mostPieces = 150

/** Everything a search finds, newest first, in pieces: one in memory at a time, and no long transaction. */
export async function* exportTransactions(
  needs: { sql: Sql },
  search: TransactionSearch,
  most = mostExported,
): AsyncGenerator<Piece<Transaction>> {
  let cursor: string | undefined
  let left = most
  for (let piece = 1; piece <= mostPieces; piece++) {
    const page = await searchTransactions(needs, { ...search, limit: Math.min(pieceSize, left), cursor })
    left -= page.items.length
    const isCut = page.nextCursor !== null && (left === 0 || piece === mostPieces)
    yield { rows: page.items, cutAt: isCut ? (page.lookedUntil ?? page.items.at(-1)?.createdAt ?? null) : null }
    if (page.nextCursor === null || isCut) return
    cursor = page.nextCursor
  }
}
