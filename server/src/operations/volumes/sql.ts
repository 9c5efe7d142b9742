import type { Sql, Tx } from '../../platform/db/db.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { platformId } from '../../platform/lib/platform-id.ts'

/** Merchants some of whose postings are not summed up yet, with their last posting and how many of them there are. */
export const selectBehind = (sql: Sql, after: string, most: number) => sql<
  { merchantId: string; last: bigint; postings: bigint }[]
>`
  select b.merchant_id, b.postings as last, b.postings - coalesce(m.sequence, 0) as postings
    from balances b left join volume_marks m on m.merchant_id = b.merchant_id
   where b.merchant_id > ${after} and b.postings > coalesce(m.sequence, 0)
   order by b.merchant_id limit ${most}`

/** Locks the mark until commit: of two who sum up at once, the second goes on where the first has ended. */
export const lockMark = async (tx: Tx, merchantId: string): Promise<bigint> => {
  await tx`insert into volume_marks (merchant_id, sequence) values (${merchantId}, 0) on conflict do nothing`
  const [mark] = await tx<{ sequence: bigint }[]>`
    select sequence from volume_marks where merchant_id = ${merchantId} for update`
  return mark?.sequence ?? 0n
}

/** Postings after the mark, up to and including the last. Both are named, so that every statement sums up the same ones. */
export type Range = { mark: bigint; last: bigint }

/** Adds the postings to what their banks hold. */
export const addToBanks = (tx: Tx, merchantId: string, { mark, last }: Range) => tx`
  insert into connection_balances as b (connection_id, amount)
  select coalesce(t.connection_id, a.connection_id), -sum(p.bank)
    from postings p
    left join transactions t on t.merchant_id = ${merchantId} and t.id = p.transaction_id
    left join adjustments a on a.merchant_id = ${merchantId} and a.sequence = p.sequence
   where p.merchant_id = ${merchantId} and p.sequence > ${mark} and p.sequence <= ${last}
     and p.bank <> 0 and coalesce(t.connection_id, a.connection_id) is not null
   group by 1 order by 1
      on conflict (connection_id) do update set amount = b.amount + excluded.amount`

/** Adds the postings to their days and moves the mark. The platform has no volumes. */
export const addVolumes = (tx: Tx, merchantId: string, { mark, last }: Range) => tx`
  with new as materialized (
    select sequence, name, bank, fees, (posted_at at time zone 'America/Sao_Paulo')::date as day from postings
     where merchant_id = ${merchantId} and sequence > ${mark} and sequence <= ${last}),
  moved as (
    update volume_marks set sequence = (select max(sequence) from new)
     where merchant_id = ${merchantId} and exists (select 1 from new))
  insert into daily_volumes as v (merchant_id, day, in_amount, in_count, out_amount, out_count, fees)
  select ${merchantId}, day, coalesce(-sum(bank) filter (where bank < 0), 0), count(*) filter (where bank < 0),
         coalesce(sum(bank) filter (where bank > 0), 0), count(*) filter (where bank > 0), sum(fees)
    from new where (bank <> 0 or fees <> 0) and name not in ('openingBalance', 'adjustmentIn', 'adjustmentOut', 'debtWrittenOff') and ${merchantId} <> ${platformId}
   group by 2
      on conflict (merchant_id, day) do update
     set in_amount = v.in_amount + excluded.in_amount, in_count = v.in_count + excluded.in_count,
         out_amount = v.out_amount + excluded.out_amount, out_count = v.out_count + excluded.out_count,
         fees = v.fees + excluded.fees`

export type Volume = { inAmount: Micros; inCount: number; outAmount: Micros; outCount: number; fees: Micros }
/** `isOpen`: what is after `to` belongs to it, too. */
export type Period = { from: Day; to: Day; isOpen: boolean; merchantId: string | null }

const within = (sql: Sql, { from, to, isOpen, merchantId }: Period) => sql`
  v.day >= ${from}::date ${isOpen ? sql`` : sql`and v.day <= ${to}::date`} ${merchantId === null ? sql`` : sql`and v.merchant_id = ${merchantId}`}`

const sums = (sql: Sql) => sql`
  sum(v.in_amount)::bigint as in_amount, sum(v.in_count)::int as in_count, sum(v.out_amount)::bigint as out_amount,
  sum(v.out_count)::int as out_count, sum(v.fees)::bigint as fees`

/** Days on which something happened, newest first. */
export const sumByDay = (sql: Sql, period: Period) => sql<(Volume & { day: Day })[]>`
  select v.day::text as day, ${sums(sql)} from daily_volumes v where ${within(sql, period)} group by v.day order by v.day desc`

/** Those first for whom most came in. */
export const sumByMerchant = (sql: Sql, period: Period, most: number) => sql<
  (Volume & { merchantId: string; merchantName: string })[]
>`
  with summed as materialized (
    select v.merchant_id, ${sums(sql)} from daily_volumes v where ${within(sql, period)}
     group by v.merchant_id order by in_amount desc, v.merchant_id limit ${most})
  select s.*, m.name as merchant_name from summed s join merchants m on m.id = s.merchant_id
   order by s.in_amount desc, m.name`

export type ExportedVolume = Volume & { day: Day; merchantId: string; merchantName: string; taxNumber: string }

/** Row by row, newest day first. */
export const selectVolumes = (sql: Sql, period: Period, most: number) => sql<ExportedVolume[]>`
  select v.day::text as day, v.merchant_id, m.name as merchant_name, m.tax_number, v.in_amount, v.in_count, v.out_amount,
         v.out_count, v.fees
    from daily_volumes v join merchants m on m.id = v.merchant_id
   where ${within(sql, period)} order by v.day desc, v.merchant_id limit ${most}`

export type DisputeMonth = {
  month: string
  inCount: number
  inAmount: Micros
  disputedCount: number
  disputedAmount: Micros
  returnedCount: number
  returnedAmount: Micros
  releasedCount: number
  undecidedCount: number
}

/** What came in and what of it was disputed, by the month in which a dispute was opened, newest first. */
export const sumDisputes = (sql: Sql, merchantId: string, from: Day, most: number) => sql<DisputeMonth[]>`
  with opened as materialized (
    select to_char(created_at at time zone 'America/Sao_Paulo', 'YYYY-MM') as month, transaction_id, asked_amount, returned_amount, state
      from disputes where merchant_id = ${merchantId} and created_at >= ${from}::date::timestamp at time zone 'America/Sao_Paulo'
     limit ${most}),
  disputed as (
    select month, count(distinct transaction_id)::int as disputed_count, sum(asked_amount)::bigint as disputed_amount,
           (count(*) filter (where state = 'Returned'))::int as returned_count, sum(returned_amount)::bigint as returned_amount,
           (count(*) filter (where state = 'Released'))::int as released_count,
           (count(*) filter (where state not in ('Returned', 'Released')))::int as undecided_count
      from opened group by month),
  received as (
    select to_char(day, 'YYYY-MM') as month, sum(in_count)::int as in_count, sum(in_amount)::bigint as in_amount
      from daily_volumes where merchant_id = ${merchantId} and day >= ${from}::date group by 1)
  select month, coalesce(in_count, 0) as in_count, coalesce(in_amount, 0)::bigint as in_amount,
         coalesce(disputed_count, 0) as disputed_count, coalesce(disputed_amount, 0)::bigint as disputed_amount,
         coalesce(returned_count, 0) as returned_count, coalesce(returned_amount, 0)::bigint as returned_amount,
         coalesce(released_count, 0) as released_count, coalesce(undecided_count, 0) as undecided_count
    from received full join disputed using (month) order by month desc limit 12`
