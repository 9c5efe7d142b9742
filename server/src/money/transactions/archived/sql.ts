import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { Operation } from '../states.ts'
import type { ReadTransaction, TransactionId } from '../transaction.ts'

/** Rows that were spelled as text, each value in quotes, become what they were in the table. */
export const readRows = (sql: Sql, lines: readonly object[]) => sql<ReadTransaction[]>`
  select t.*, l->>'delivery_status' as delivery_status, null::timestamptz as delivery_time,
         l->>'postings' as archived_postings, l->>'refunds' as archived_refunds
    from json_array_elements(${JSON.stringify(lines)}::text::json) l
    cross join lateral json_populate_record(null::transactions, l) t
   order by t.id desc`

const endToEndKey = (endToEndId: string) => `e2e:${endToEndId}`

type Keys = { onceKey: string | null; endToEndId: string | null }

/** Archived transactions by order id, and by end-to-end id: of one merchant. */
export const selectIdsByKey = async (
  sql: Sql,
  merchantId: string,
  { onceKey: once, endToEndId }: Keys,
): Promise<string[]> => {
  const keys = [once, endToEndId === null ? null : endToEndKey(endToEndId)].filter(key => key !== null)
  if (keys.length === 0) return []
  const found = await sql<{ id: string }[]>`
    select distinct transaction_id as id from archived_keys where merchant_id = ${merchantId} and key = any(${keys}) limit 20`
  return found.map(({ id }) => id)
}

/** The same for many order ids. */
export const selectIdsByKeys = async (sql: Sql, merchantId: string, onceKeys: readonly string[]): Promise<string[]> => {
  const found = await sql<{ id: string }[]>`
    select distinct transaction_id as id from archived_keys
     where merchant_id = ${merchantId} and key = any(${[...onceKeys]})`
  return found.map(({ id }) => id)
}

/** By the id that all banks know a payment by, whose ever it is. */
export const selectByEndToEndId = async (
  sql: Sql,
  endToEndId: string,
  operations: Operation[],
): Promise<TransactionId | undefined> => {
  const [found] = await sql<TransactionId[]>`
    select merchant_id, transaction_id as id from archived_keys
     where key = ${endToEndKey(endToEndId)} and key like 'e2e:%' and operation = any(${operations})`
  return found
}

/** By order id and by end-to-end id, of whichever merchant: the order id by one look-up a merchant. */
export const selectOverAll = (sql: Sql, { onceKey, endToEndId }: Keys, most: number) => sql<TransactionId[]>`
  select * from (
    (select k.merchant_id, k.transaction_id as id
       from balances b join archived_keys k on k.merchant_id = b.merchant_id and k.key = ${onceKey}
      limit ${most})
    union
    (select merchant_id, transaction_id as id from archived_keys
      where key = ${endToEndId === null ? null : endToEndKey(endToEndId)} and key like 'e2e:%' limit ${most})) ways
   limit ${most}`

/** Answers the number of this transaction of the database: whoever began after it knows the keys. */
export const insertKeys = async (tx: Tx, merchantId: string, ids: string[]): Promise<string> => {
  await tx`
    insert into archived_keys (merchant_id, key, operation, transaction_id)
    select t.merchant_id, k.key, t.operation, t.id from transactions t
     cross join lateral unnest(array[t.idempotency_key, 'e2e:' || t.end_to_end_id]) as k(key)
     where t.merchant_id = ${merchantId} and t.id = any(${ids}) and k.key is not null
        on conflict (merchant_id, key, operation) do nothing`
  const [row] = await tx<{ xid: string }[]>`select pg_current_xact_id()::text as xid`
  return row?.xid ?? ''
}

/** Whether a statement may still run that does not know what was written under this number. */
export const hasOlderSnapshot = async (sql: Sql, xid: string): Promise<boolean> => {
  const found = await sql`
    select 1 from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and backend_xmin is not null and age(backend_xmin) >= age(${xid}::text::xid8::xid) limit 1`
  return found.length > 0
}

export const lockAll = (tx: Tx, merchantId: string, ids: string[]) => tx<{ id: string }[]>`
  select id from transactions where merchant_id = ${merchantId} and id = any(${ids}) order by id for update`

export const deleteTransactions = (tx: Tx, merchantId: string, ids: string[]) => tx`
  delete from transactions where merchant_id = ${merchantId} and id = any(${ids})`
