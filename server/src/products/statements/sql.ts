import type { PostingName } from '../../money/ledger/postings.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Operation } from '../../money/transactions/operations.ts'

export type Entry = {
  sequence: bigint
  name: PostingName
  transactionId: string | null
  operation: Operation | null
  /** Of an adjustment, its reason. */
  partyName: string | null
  orderId: string | null
  endToEndId: string | null
  available: Micros
  held: Micros
  blocked: Micros
  reserved: Micros
  fees: Micros
  availableAfter: Micros
  heldAfter: Micros
  blockedAfter: Micros
  reservedAfter: Micros
  postedAt: Date
}

export type Range = { first: bigint; last: bigint }

/** The first posting from a moment on. */
export const selectFirst = async (sql: Sql, merchantId: string, start: Date): Promise<bigint | null> => {
  const [first] = await sql<{ sequence: bigint }[]>`
    select sequence from postings where merchant_id = ${merchantId} and posted_at >= ${start}
     order by posted_at, sequence limit 1`
  return first?.sequence ?? null
}

/** The last posting up to a moment, with the balances after it. */
export const selectLast = async (sql: Sql, merchantId: string, end: Date) => {
  const [last] = await sql<(Balance & { sequence: bigint; postedAt: Date })[]>`
    select sequence, available_after as available, held_after as held, coalesce(blocked_after, 0) as blocked,
           reserved_after as reserved, posted_at from postings
     where merchant_id = ${merchantId} and posted_at <= ${end}
     order by posted_at desc, sequence desc limit 1`
  return last ?? null
}

/** How many postings there are, in all: the number of the last one. */
export const selectCount = async (sql: Sql, merchantId: string): Promise<bigint> => {
  const [row] = await sql<{ postings: bigint }[]>`select postings from balances where merchant_id = ${merchantId}`
  return row?.postings ?? 0n
}

/** By their numbers, so that PostgreSQL plans once; transactions of a page are neighbours in their index. */
export const selectEntries = (sql: Sql, merchantId: string, { first, last }: Range, limit: number) => sql<Entry[]>`
  with page as materialized (
    select * from postings where merchant_id = ${merchantId} and sequence = any(${numbersOf(first, last, limit)}::int8[]))
  select p.*, t.operation, t.order_id, t.end_to_end_id,
         coalesce(t.participant->>'name', t.counterparty->>'name', a.reason) as party_name
    from page p
    left join adjustments a on a.merchant_id = ${merchantId} and a.sequence = p.sequence and p.transaction_id is null
    left join (select id, operation, order_id, end_to_end_id, participant, counterparty from transactions
                where merchant_id = ${merchantId} and id = any(array(select transaction_id from page))) t
      on t.id = p.transaction_id
   order by p.sequence`

const numbersOf = (first: bigint, last: bigint, most: number): bigint[] =>
  Array.from({ length: Math.max(0, Math.min(Number(last - first) + 1, most)) }, (_, i) => first + BigInt(i))

export type Balance = { available: Micros; held: Micros; blocked: Micros; reserved: Micros }

export const noBalance: Balance = { available: 0n, held: 0n, blocked: 0n, reserved: 0n }

export const selectBalanceNow = async (sql: Sql, merchantId: string): Promise<Balance> => {
  const [balance] = await sql<
    Balance[]
  >`select available, held, blocked, reserved from balances where merchant_id = ${merchantId}`
  return balance ?? noBalance
}
