import { fairTurns } from '../db/fair-turns.ts'
import type { Sql } from '../db/db.ts'
import { remember } from '../lib/remember.ts'
import type { ArchiveStorage } from '../storage/archive-storage.ts'
import { type Place, unpackBlock } from './block.ts'
import { type Line, readCsv } from './csv-records.ts'
import { endOfMonthOf } from './months.ts'
import { selectBlockFrom, selectBlockUntil, selectPostingBlocks, selectTransactionBlocks } from './sql.ts'
import { smallestUuid } from '../lib/uuid.ts'

export type { PostingBlock, Sums, TransactionBlock } from './sql.ts'
export type Archive = ReturnType<typeof archiveReader>

const largestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Unpacked blocks that are remembered, half a megabyte each: whoever pages through the archive reads a block once. */
const remembered = { forMs: 60_000, most: 16 }

/** Blocks that are read at once, and of those for one merchant, so that nobody keeps a server busy with the archive. */
const places = { atOnce: 4, ofOne: 2, patienceMs: 10_000 }

/** Blocks that are listed at once; what looks for something new looks through so many at most. */
export const mostBlocks = 10

/** What has left the database, by the connections of reports. A read takes one range of bytes of a file. */
export function archiveReader(needs: { sql: Sql; storage: ArchiveStorage }) {
  const inTurn = fairTurns(places)
  const textOf = remember(async (key: string) => {
    const { merchantId, name, startByte, bytes, sha256 } = JSON.parse(key) as Omit<Place, 'startByte'> & {
      merchantId: string
      startByte: number
    }
    return inTurn(merchantId, async () => unpackBlock(await needs.storage.read(name, startByte, bytes), sha256))
  }, remembered)
  const linesOf = async (merchantId: string, { name, startByte, bytes, sha256, columns }: Place): Promise<Line[]> =>
    readCsv(columns, await textOf(JSON.stringify({ merchantId, name, startByte: Number(startByte), bytes, sha256 })))
  const reports = (merchantId: string) => needs.sql.reportsOf(merchantId)

  /** A range of few postings may be in many blocks: none of them goes beyond its month. */
  async function* postingBlocks(merchantId: string, first: bigint, last: bigint) {
    for (let next = first; next <= last; ) {
      const blocks = await selectPostingBlocks(reports(merchantId), merchantId, next, last, mostBlocks)
      yield* blocks
      const end = blocks.at(-1)
      if (end === undefined || blocks.length < mostBlocks) return
      next = end.lastSequence + 1n
    }
  }

  /** All blocks that may have an id: every run of the archive may leave one of a month more. */
  async function* blocksAround(merchantId: string, id: string) {
    for (let before = endOfMonthOf(id); ; ) {
      const range = { from: id, until: afterId(id), endOfMonth: before }
      const blocks = await selectTransactionBlocks(reports(merchantId), merchantId, range, mostBlocks)
      yield* blocks
      const end = blocks.at(-1)
      if (end === undefined || blocks.length < mostBlocks) return
      before = end.lastId
    }
  }

  return {
    linesOf,

    async findTransaction(merchantId: string, id: string): Promise<Line | null> {
      for await (const block of blocksAround(merchantId, id)) {
        const found = (await linesOf(merchantId, block)).find(line => line['id'] === id)
        if (found !== undefined) return found
      }
      return null
    },

    /** The id below which all archived ids of a range are; null: there are none. */
    async topOf(merchantId: string, range: Range): Promise<string | null> {
      const [block] = await selectTransactionBlocks(reports(merchantId), merchantId, idRange(range), 1)
      if (block === undefined) return null
      const { before = largestId } = range
      return block.lastId < before ? afterId(block.lastId) : before
    },

    /** Blocks that may have ids of a range, newest first. Blocks may reach into one another. */
    transactionBlocks: (merchantId: string, range: Range, most = mostBlocks) =>
      selectTransactionBlocks(reports(merchantId), merchantId, idRange(range), most),

    /** Postings by their numbers, as far as they are in the archive, in order. */
    async postings(merchantId: string, first: bigint, last: bigint): Promise<Line[]> {
      const lines: Line[] = []
      for await (const block of postingBlocks(merchantId, first, last))
        for (const line of await linesOf(merchantId, block))
          if (sequenceOf(line) >= first && sequenceOf(line) <= last) lines.push(line)
      return lines
    },

    /** The number of the first archived posting from a moment on; null: none. */
    async firstSequenceFrom(merchantId: string, moment: Date): Promise<bigint | null> {
      const block = await selectBlockFrom(reports(merchantId), merchantId, moment)
      if (block === undefined) return null
      if (block.firstAt >= moment) return block.firstSequence
      const found = (await linesOf(merchantId, block)).find(line => postedAt(line) >= moment)
      return found === undefined ? block.lastSequence : sequenceOf(found)
    },

    /** The last archived posting up to a moment, with the balances after it; null: none. */
    async lastUntil(merchantId: string, moment: Date): Promise<AfterPosting | null> {
      const block = await selectBlockUntil(reports(merchantId), merchantId, moment)
      if (block === undefined) return null
      const { lastSequence: sequence, availableAfter: available, heldAfter: held, blockedAfter: blocked } = block
      if (block.lastAt <= moment) return { sequence, available, held, blocked }
      const found = (await linesOf(merchantId, block)).findLast(line => postedAt(line) <= moment)
      if (found === undefined) return null
      const after = (account: string) => BigInt(found[`${account}_after`] ?? 0)
      return {
        sequence: sequenceOf(found),
        available: after('available'),
        held: after('held'),
        blocked: after('blocked'),
      }
    },
  }
}

/** Up to where a merchant's postings are in the archive, null where none is; and whether any of all are. */
export { isArchivedSince, selectLastBlock as readLastBlock } from './sql.ts'

/** All blocks, oldest first, from after a posting or an id on: for who proves the archive. */
export const listPostingBlocks = (sql: Sql, merchantId: string, after: bigint, most: number) =>
  selectPostingBlocks(sql, merchantId, after + 1n, 2n ** 62n, most)
export { selectBlocksAfter as listTransactionBlocks } from './sql.ts'

export type AfterPosting = { sequence: bigint; available: bigint; held: bigint; blocked: bigint }

/** Ids at or after `from` and before `before`, each where it is given. */
export type Range = { from?: string | undefined; before?: string | undefined }

const idRange = ({ from = smallestUuid, before }: Range) => ({
  from,
  until: before ?? largestId,
  endOfMonth: before === undefined ? largestId : endOfMonthOf(before),
})

export const sequenceOf = (line: Line): bigint => BigInt(line['sequence'] ?? 0)
const postedAt = (line: Line): Date => new Date(line['posted_at'] ?? 0)

/** The next id after one: for a range that ends with it. */
export const afterId = (id: string): string => {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return [next.slice(0, 8), next.slice(8, 12), next.slice(12, 16), next.slice(16, 20), next.slice(20)].join('-')
}
