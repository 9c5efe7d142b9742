import { type Needs, readEntries, readRange } from './read-entries.ts'
import type { Entry, Range } from './sql.ts'

export type Period = { merchantId: string; start: Date | null; end: Date | null }
type Page = { total: number; entries: Entry[]; nextCursor: string | null }

/** One page of the statement, oldest first, at the same cost however deep: offset and cursor are both arithmetic. */
export async function readStatement(
  needs: Needs,
  {
    merchantId,
    start,
    end,
    limit,
    offset,
    after,
  }: Period & { limit: number; offset: number; after: bigint | undefined },
): Promise<Page> {
  const range = await readRange(needs, merchantId, start, end)
  const first = after === undefined ? range.first + BigInt(offset) : larger(after + 1n, range.first)
  const entries = await readEntries(needs, merchantId, { first, last: range.last }, limit)
  const seen = entries.at(-1)?.sequence
  const nextCursor = seen === undefined || seen >= range.last ? null : seen.toString()
  return { total: Number(sizeOf(range)), entries, nextCursor }
}

const pieceSize = 1_000

/** The whole statement in pieces, for files of any length: one piece in memory at a time, and no long transaction. */
export async function* streamStatement(needs: Needs, { merchantId, start, end }: Period): AsyncGenerator<Entry[]> {
  const { first, last } = await readRange(needs, merchantId, start, end)
  for (let next = first; next <= last; next += BigInt(pieceSize))
    yield await readEntries(needs, merchantId, { first: next, last }, pieceSize)
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
const sizeOf = ({ first, last }: Range) => larger(last - first + 1n, 0n)
