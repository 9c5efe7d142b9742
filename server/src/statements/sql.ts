import type { Sql } from '../lib/db.ts'
import type { Micros } from '../lib/money.ts'

export type Entry = {
  sequence: bigint
  name: string
  transactionId: string | null
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

/** A merchant's postings are numbered without gaps in the order of their time: two look-ups find any period. */
export const selectRange = async (
  sql: Sql,
  merchantId: string,
  start: Date | null,
  end: Date | null,
): Promise<Range> => {
  const [range] = await sql<Range[]>`
    select coalesce((select sequence from postings
                      where merchant_id = ${merchantId} and posted_at >= coalesce(${start}, '-infinity'::timestamptz)
                      order by posted_at, sequence limit 1), 1) as first,
           coalesce((select sequence from postings
                      where merchant_id = ${merchantId} and posted_at <= coalesce(${end}, 'infinity'::timestamptz)
                      order by posted_at desc, sequence desc limit 1), 0) as last`
  return range ?? { first: 1n, last: 0n }
}

export const selectEntries = (sql: Sql, merchantId: string, { first, last }: Range, limit: number) => sql<Entry[]>`
  select p.*, t.order_id, t.end_to_end_id
    from postings p
    left join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
   where p.merchant_id = ${merchantId} and p.sequence between ${first} and ${last}
   order by p.sequence limit ${limit}`
