import { type Archive, type Range, afterId, mostBlocks } from '../../../platform/archive/read-archive.ts'
import type { Line } from '../../../platform/archive/csv-records.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { ReadTransaction } from '../transaction.ts'
import { readRows, selectOverAll } from './sql.ts'

export {
  selectByEndToEndId as findArchivedPayment,
  selectIdsByKey as findArchivedIds,
  selectIdsByKeys as findArchivedIdsOf,
} from './sql.ts'

type Needs = { sql: Sql; archive: Archive }

/** Null: it is not in the archive either. */
export async function findArchived(needs: Needs, merchantId: string, id: string): Promise<ReadTransaction | null> {
  const line = await needs.archive.findTransaction(merchantId, id)
  return line === null ? null : ((await toTransactions(needs, merchantId, [line]))[0] ?? null)
}

/** Of whichever merchant, so many at most: by order id, whole, and by end-to-end id. */
export async function findArchivedOverAll(
  needs: Needs,
  keys: Parameters<typeof selectOverAll>[1],
  most: number,
): Promise<ReadTransaction[]> {
  const found = Map.groupBy(await selectOverAll(needs.sql, keys, most), ({ merchantId }) => merchantId)
  const read = [...found].map(([merchantId, some]) =>
    findAllArchived(
      needs,
      merchantId,
      some.map(({ id }) => id),
    ),
  )
  return (await Promise.all(read)).flat()
}

/** Many at once, those that are there: whatever else is wanted of a block is taken along with the first. */
export async function findAllArchived(
  needs: Needs,
  merchantId: string,
  ids: readonly string[],
): Promise<ReadTransaction[]> {
  const missing = new Set(ids)
  const lines: Line[] = []
  for (const id of ids.toSorted()) {
    if (!missing.has(id)) continue
    for (const block of await needs.archive.transactionBlocks(merchantId, { from: id, before: afterId(id) }))
      lines.push(...(await needs.archive.linesOf(merchantId, block)).filter(line => missing.delete(idOf(line))))
    const farther = missing.delete(id) ? await needs.archive.findTransaction(merchantId, id) : null
    if (farther !== null) lines.push(farther)
  }
  return toTransactions(needs, merchantId, lines)
}

const jsonColumns = ['counterparty', 'participant'] as const

type Row = ReadTransaction & { archivedPostings?: string | null; archivedRefunds?: string | null }

/** Newest first. */
export async function toTransactions({ sql }: Needs, merchantId: string, lines: Line[]): Promise<ReadTransaction[]> {
  if (lines.length === 0) return []
  const spelled = lines.map(line => {
    const parsed = jsonColumns.map(column => [column, JSON.parse(line[column] ?? 'null')])
    return { ...line, ...Object.fromEntries(parsed) }
  })
  return (await readRows(sql.reportsOf(merchantId), spelled)).map((row: Row) => {
    const { archivedPostings, archivedRefunds, ...transaction } = row
    const postings = (archivedPostings ?? '').split(' ').filter(Boolean).map(BigInt)
    return { ...transaction, archived: { postings, refunds: archivedRefunds ?? '[]' } }
  })
}

export type ArchivedPage = {
  /** Newest first. */
  lines: Line[]
  /** Where it stopped looking: what is older was not looked at. Null: it has looked at all, or found enough. */
  lookedUntil: string | null
}

/** Archived transactions of a range of ids that match, so many at most; only so many blocks are looked through. */
export async function lookThrough(
  { archive }: Pick<Needs, 'archive'>,
  merchantId: string,
  range: Range,
  { matches, most }: { matches: (line: Line) => boolean; most: number },
): Promise<ArchivedPage> {
  const blocks = await archive.transactionBlocks(merchantId, range, mostBlocks + 1)
  const isWithin = (id: string) => id >= (range.from ?? '') && (range.before === undefined || id < range.before)
  let found: Line[] = []
  let lookedUntil: string | null = null
  for (const [i, block] of blocks.entries()) {
    // What is still to come is older than the last of what is wanted.
    if (found.length >= most && idOf(found[most - 1]) > block.lastId)
      return { lines: found.slice(0, most), lookedUntil: null }
    if (i === mostBlocks) return { lines: found.filter(line => idOf(line) > block.lastId).slice(0, most), lookedUntil }
    const lines = (await archive.linesOf(merchantId, block)).filter(line => isWithin(idOf(line)))
    found = [...found, ...lines.filter(matches)].toSorted((a, b) => (idOf(a) < idOf(b) ? 1 : -1))
    // Blocks may reach into one another: only what lies above the next one is known whole.
    const next = blocks[i + 1]?.lastId ?? ''
    for (const line of lines)
      if (idOf(line) > next && (lookedUntil === null || idOf(line) < lookedUntil)) lookedUntil = idOf(line)
  }
  return { lines: found.slice(0, most), lookedUntil: null }
}

const idOf = (line: Line | undefined): string => line?.['id'] ?? ''
