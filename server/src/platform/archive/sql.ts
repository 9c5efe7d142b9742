import type { Micros } from '../brazil/money.ts'
import type { Sql, Tx } from '../db/db.ts'
import type { Place } from './block.ts'

export type FileKind = 'transactions' | 'postings'
export type ArchiveFile = {
  merchantId: string
  id: string
  kind: FileKind
  name: string
  columns: string[]
  createdAt: Date
}

type Stored = { merchantId: string; fileId: string; startByte: number; bytes: number; sha256: string }

export const insertFile = (sql: Sql, { merchantId, id, kind, name, columns, createdAt }: ArchiveFile) => sql`
  insert into archive_files (merchant_id, id, kind, name, columns, created_at)
  values (${merchantId}, ${id}, ${kind}, ${name}, ${columns}, ${createdAt})`

/** Files that were begun so long ago and that no block is in. */
export const selectUnusedFiles = (sql: Sql, before: Date) => sql<Pick<ArchiveFile, 'merchantId' | 'id' | 'name'>[]>`
  select merchant_id, id, name from archive_files f
   where created_at < ${before}
     and not exists (select 1 from posting_blocks b where b.merchant_id = f.merchant_id and b.file_id = f.id)
     and not exists (select 1 from transaction_blocks b where b.merchant_id = f.merchant_id and b.file_id = f.id)
   limit 1000`

/** Refused by the database where a block is in it after all. */
export const deleteFile = (sql: Sql, { merchantId, id }: Pick<ArchiveFile, 'merchantId' | 'id'>) => sql`
  delete from archive_files where merchant_id = ${merchantId} and id = ${id}`

/** One at a time adds to the archive of a merchant. */
export const lockArchive = (tx: Tx, merchantId: string) => tx`
  select pg_advisory_xact_lock(hashtextextended('archive ' || ${merchantId}::text, 0))`

export type Sums = Record<'available' | 'held' | 'blocked' | 'bank' | 'fees' | 'suspense', Micros>
export type PostingBlock = Sums & {
  firstSequence: bigint
  lastSequence: bigint
  firstAt: Date
  lastAt: Date
  availableAfter: Micros
  heldAfter: Micros
  blockedAfter: Micros
}

export const insertPostingBlock = (tx: Tx, b: PostingBlock & Stored) => tx`
  insert into posting_blocks (merchant_id, first_sequence, last_sequence, first_at, last_at, available, held, blocked,
                              bank, fees, suspense, available_after, held_after, blocked_after, file_id, start_byte,
                              bytes, sha256)
  values (${b.merchantId}, ${b.firstSequence}, ${b.lastSequence}, ${b.firstAt}, ${b.lastAt}, ${b.available}, ${b.held},
          ${b.blocked}, ${b.bank}, ${b.fees}, ${b.suspense}, ${b.availableAfter}, ${b.heldAfter}, ${b.blockedAfter},
          ${b.fileId}, ${b.startByte}, ${b.bytes}, ${b.sha256})`

export type TransactionBlock = { firstId: string; lastId: string; rows: number }

export const insertTransactionBlock = (tx: Tx, b: TransactionBlock & Stored) => tx`
  insert into transaction_blocks (merchant_id, first_id, last_id, rows, file_id, start_byte, bytes, sha256)
  values (${b.merchantId}, ${b.firstId}, ${b.lastId}, ${b.rows}, ${b.fileId}, ${b.startByte}, ${b.bytes}, ${b.sha256})`

/** Up to which posting a merchant's books are in the archive; null: none is. */
export const selectLastBlock = async (sql: Sql | Tx, merchantId: string) => {
  const [last] = await sql<PostingBlock[]>`
    select * from posting_blocks where merchant_id = ${merchantId} order by first_sequence desc limit 1`
  return last ?? null
}

const placed = (sql: Sql) => sql`
  select b.*, f.name, f.columns from wanted b
    join archive_files f on f.merchant_id = b.merchant_id and f.id = b.file_id`

/** The blocks that a range of postings is in. */
export const selectPostingBlocks = (sql: Sql, merchantId: string, first: bigint, last: bigint, most: number) => sql<
  (PostingBlock & Place)[]
>`
  with wanted as (
    select * from posting_blocks
     where merchant_id = ${merchantId} and first_sequence <= ${last} and first_sequence >= coalesce((
             select max(first_sequence) from posting_blocks
              where merchant_id = ${merchantId} and first_sequence <= ${first}), 0)
     order by first_sequence limit ${most})
  ${placed(sql)} where b.last_sequence >= ${first} order by b.first_sequence`

/** The first block that ends at a moment or later: what was posted from then on begins in it. */
export const selectBlockFrom = async (sql: Sql, merchantId: string, moment: Date) => {
  const [block] = await sql<(PostingBlock & Place)[]>`
    with wanted as (
      select * from posting_blocks where merchant_id = ${merchantId} and last_at >= ${moment}
       order by last_at, first_sequence limit 1)
    ${placed(sql)}`
  return block
}

/** The last block that begins at a moment or before. */
export const selectBlockUntil = async (sql: Sql, merchantId: string, moment: Date) => {
  const [block] = await sql<(PostingBlock & Place)[]>`
    with wanted as (
      select * from posting_blocks where merchant_id = ${merchantId} and first_at <= ${moment}
       order by first_at desc, first_sequence desc limit 1)
    ${placed(sql)}`
  return block
}

/** A range of ids: `from` is in it, `until` is not. `endOfMonth`: no block with an id below `until` ends after it. */
export type IdRange = { from: string; until: string; endOfMonth: string }

/** The blocks that may have ids of a range, those with the newest first. */
export const selectTransactionBlocks = (sql: Sql, merchantId: string, range: IdRange, most: number) => sql<
  (TransactionBlock & Place)[]
>`
  with wanted as (
    select * from transaction_blocks
     where merchant_id = ${merchantId} and last_id < ${range.endOfMonth} and last_id >= ${range.from}
       and first_id < ${range.until}
     order by last_id desc, file_id limit ${most})
  ${placed(sql)} order by b.last_id desc, b.file_id`

/** Whether anything that was posted from a moment on is archived. */
export const isArchivedSince = async (sql: Sql, moment: Date): Promise<boolean> => {
  const found = await sql`select 1 from posting_blocks where last_at >= ${moment} limit 1`
  return found.length > 0
}

/** Walks through all blocks of a merchant, oldest first. */
export const selectBlocksAfter = (sql: Sql, merchantId: string, lastId: string | null, most: number) => sql<
  (TransactionBlock & Place)[]
>`
  with wanted as (
    select * from transaction_blocks
     where merchant_id = ${merchantId} and last_id > coalesce(${lastId}::uuid, '00000000-0000-0000-0000-000000000000')
     order by last_id limit ${most})
  ${placed(sql)} order by b.last_id, b.file_id`
