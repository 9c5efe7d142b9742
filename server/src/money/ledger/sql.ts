import { type Sql, type Tx, recordset, rows } from '../../platform/db/db.ts'
import { perMerchant } from '../../platform/db/per-merchant.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import type { Account, PostingName } from './postings.ts'

export type Balance = { merchantId: string; postings: bigint; postedAt: Date | null; toBlock: Micros } & Record<
  Account,
  Micros
>

export type Posting = {
  merchantId: string
  sequence: bigint
  transactionId: string | null
  name: PostingName
  availableAfter: Micros
  heldAfter: Micros
  blockedAfter: Micros
  reservedAfter: Micros
  postedAt: Date
} & Record<Account, Micros>

type Id = { merchantId: string }
const toId = (merchantId: string): Id => ({ merchantId })
const idsOf = (some: readonly Id[]) => some.map(({ merchantId }) => merchantId)

/** Locks the rows until commit, in merchant order, so that two groups never deadlock. */
export const lockBalances = (tx: Tx, merchantIds: string[]) =>
  perMerchant(
    tx,
    merchantIds.map(toId),
    (some, own) => tx<Balance[]>`
      select * from balances where merchant_id = any(${idsOf(some)}::uuid[]) ${own.tenantFilter('merchant_id')}
       order by merchant_id for update`,
  )

/** The merchants whose rows nobody else holds: locked until commit, without waiting. */
export const lockFreeBalances = (tx: Tx, merchantIds: string[]) =>
  perMerchant(
    tx,
    merchantIds.map(toId),
    (some, own) => tx<Id[]>`
      select merchant_id from balances where merchant_id = any(${idsOf(some)}::uuid[]) ${own.tenantFilter('merchant_id')}
         for update skip locked`,
  )

/** Merchants with money that disputes could not block when it came in, or that is in their reserve. */
export const selectUncaught = (sql: Sql, after: string, most: number) => sql<Id[]>`
  select merchant_id from balances
   where to_block > 0 and (available > 0 or reserved > 0) and merchant_id > ${after} order by merchant_id limit ${most}`

export const updateToBlock = (tx: Tx, merchantId: string, toBlock: Micros) => tx`
  update balances set to_block = ${toBlock} where merchant_id = ${merchantId}`

export const insertEmptyBalance = (tx: Tx, merchantId: string) => tx`
  insert into balances (merchant_id) values (${merchantId})`

export const insertPostings = (tx: Tx, postings: Posting[]) =>
  perMerchant(
    tx,
    postings,
    (some, own) => tx`
      insert into postings (merchant_id, sequence, transaction_id, name, available, held, blocked, reserved, to_settle,
                            clearing, bank, fees, suspense, tariffs, available_after, held_after, blocked_after, reserved_after,
                            posted_at)
      select ${own.id}, sequence, transaction_id, name, available, held, blocked, reserved, to_settle, clearing, bank,
             fees, suspense, tariffs, available_after, held_after, blocked_after, reserved_after, posted_at
        from ${own.place} ${recordset('postings', some)} n`,
  )

/** With `where one = 1` the planner expects one row and looks each up by its key, instead of reading all balances. */
export const updateBalances = (tx: Tx, balances: Balance[]) =>
  perMerchant(
    tx,
    balances,
    (some, own) => tx`
      update balances b
         set available = n.available, held = n.held, blocked = n.blocked, reserved = n.reserved,
             to_settle = n.to_settle, clearing = n.clearing, bank = n.bank, fees = n.fees, suspense = n.suspense, tariffs = n.tariffs, postings = n.postings, posted_at = n.posted_at
        from json_to_recordset(${rows(some, { one: 1 })}::text::json) as n(
          merchant_id uuid, available bigint, held bigint, blocked bigint, reserved bigint,
          to_settle bigint, clearing bigint, bank bigint, fees bigint, suspense bigint, tariffs bigint, postings bigint, posted_at timestamptz, one integer)
       where b.merchant_id = n.merchant_id and n.one = 1 ${own.tenantFilter('b.merchant_id')}`,
  )

export const selectBalance = async (sql: Sql, merchantId: string): Promise<Balance | undefined> => {
  const [balance] = await sql<Balance[]>`select * from balances where merchant_id = ${merchantId}`
  return balance
}

export const selectPostingsOf = (sql: Sql, merchantId: string, transactionId: string, most: number) => sql<Posting[]>`
  select * from postings where merchant_id = ${merchantId} and transaction_id = ${transactionId}
   order by sequence limit ${most}`

/** `owed`: what merchants owe whose balance is below zero. */
type PlatformSums = { merchants: number; owing: number; owed: Micros } & Record<Exclude<Account, 'bank'>, Micros>

export const sumBalances = async (sql: Sql | Tx) => {
  const [sums] = await sql<PlatformSums[]>`
    select count(*) filter (where merchant_id <> ${platformId})::int as merchants,
           coalesce(sum(available), 0)::bigint as available, coalesce(sum(held), 0)::bigint as held,
           coalesce(sum(blocked), 0)::bigint as blocked, coalesce(sum(reserved), 0)::bigint as reserved,
           coalesce(sum(to_settle), 0)::bigint as to_settle, coalesce(sum(clearing), 0)::bigint as clearing,
           count(*) filter (where available < 0)::int as owing,
           coalesce(-sum(available) filter (where available < 0), 0)::bigint as owed,
           coalesce(sum(fees), 0)::bigint as fees, coalesce(sum(suspense), 0)::bigint as suspense,
           coalesce(sum(tariffs), 0)::bigint as tariffs
      from balances`
  if (sums === undefined) throw new Error('the balances were not summed')
  return sums
}
