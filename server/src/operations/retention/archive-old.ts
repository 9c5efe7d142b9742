import { blocksOfFile, rowsOfBlock } from '../../platform/archive/block.ts'
import { type Line, csvOf } from '../../platform/archive/csv-records.ts'
import {
  firstIdAfterMonth,
  firstIdOfMonth,
  leastAgeMs,
  spellMonth,
  startOfNextMonth,
} from '../../platform/archive/months.ts'
import { type Archive, readLastBlock, sequenceOf } from '../../platform/archive/read-archive.ts'
import {
  type Written,
  addPostingBlocks,
  addTransactionBlock,
  clearUnused,
  writeFile,
} from '../../platform/archive/write-archive.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { purgePostings } from '../../money/ledger/purge-postings.ts'
import { firstUuidOf, timeOfUuid } from '../../platform/lib/uuid.ts'
import { purgeConsents } from '../../products/open-finance/purge-consents.ts'
import { purgePayments } from '../../products/payment-links/purge-payments.ts'
import { purgeRefunds } from '../../money/refunds/purge-refunds.ts'
import type { ArchiveStorage } from '../../platform/storage/archive-storage.ts'
import { announceKeys, leave, lockLeaving } from '../../money/transactions/archived/leave.ts'
import { purgeWords } from '../../products/transaction-search/words/purge-terms.ts'
import { purgeUndelivered } from '../../money/webhooks/purge-undelivered.ts'
import {
  selectEnded,
  selectFirstPosted,
  selectMerchantIds,
  selectNextId,
  selectPostingLines,
  selectStillEnded,
} from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; archive: Archive; archiveStorage: ArchiveStorage }
type Sizes = { rows: number; blocks: number }
export type Moved = { transactions: number; postings: number; changed: number; months: Set<string> }

/** Null: nothing speaks against archiving what is older than this. */
export function refusalOf(before: Date, now: Date): string | null {
  const newest = new Date(now.getTime() - leastAgeMs)
  return before <= newest ? null : `nothing younger than 400 days is archived: --before ${spellMonth(newest)} at most`
}

/**
 * Moves what ended before a month into the archive, merchant by merchant and month by month: first copies of all postings,
 * then transactions, which take their own postings out of the database with them. A file is written, read back, and
 * counts only with the commit that deletes its rows; whatever is interrupted is begun anew.
 */
export async function archiveOld(
  needs: Needs,
  before: Date,
  sizes: Sizes = { rows: rowsOfBlock, blocks: blocksOfFile },
): Promise<Moved> {
  const moved: Moved = { transactions: 0, postings: 0, changed: 0, months: new Set() }
  await clearUnused(needs)
  for (const { id } of await selectMerchantIds(needs.sql)) {
    await archivePostings(needs, id, before, sizes, moved)
    await archiveTransactions(needs, id, before, sizes, moved)
  }
  return moved
}

async function archivePostings(needs: Needs, merchantId: string, before: Date, sizes: Sizes, moved: Moved) {
  for (;;) {
    const after = (await readLastBlock(needs.sql, merchantId))?.lastSequence ?? 0n
    const first = await selectFirstPosted(needs.sql, merchantId, after)
    if (first === null || first >= before) return
    const end = startOfNextMonth(first)
    const blocks = await gather(sizes, async last => {
      const from = last === undefined ? after : sequenceOf(last)
      return selectPostingLines(needs.sql, merchantId, from, end, sizes.rows)
    })
    const written = await writeFile(needs, { merchantId, kind: 'postings', month: first, blocks })
    await needs.sql.begin(tx => addPostingBlocks(tx, written.map(postingBlockOf)))
    moved.postings += blocks.flat().length
    moved.months.add(spellMonth(first))
  }
}

async function archiveTransactions(needs: Needs, merchantId: string, before: Date, sizes: Sizes, moved: Moved) {
  const lastArchived = (await readLastBlock(needs.sql, merchantId))?.lastSequence ?? 0n
  for (let from = firstUuidOf(0); ; ) {
    const next = await selectNextId(needs.sql, merchantId, from)
    if (next === null || timeOfUuid(next) >= before.getTime()) return
    const month = new Date(timeOfUuid(next))
    // Of what is left of the month, a file at a time; what cannot leave is gone past.
    const blocks = await gather(sizes, async last => {
      const ids = { after: last?.['id'] ?? justBefore(from, month), before: firstIdAfterMonth(month) }
      return selectEnded(needs.sql, merchantId, ids, lastArchived, sizes.rows)
    })
    const last = blocks.at(-1)?.at(-1)
    const isFull = blocks.length === sizes.blocks
    from = isFull && last !== undefined ? (last['id'] ?? from) : firstIdAfterMonth(month)
    if (blocks.length === 0) continue
    const ids = blocks.flat().map(idOf)
    const written = await writeFile(needs, { merchantId, kind: 'transactions', month, blocks })
    await announceKeys(needs.sql, merchantId, ids)
    for (const block of written) {
      const hasMoved = await moveBlock(needs, block, lastArchived)
      if (hasMoved) moved.transactions += block.lines.length
      else moved.changed += block.lines.length
    }
    moved.months.add(spellMonth(month))
  }
}

/** What is in the file is taken out of the database, if it is still the same: otherwise it stays, for the next run. */
async function moveBlock(needs: Needs, block: Written, lastArchived: bigint): Promise<boolean> {
  const { merchantId, lines } = block
  const ids = lines.map(idOf)
  const postings = await archivedPostings(needs, merchantId, lines)
  const columns = Object.keys(lines[0] ?? {})
  return needs.sql.begin(async tx => {
    await lockLeaving(tx, merchantId, ids)
    const now = (await selectStillEnded(tx, merchantId, ids, lastArchived)).map(toLine)
    const spell = (all: Line[]) => all.map(line => csvOf(columns, line)).join('')
    if (spell(now) !== spell(lines)) return false
    await takePostings(tx, merchantId, ids, postings)
    await purgeRefunds(tx, merchantId, ids)
    await purgeConsents(tx, merchantId, ids)
    await purgeUndelivered(tx, merchantId, ids)
    await purgeWords(tx, merchantId, lines)
    await leave(tx, merchantId, ids)
    await purgePayments(tx, merchantId, lines)
    const [firstId = '', lastId = ''] = [ids[0], ids.at(-1)]
    await addTransactionBlock(tx, { ...block, firstId, lastId, rows: lines.length })
    return true
  })
}

/** The postings of transactions as the archive has them, by number. */
async function archivedPostings({ archive }: Needs, merchantId: string, lines: Line[]): Promise<Map<string, Line>> {
  const wanted = lines.flatMap(line => (line['postings'] ?? '').split(' ').filter(Boolean))
  const found = new Map<string, Line>()
  for (const sequence of wanted) {
    if (found.has(sequence)) continue
    const first = BigInt(sequence)
    for (const line of await archive.postings(merchantId, first, first + BigInt(rowsOfBlock)))
      found.set(line['sequence'] ?? '', line)
  }
  return found
}

/** Every posting that is deleted must be in the archive as it is here, but for columns that came later. */
async function takePostings(tx: Tx, merchantId: string, ids: string[], archived: Map<string, Line>): Promise<void> {
  for (const gone of (await purgePostings(tx, merchantId, ids)).map(toLine)) {
    const kept = archived.get(gone['sequence'] ?? '')
    if (kept === undefined || Object.keys(kept).some(column => column in gone && gone[column] !== kept[column]))
      throw new Error(
        `posting ${gone['sequence']} of merchant ${merchantId} is not in the archive as it is in the books`,
      )
  }
}

/** Reads on until a file is full or nothing more comes. */
async function gather(
  { rows, blocks: most }: Sizes,
  read: (last: Line | undefined) => Promise<{ line: string }[]>,
): Promise<Line[][]> {
  const blocks: Line[][] = []
  while (blocks.length < most) {
    const lines = (await read(blocks.at(-1)?.at(-1))).map(toLine)
    if (lines.length > 0) blocks.push(lines)
    if (lines.length < rows) break
  }
  return blocks
}

const toLine = ({ line }: { line: string }) => JSON.parse(line) as Line
const idOf = (line: Line): string => line['id'] ?? ''
const justBefore = (from: string, month: Date) => (from > firstIdOfMonth(month) ? from : firstIdOfMonth(month))

function postingBlockOf(block: Written) {
  const { lines } = block
  const [first = {}, last = {}] = [lines[0], lines.at(-1)]
  const sum = (account: string) => lines.reduce((all, line) => all + BigInt(line[account] ?? 0), 0n)
  return {
    ...block,
    firstSequence: sequenceOf(first),
    lastSequence: sequenceOf(last),
    firstAt: new Date(first['posted_at'] ?? 0),
    lastAt: new Date(last['posted_at'] ?? 0),
    available: sum('available'),
    held: sum('held'),
    blocked: sum('blocked'),
    bank: sum('bank'),
    fees: sum('fees'),
    suspense: sum('suspense'),
    availableAfter: BigInt(last['available_after'] ?? 0),
    heldAfter: BigInt(last['held_after'] ?? 0),
    blockedAfter: BigInt(last['blocked_after'] ?? 0),
  }
}
