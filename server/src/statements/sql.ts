import type { PostingName } from '../ledger/postings.ts'
import type { Sql } from '../db/db.ts'
import type { Micros } from '../brazil/money.ts'
import type { Operation } from '../transactions/states.ts'

export type Entry = {
  sequence: bigint
  name: PostingName
  transactionId: string | null
  operation: Operation | null
  partyName: string | null
  orderId: string | null
  endToEndId: string | null
  available: Micros
  held: Micros
  fees: Micros
  availableAfter: Micros
  heldAfter: Micros
  postedAt: Date
}

export type Range = { first: bigint; last: bigint }
const nothing: Range = { first: 1n, last: 0n }

/** A merchant's postings are numbered without gaps in the order of their time: two look-ups find any period. */
export const selectRange = async (
  sql: Sql,
  merchantId: string,
  start: Date | null,
  end: Date | null,
): Promise<Range> => {
  const [{ first, last } = { first: null, last: null }] = await sql<{ first: bigint | null; last: bigint | null }[]>`
    select (select sequence from postings
             where merchant_id = ${merchantId} and posted_at >= coalesce(${start}, '-infinity'::timestamptz)
             order by posted_at, sequence limit 1) as first,
           (select sequence from postings
             where merchant_id = ${merchantId} and posted_at <= coalesce(${end}, 'infinity'::timestamptz)
             order by posted_at desc, sequence desc limit 1) as last`
  return first === null || last === null ? nothing : { first, last }
}

export const selectEntries = (sql: Sql, merchantId: string, { first, last }: Range, limit: number) => sql<Entry[]>`
  select p.*, t.operation, t.order_id, t.end_to_end_id,
         coalesce(t.participant->>'name', t.counterparty->>'name') as party_name
    from postings p
    left join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
   where p.merchant_id = ${merchantId} and p.sequence between ${first} and ${last}
   order by p.sequence limit ${limit}`

export type Balance = { available: Micros; held: Micros }

/** What was there just before a moment; null: now. */
export const selectBalance = async (sql: Sql, merchantId: string, before: Date | null): Promise<Balance> => {
  const [balance] = await sql<Balance[]>`
    select available_after as available, held_after as held from postings
     where merchant_id = ${merchantId} and posted_at < coalesce(${before}, 'infinity'::timestamptz)
     order by posted_at desc, sequence desc limit 1`
  return balance ?? { available: 0n, held: 0n }
}
