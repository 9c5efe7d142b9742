import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { type Own, perMerchantWithRows } from '../../platform/db/per-merchant.ts'
import { firstUuidOf } from '../../platform/lib/uuid.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { type Fault, type File, moves } from './states.ts'

const columns = (sql: Sql | Tx) => sql`
  merchant_id, id, kind, format, language, from_day::text, to_day::text, state, key_id, person_id, schedule_id, list,
  attempts, next_attempt_at, progress, rows, size_bytes, result, fault, created_at, finished_at, ends_at`

export const insertFile = (sql: Sql | Tx, file: File) => sql`
  insert into files (merchant_id, id, kind, format, language, from_day, to_day, state, key_id, person_id, schedule_id,
                     list, next_attempt_at, created_at)
  select merchant_id, id, kind, format, language, from_day, to_day, state, key_id, person_id, schedule_id, list,
         next_attempt_at, created_at
    from json_populate_recordset(null::files, ${rows([file])}::text::json)`

export const selectFile = async (sql: Sql, merchantId: string, id: string): Promise<File | undefined> => {
  const [file] = await sql<File[]>`select ${columns(sql)} from files where merchant_id = ${merchantId} and id = ${id}`
  return file
}

export const selectFiles = (sql: Sql, merchantId: string, beforeId: string | undefined, limit: number) => sql<File[]>`
  select ${columns(sql)} from files
   where merchant_id = ${merchantId} ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}`}
   order by id desc limit ${limit}`

/** Counted no further than `most`. */
export const countUnderWay = async (sql: Sql, merchantId: string, most: number): Promise<number> => {
  const [row] = await sql<{ underWay: number }[]>`
    select count(*)::int as under_way from (
      select 1 from files where merchant_id = ${merchantId} and state = any(${moves.begin.from}) limit ${most}) f`
  return row?.underWay ?? 0
}

/** One that waits is not due while another of its merchant is being written. */
const isDue = (sql: Sql, now: Date, own?: Own) => sql`
  f.next_attempt_at <= ${now} and not (f.state = ${moves.ask.to} and exists (
    select 1 from files r
     where r.merchant_id = f.merchant_id and r.state = ${moves.begin.to} and r.next_attempt_at > ${now}
       ${own === undefined ? sql`` : own.tenantFilter('r.merchant_id')}))`

/** Leases a due file to one worker: one to write, if its merchant has no other being written, or an expired one. */
export const claimFile = async (sql: Sql, now: Date, leaseUntil: Date): Promise<File | undefined> => {
  const [file] = await perMerchantWithRows(
    sql,
    1,
    () => sql`
      select f.merchant_id from files f where ${isDue(sql, now)} group by 1 order by min(f.next_attempt_at) limit 1`,
    own => sql<File[]>`
      with due as (
        select f.merchant_id, f.id from files f
         where ${isDue(sql, now, own)} ${own.tenantFilter('f.merchant_id')}
         order by f.next_attempt_at limit 1 for update skip locked),
      claimed as (
        update files f
           set next_attempt_at = ${leaseUntil},
               attempts = f.attempts + case when f.state = any(${moves.begin.from}) then 1 else 0 end,
               state = case when f.state = any(${moves.begin.from}) then ${moves.begin.to} else f.state end
          from due where f.merchant_id = due.merchant_id and f.id = due.id ${own.tenantFilter('f.merchant_id')}
        returning f.*)
      select ${columns(sql)} from claimed`,
  )
  return file
}

/** Only for the worker that began the last attempt. */
const isAttemptOf = (sql: Sql | Tx, { merchantId, id, attempts }: File) => sql`
  merchant_id = ${merchantId} and id = ${id} and attempts = ${attempts} and state = ${moves.begin.to}`

/** False: the lease was over, and somebody else has begun. */
export const updateProgress = async (
  sql: Sql,
  file: File,
  { progress, rows: done }: { progress: number; rows: number },
  leaseUntil: Date,
): Promise<boolean> =>
  (
    await sql`
      update files set progress = ${progress}, rows = ${done}, next_attempt_at = ${leaseUntil}
       where ${isAttemptOf(sql, file)}`
  ).count === 1

/** False: the lease was over. */
export const finishFile = async (
  tx: Tx,
  file: File,
  {
    sizeBytes,
    rows: done,
    result,
    finishedAt,
    endsAt,
  }: Pick<File, 'result'> & {
    sizeBytes: number
    rows: number
    finishedAt: Date
    endsAt: Date
  },
): Promise<boolean> =>
  (
    await tx`
      update files
         set state = ${moves.finish.to}, progress = 100, rows = ${done}, size_bytes = ${sizeBytes},
             result = ${result === null ? null : JSON.stringify(result)}::jsonb, list = null, fault = null,
             finished_at = ${finishedAt}, ends_at = ${endsAt}, next_attempt_at = ${endsAt}
       where ${isAttemptOf(tx, file)}`
  ).count === 1

export const planAttempt = (sql: Sql, file: File, nextAttemptAt: Date) => sql`
  update files set state = ${moves.pause.to}, progress = 0, rows = 0, next_attempt_at = ${nextAttemptAt}
   where ${isAttemptOf(sql, file)}`

/** False: the lease was over. */
export const failFile = async (tx: Tx, file: File, fault: Fault, at: Date, purgeAt: Date): Promise<boolean> =>
  (
    await tx`
      update files
         set state = ${moves.fail.to}, fault = ${fault}, list = null, finished_at = ${at}, next_attempt_at = ${purgeAt}
       where ${isAttemptOf(tx, file)}`
  ).count === 1

export const expireFile = (sql: Sql, { merchantId, id }: File, purgeAt: Date) => sql`
  update files set state = ${moves.expire.to}, next_attempt_at = ${purgeAt}
   where merchant_id = ${merchantId} and id = ${id} and state = any(${moves.expire.from})`

export const deleteFile = (sql: Sql, { merchantId, id }: File) => sql`
  delete from files where merchant_id = ${merchantId} and id = ${id} and state = any(${moves.purge.from})`

/** Files of these merchants that can be downloaded expire now. */
export const expireFilesOf = (tx: Tx, merchantIds: string[], now: Date) => tx`
  update files set ends_at = ${now}, next_attempt_at = ${now}
   where merchant_id = any(${merchantIds}::uuid[]) and state = any(${moves.expire.from})`

/** Whether one of these merchants has a file that is being written. */
export const isAnyUnderWay = async (tx: Tx, merchantIds: string[]): Promise<boolean> =>
  (
    await tx`
      select 1 as found from files
       where merchant_id = any(${merchantIds}::uuid[]) and state = any(${moves.begin.from}) limit 1`
  ).count > 0

/** Transactions of these order ids, whenever they were made. */
export const selectByOrders = (sql: Sql, merchantId: string, onceKeys: readonly string[]) => sql<Transaction[]>`
  select * from transactions where merchant_id = ${merchantId} and idempotency_key = any(${[...onceKeys]})`

export const selectByIds = (sql: Sql, merchantId: string, ids: readonly string[]) => sql<Transaction[]>`
  select * from transactions where merchant_id = ${merchantId} and id = any(${[...ids]}::uuid[])`

/** Whether a period has one more transaction after so many. */
export const isThereAfter = async (
  sql: Sql,
  { merchantId, from, until }: { merchantId: string; from: Date | undefined; until: Date | undefined },
  most: number,
): Promise<boolean> => {
  const found = await sql`
    select 1 from transactions
     where merchant_id = ${merchantId}
       ${from === undefined ? sql`` : sql`and id >= ${firstUuidOf(from.getTime())}`}
       ${until === undefined ? sql`` : sql`and id < ${firstUuidOf(until.getTime())}`}
     order by id offset ${most} limit 1`
  return found.count === 1
}
