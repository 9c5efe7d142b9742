import type { Place } from '../../platform/archive/block.ts'
import type { Line } from '../../platform/archive/csv-records.ts'
import {
  type Archive,
  type PostingBlock,
  type TransactionBlock,
  listPostingBlocks,
  listTransactionBlocks,
  sequenceOf,
} from '../../platform/archive/read-archive.ts'
import type { Sql } from '../../platform/db/db.ts'
import { accounts } from '../../money/ledger/postings.ts'
import { selectArchivedOfLinks } from './links-sql.ts'
import { type Fault, type Progress, addFaults, missing, wrongBalance } from './progress.ts'
import { selectLiveIds, selectPostingLines } from './sql.ts'

/** Without an archive only what the database knows of it is proved. */
type Needs = { sql: Sql; archive?: Pick<Archive, 'linesOf'> }
type Reading = Required<Needs>

/** Blocks of a step, of a thousand rows each. */
const blocksOfStep = 10

/** The next blocks of archived postings: each follows the one before, and is what was written. */
export async function proveArchivedPostings({ sql, archive }: Needs, progress: Progress): Promise<Progress> {
  const { merchantId } = progress
  const blocks = await listPostingBlocks(sql, merchantId, progress.sequence, blocksOfStep)
  const after = { ...progress }
  for (const block of blocks) {
    const faults = chainFaults(after, block)
    if (archive !== undefined) faults.push(...(await faultsWithin({ sql, archive }, after, block)))
    after.faults = addFaults(after, faults)
    for (const account of accounts) after[account] += block[account]
    after.sequence = block.lastSequence
    after.postings += block.lastSequence - block.firstSequence + 1n
    after.blocks += 1n
  }
  return blocks.length < blocksOfStep ? { ...after, stage: 'blocks' } : after
}

/** A posting says what these are after it; one that is older than an account says nothing of it. */
const running = ['available', 'held', 'blocked'] as const

const nameOf = ({ firstSequence, lastSequence }: PostingBlock) =>
  `archived postings ${firstSequence} to ${lastSequence}`

function chainFaults(before: Progress, block: PostingBlock): Fault[] {
  const { merchantId } = before
  const row = nameOf(block)
  const faults: Fault[] = []
  if (block.firstSequence !== before.sequence + 1n) faults.push({ merchantId, row, fault: missing })
  const isRunning =
    before.available + block.available === block.availableAfter &&
    before.held + block.held === block.heldAfter &&
    before.blocked + block.blocked === block.blockedAfter
  if (!isRunning) faults.push({ merchantId, row, fault: wrongBalance })
  if (accounts.reduce((sum, account) => sum + block[account], 0n) !== 0n)
    faults.push({ merchantId, row, fault: 'its accounts do not sum to zero' })
  return faults
}

/** What a block's own rows say, and the rows of the database that it has as well. */
async function faultsWithin(needs: Reading, before: Progress, block: PostingBlock & Place): Promise<Fault[]> {
  const { merchantId } = before
  const read = await readOrFault(needs, merchantId, block, nameOf(block))
  if (!Array.isArray(read)) return [read]
  const faults: Fault[] = []
  const sums = { available: before.available, held: before.held, blocked: before.blocked }
  for (const [i, line] of read.entries()) {
    const row = `archived posting ${line['sequence']}`
    for (const account of running) sums[account] += BigInt(line[account] ?? 0)
    if (sequenceOf(line) !== block.firstSequence + BigInt(i)) faults.push({ merchantId, row, fault: missing })
    else if (running.some(account => String(sums[account]) !== (line[`${account}_after`] ?? String(sums[account]))))
      faults.push({ merchantId, row, fault: wrongBalance })
  }
  const isSum = accounts.every(
    account => read.reduce((sum, line) => sum + BigInt(line[account] ?? 0), 0n) === block[account],
  )
  if (!isSum) faults.push({ merchantId, row: nameOf(block), fault: 'its sums are not those of its postings' })
  const archived = new Map(read.map(line => [line['sequence'], line]))
  for (const { line } of await selectPostingLines(needs.sql, merchantId, block.firstSequence, block.lastSequence)) {
    const live = JSON.parse(line) as Line
    const kept = archived.get(live['sequence'] ?? '')
    if (kept === undefined || Object.keys(kept).some(column => column in live && live[column] !== kept[column]))
      faults.push({ merchantId, row: `posting ${live['sequence']}`, fault: 'it differs from the archive' })
  }
  return faults
}

/**
 * The next blocks of archived transactions: each is what was written, and none of them is in the database as well. In the
 * end payment links count what all of them have.
 */
export async function proveArchivedTransactions({ sql, archive }: Needs, progress: Progress): Promise<Progress> {
  const { merchantId } = progress
  if (archive === undefined) return { ...progress, stage: 'postings' }
  const blocks = await listTransactionBlocks(sql, merchantId, progress.blockId, blocksOfStep)
  const after = { ...progress, blockId: blocks.at(-1)?.lastId ?? progress.blockId }
  for (const block of blocks) {
    const { faults, linked } = await lookInto({ sql, archive }, merchantId, block)
    after.faults = addFaults(after, faults)
    after.blocks += 1n
    after.transactions += BigInt(block.rows)
    after.linkPayments += BigInt(linked.length)
    after.linkAmount += linked.reduce((sum, line) => sum + BigInt(line['paid_amount'] ?? 0), 0n)
  }
  if (blocks.length === blocksOfStep) return after
  return { ...after, faults: addFaults(after, await faultsOfLinks(sql, after)), stage: 'postings' }
}

type Looked = { faults: Fault[]; linked: Line[] }

async function lookInto(needs: Reading, merchantId: string, block: TransactionBlock & Place): Promise<Looked> {
  const row = `${blockOf} ${block.firstId} to ${block.lastId}`
  const read = await readOrFault(needs, merchantId, block, row)
  if (!Array.isArray(read)) return { faults: [read], linked: [] }
  const ids = read.map(line => line['id'] ?? '')
  const isWhole = ids.length === block.rows && ids[0] === block.firstId && ids.at(-1) === block.lastId
  const twice = await selectLiveIds(needs.sql, merchantId, ids)
  const faults = [
    ...(isWhole ? [] : [{ merchantId, row, fault: 'it has other rows than were written' }]),
    ...twice.map(({ id }) => ({ merchantId, row: `transaction ${id}`, fault: 'it is archived and in the database' })),
  ]
  // Files that are older than links have no such column.
  return { faults, linked: read.filter(line => (line['payment_link_id'] ?? null) !== null && line['completed_at']) }
}

const blockOf = 'archived transactions'

/** Each link is held against its own rows where those of the database are proved; here all of a merchant's together. */
async function faultsOfLinks(sql: Sql, { merchantId, transactions, ...read }: Progress): Promise<Fault[]> {
  const counted = await selectArchivedOfLinks(sql, merchantId)
  // What was archived meanwhile is for the next proof, and a block that is not what was written has been told of.
  if (counted.rows !== transactions || read.faults.some(({ row }) => row.startsWith(blockOf))) return []
  if (counted.payments === read.linkPayments && counted.amount === read.linkAmount) return []
  return [{ merchantId, row: 'payment links', fault: 'what they count as archived is not what the archive has' }]
}

const readOrFault = (needs: Reading, merchantId: string, block: Place, row: string): Promise<Line[] | Fault> =>
  needs.archive
    .linesOf(merchantId, block)
    .catch((error: unknown) => ({ merchantId, row, fault: `it cannot be read: ${(error as Error).message}` }))
