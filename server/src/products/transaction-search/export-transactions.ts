import { type Piece, mostExported } from '../../platform/http/spreadsheet.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { type TransactionSearch, searchTransactions } from './search-transactions.ts'

const pieceSize = 1_000
/** With a filter that matches little, more looks than full pieces are needed: three times as many, and no more. */
const piecesFor = (most: number) => Math.ceil((3 * Math.max(most, mostExported)) / pieceSize)

/** Everything a search finds, newest first, in pieces: one in memory at a time, and no long transaction. */
export async function* exportTransactions(
  needs: Parameters<typeof searchTransactions>[0],
  search: TransactionSearch,
  most = mostExported,
): AsyncGenerator<Piece<Transaction>> {
  let cursor: string | undefined
  let left = most
  const mostPieces = piecesFor(most)
  for (let piece = 1; piece <= mostPieces; piece++) {
    const page = await searchTransactions(needs, { ...search, limit: Math.min(pieceSize, left), cursor })
    left -= page.items.length
    const isCut = page.nextCursor !== null && (left === 0 || piece === mostPieces)
    yield { rows: page.items, cutAt: isCut ? (page.lookedUntil ?? page.items.at(-1)?.createdAt ?? null) : null }
    if (page.nextCursor === null || isCut) return
    cursor = page.nextCursor
  }
}
