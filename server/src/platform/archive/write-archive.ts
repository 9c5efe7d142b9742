import type { Sql, Tx } from '../db/db.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { ArchiveStorage } from '../storage/archive-storage.ts'
import { packBlock, unpackBlock } from './block.ts'
import { type Line, csvHeaderOf, csvOf } from './csv-records.ts'
import { spellMonth } from './months.ts'
import {
  type FileKind,
  type PostingBlock,
  type TransactionBlock,
  deleteFile,
  insertFile,
  insertPostingBlock,
  insertTransactionBlock,
  lockArchive,
  selectLastBlock,
  selectUnusedFiles,
} from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; archiveStorage: ArchiveStorage }

/** A block that is in its file, and in no table yet. */
export type Written = {
  merchantId: string
  fileId: string
  startByte: number
  bytes: number
  sha256: string
  lines: Line[]
}

type WriteArchiveInput = { merchantId: string; kind: FileKind; month: Date; blocks: Line[][] }

/** Writes a file of the archive and reads it back. It counts only where its blocks are added, in a transaction. */
export async function writeFile(
  needs: Needs,
  { merchantId, kind, month, blocks }: WriteArchiveInput,
): Promise<Written[]> {
  const columns = Object.keys(blocks[0]?.[0] ?? {})
  const createdAt = needs.clock()
  const id = uuidv7(createdAt.getTime())
  const name = `${merchantId}/${kind}-${spellMonth(month)}-${id}.csv.gz`
  await insertFile(needs.sql, { merchantId, id, kind, name, columns, createdAt })

  const header = await packBlock(csvHeaderOf(columns))
  const parts = [header.packed]
  const written: Written[] = []
  let startByte = header.packed.length
  for (const lines of blocks) {
    const { packed, sha256 } = await packBlock(lines.map(line => csvOf(columns, line)).join(''))
    parts.push(packed)
    written.push({ merchantId, fileId: id, startByte, bytes: packed.length, sha256, lines })
    startByte += packed.length
  }
  await needs.archiveStorage.write(name, Buffer.concat(parts))
  const stored = await needs.archiveStorage.read(name, 0, startByte + 1)
  if (stored.length !== startByte) throw new Error(`${name} is not as long as it was written`)
  for (const { startByte: start, bytes, sha256, lines } of written) {
    const text = await unpackBlock(stored.subarray(start, start + bytes), sha256)
    if (text !== lines.map(line => csvOf(columns, line)).join('')) throw new Error(`${name} is not what was written`)
  }
  return written
}

/** Adds blocks of postings, if they still follow those that are there: of two runs at once the second is refused. */
export async function addPostingBlocks(tx: Tx, blocks: (PostingBlock & Written)[]): Promise<void> {
  for (const block of blocks) {
    await lockArchive(tx, block.merchantId)
    const last = await selectLastBlock(tx, block.merchantId)
    if ((last?.lastSequence ?? 0n) !== block.firstSequence - 1n)
      throw new Error(`posting ${block.firstSequence} of merchant ${block.merchantId} does not follow the archive`)
    await insertPostingBlock(tx, block)
  }
}

export const addTransactionBlock = (tx: Tx, block: TransactionBlock & Written) => insertTransactionBlock(tx, block)

/** Deletes files that runs which died have left behind; one that is younger may still be written. Answers how many. */
export async function clearUnused(needs: Needs, olderThanMs = 3_600_000): Promise<number> {
  const unused = await selectUnusedFiles(needs.sql, new Date(needs.clock().getTime() - olderThanMs))
  for (const file of unused) {
    // The row first: whoever would still add a block to the file is refused by its foreign key.
    await deleteFile(needs.sql, file)
    await needs.archiveStorage.delete(file.name)
  }
  return unused.length
}
