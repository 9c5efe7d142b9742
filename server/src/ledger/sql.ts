import { type Sql, type Tx, rows } from '../db/db.ts'
import type { Micros } from '../brazil/money.ts'
import { platformId } from './platform.ts'
import type { Account, PostingName } from './postings.ts'

export type Balance = { merchantId: string; postings: bigint; postedAt: Date | null } & Record<Account, Micros>

export type Posting = {
  merchantId: string
  sequence: bigint
  transactionId: string | null
  name: PostingName
  availableAfter: Micros
  heldAfter: Micros
  postedAt: Date
} & Record<Account, Micros>

/** Locks the rows until commit, in merchant order, so that two batches never wait for each other in a circle. */
export const lockBalances = (tx: Tx, merchantIds: string[]) => tx<Balance[]>`
  select * from balances where merchant_id = any(${merchantIds}::uuid[]) order by merchant_id for update`

/** The merchants whose rows nobody else holds: locked until commit, without waiting. */
export const lockFreeBalances = (tx: Tx, merchantIds: string[]) => tx<{ merchantId: string }[]>`
  select merchant_id from balances where merchant_id = any(${merchantIds}::uuid[]) for update skip locked`

export const insertEmptyBalance = (tx: Tx, merchantId: string) => tx`
  insert into balances (merchant_id) values (${merchantId})`

export const insertPostings = (tx: Tx, postings: Posting[]) => tx`
  insert into postings (merchant_id, sequence, transaction_id, name, available, held, bank, fees, suspense,
                        available_after, held_after, posted_at)
  select merchant_id, sequence, transaction_id, name, available, held, bank, fees, suspense, available_after,
         held_after, posted_at
    from json_populate_recordset(null::postings, ${rows(postings)}::text::json)`

export const updateBalances = (tx: Tx, balances: Balance[]) => tx`
  update balances b
     set available = n.available, held = n.held, bank = n.bank, fees = n.fees, suspense = n.suspense,
         postings = n.postings, posted_at = n.posted_at
    from json_populate_recordset(null::balances, ${rows(balances)}::text::json) n
   where b.merchant_id = n.merchant_id`

export const selectBalance = async (sql: Sql, merchantId: string): Promise<Balance | undefined> => {
  const [balance] = await sql<Balance[]>`select * from balances where merchant_id = ${merchantId}`
  return balance
}

export const selectPostingsOf = (sql: Sql, merchantId: string, transactionId: string, most: number) => sql<Posting[]>`
  select * from postings where merchant_id = ${merchantId} and transaction_id = ${transactionId}
   order by sequence limit ${most}`

export const sumBalances = async (sql: Sql) => {
  const [sums] = await sql<{ merchants: number; available: Micros; held: Micros; fees: Micros; suspense: Micros }[]>`
    select count(*) filter (where merchant_id <> ${platformId})::int as merchants,
           coalesce(sum(available), 0)::bigint as available, coalesce(sum(held), 0)::bigint as held,
           coalesce(sum(fees), 0)::bigint as fees, coalesce(sum(suspense), 0)::bigint as suspense
      from balances`
  return sums ?? { merchants: 0, available: 0n, held: 0n, fees: 0n, suspense: 0n }
}
