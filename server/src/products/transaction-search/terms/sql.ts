import type { Day } from '../../../platform/brazil/sao-paulo.ts'
import { type Sql, type Tx, rows } from '../../../platform/db/db.ts'
import { perMerchant } from '../../../platform/db/per-merchant.ts'
import type { Value } from '../../../platform/db/query.ts'
import { platformId } from '../../../platform/lib/platform-id.ts'
import type { Named } from './folded-terms.ts'

export type Mark = {
  merchantId: string
  madeUntil: string
  postedUntil: bigint
  checkedUntil: string
  lookAt: Date
  pauseMs: number
}

type NamedRow = Named & { merchantId: string; id: string }
export type Term = { merchantId: string; term: string; transactionId: string }

const names = (sql: Sql | Tx) => sql`
  t.merchant_id, t.id, t.amount, t.paid_amount, t.counterparty, t.participant, t.order_id, t.end_to_end_id, t.metadata`

export const insertMarks = (sql: Sql, now: Date) => sql`
  insert into search_term_marks (merchant_id, look_at)
  select m.id, ${now} from merchants m left join search_term_marks w on w.merchant_id = m.id
   where w.merchant_id is null and m.id <> ${platformId} limit 1000
      on conflict (merchant_id) do nothing`

/** Leases the marks that are due. */
export const claimMarks = (sql: Sql, now: Date, until: Date, most: number) => sql<Mark[]>`
  update search_term_marks m set look_at = ${until}
    from (select merchant_id from search_term_marks where look_at <= ${now} order by look_at limit ${most}
             for update skip locked) due
   where m.merchant_id = due.merchant_id
  returning m.merchant_id, m.made_until, m.posted_until, m.checked_until, m.look_at, m.pause_ms`

/** Never backwards: a slower worker may have read less. */
export const moveMarks = (sql: Sql, marks: Mark[]) => sql`
  update search_term_marks m
     set made_until = greatest(m.made_until, n.made_until), posted_until = greatest(m.posted_until, n.posted_until),
         checked_until = greatest(m.checked_until, n.checked_until), look_at = n.look_at,
         pause_ms = n.pause_ms
    from json_populate_recordset(null::search_term_marks, ${rows(marks)}::text::json) n
   where m.merchant_id = n.merchant_id`

/** On a distributed database: the merchants for which the three queries below would find anything, in one query. */
export const selectBehind = (sql: Sql, marks: Mark[], before: { made: string; checked: string }) => sql<
  { merchantId: string }[]
>`
  select b.merchant_id
    from balances b
    join unnest(${marks.map(m => m.merchantId)}::uuid[], ${marks.map(m => m.madeUntil)}::uuid[],
                ${marks.map(m => m.postedUntil)}::bigint[], ${marks.map(m => m.checkedUntil)}::uuid[])
           as mark(merchant_id, made_until, posted_until, checked_until) on mark.merchant_id = b.merchant_id
   where b.merchant_id = any(${marks.map(m => m.merchantId)}::uuid[])
     and (b.postings > mark.posted_until
          or exists (select 1 from transactions t
                      where t.merchant_id = b.merchant_id and t.id > mark.made_until and t.id < ${before.made})
          or exists (select 1 from transactions t
                      where t.merchant_id = b.merchant_id and t.id > mark.checked_until and t.id <= mark.made_until
                        and t.id < ${before.checked}))`

/** The next transactions of each merchant, in order of ids, up to an id. */
export const selectMade = (sql: Sql, marks: Mark[], before: string, most: number) =>
  perMerchant(
    sql,
    marks,
    (some, own, by) => by<NamedRow[]>`
      select t.* from unnest(${some.map(m => m.merchantId)}::uuid[], ${some.map(m => m.madeUntil)}::uuid[])
               as mark(merchant_id, made_until)
       cross join lateral (
         select ${names(by)} from transactions t
          where t.merchant_id = mark.merchant_id and t.id > mark.made_until and t.id < ${before}
            ${own.tenantFilter('t.merchant_id')}
          order by t.id limit ${most}) t`,
  )

/** The next postings of each merchant with the names of their transactions; null: without a transaction. */
export const selectPosted = (sql: Sql, marks: Mark[], most: number) =>
  perMerchant(
    sql,
    marks,
    (some, own, by) => by<(Omit<NamedRow, 'id'> & { sequence: bigint; id: string | null })[]>`
      select t.*, p.merchant_id, p.sequence
        from unnest(${some.map(m => m.merchantId)}::uuid[], ${some.map(m => m.postedUntil)}::bigint[])
               as mark(merchant_id, posted_until)
       cross join lateral (
         select p.merchant_id, p.sequence, p.transaction_id from postings p
          where p.merchant_id = mark.merchant_id and p.sequence > mark.posted_until ${own.tenantFilter('p.merchant_id')}
          order by p.sequence limit ${most}) p
        left join lateral (
         select ${names(by)} from transactions t
          where t.merchant_id = p.merchant_id and t.id = p.transaction_id ${own.tenantFilter('t.merchant_id')} limit 1) t on true`,
  )

/** How far a check has come, over how many rows, and which of them have no terms. */
export type Checked = { merchantId: string; checkedUntil: string; count: number; unknown: string[] | null }

/** The next transactions of each merchant whose terms should exist, up to an id. Each has the term of its amount. */
export const selectChecked = (sql: Sql, marks: Mark[], before: string, most: number) =>
  perMerchant(
    sql,
    marks,
    (some, own, by) => by<Checked[]>`
      select t.merchant_id, (array_agg(t.id order by t.id desc))[1] as checked_until, count(*)::int as count,
             array_agg(t.id) filter (where not t.is_known) as unknown
        from unnest(${some.map(m => m.merchantId)}::uuid[], ${some.map(m => m.checkedUntil)}::uuid[],
                    ${some.map(m => m.madeUntil)}::uuid[]) as mark(merchant_id, checked_until, made_until)
       cross join lateral (
         select t.merchant_id, t.id,
                (select true from search_terms w
                  where w.merchant_id = t.merchant_id and w.term = '$' || round(t.amount / 1000000.0, 6)
                    and w.transaction_id = t.id ${own.tenantFilter('w.merchant_id')} limit 1) is not null as is_known
           from transactions t
          where t.merchant_id = mark.merchant_id and t.id > mark.checked_until and t.id <= mark.made_until
            and t.id < ${before} ${own.tenantFilter('t.merchant_id')}
          order by t.id limit ${most}) t
       group by t.merchant_id`,
  )

/** The merchant's transactions are then indexed from the first one on. */
export const deleteMark = (sql: Sql, merchantId: string) =>
  sql`delete from search_term_marks where merchant_id = ${merchantId}`

export const insertTerms = (sql: Sql, terms: Term[]) =>
  perMerchant(
    sql,
    terms,
    (some, own, by) => by`
      insert into search_terms (merchant_id, term, transaction_id)
      select ${own.id}, term, transaction_id
        from ${own.place} json_populate_recordset(null::search_terms, ${rows(some)}::text::json) n
          on conflict do nothing`,
  )

/** A range of ids: from one, and before another. */
export type Within = { from: string | undefined; before: string | undefined }

const within = (sql: Sql, id: Value, { from, before }: Within) => sql`
  true ${from === undefined ? sql`` : sql`and ${id} >= ${from}`} ${before === undefined ? sql`` : sql`and ${id} < ${before}`}`

/** A range of terms: from one, and before another, by bytes. */
export type Alike = { first: string; end: string }

/** The first terms in the range, with one index look-up each. */
export const selectTerms = (sql: Sql, merchantId: string, { first, end }: Alike, most: number) => sql<
  { term: string }[]
>`
  with recursive known as (
    (select term from search_terms
      where merchant_id = ${merchantId} and term >= ${first} and term < ${end} order by term limit 1)
    union all
    select (select w.term from search_terms w
             where w.merchant_id = ${merchantId} and w.term > k.term and w.term < ${end}
             order by w.term limit 1)
      from known k where k.term is not null)
  select term from known where term is not null limit ${most}`

/** The newest transactions with one of the terms. */
export const selectByTerms = (sql: Sql, merchantId: string, words: string[], range: Within, most: number) => sql<
  { id: string }[]
>`
  select distinct found.transaction_id as id
    from unnest(${words}::text[]) as known(term)
   cross join lateral (
     select w.transaction_id from search_terms w
      where w.merchant_id = ${merchantId} and w.term = known.term and ${within(sql, sql`w.transaction_id`, range)}
      order by w.transaction_id desc limit ${most}) found
   order by 1 desc limit ${most}`

/** The newest transactions with any term in the range; null if the index has more than `mostEntries` of them. */
export const selectAllAlike = async (
  sql: Sql,
  merchantId: string,
  { first, end }: Alike,
  range: Within,
  { mostEntries, most }: { mostEntries: number; most: number },
): Promise<string[] | null> => {
  const [all] = await sql<{ count: number; ids: string[] | null }[]>`
    select count(*)::int as count,
           (array_agg(distinct id order by id desc) filter (where ${within(sql, sql`id`, range)}))[1:${most}::int] as ids
      from (select transaction_id as id from search_terms
             where merchant_id = ${merchantId} and term >= ${first} and term < ${end}
             order by term limit ${mostEntries + 1}) entries`
  return all === undefined || all.count > mostEntries ? null : (all.ids ?? [])
}

export const selectNamed = (sql: Sql, merchantId: string, ids: string[]) => sql<NamedRow[]>`
  select ${names(sql)} from transactions t where t.merchant_id = ${merchantId} and t.id = any(${ids}) order by t.id desc`

export const selectMadeUntil = async (sql: Sql, merchantId: string): Promise<string | undefined> => {
  const [mark] = await sql<Pick<Mark, 'madeUntil'>[]>`
    select made_until from search_term_marks where merchant_id = ${merchantId}`
  return mark?.madeUntil
}

/** The newest transactions, from an id on. */
export const selectNewest = (sql: Sql, merchantId: string, range: Within, most: number) => sql<NamedRow[]>`
  select ${names(sql)} from transactions t
   where t.merchant_id = ${merchantId} and ${within(sql, sql`t.id`, range)} order by t.id desc limit ${most}`

export const selectIdsBetween = (
  sql: Sql,
  merchantId: string,
  { first, last }: { first: string; last: string },
  range: Within,
  most: number,
) => sql<{ id: string }[]>`
  select id from transactions
   where merchant_id = ${merchantId} and id >= ${first} and id <= ${last} and ${within(sql, sql`id`, range)}
   order by id desc limit ${most}`

/** Whose boleto has a barcode. The due date in it, which nobody can change, leads there by an index. */
export const selectByBarcode = (
  sql: Sql,
  merchantId: string,
  { barcode, dueDates }: { barcode: string; dueDates: Day[] },
  range: Within,
) => sql<{ id: string }[]>`
  select o.id from bills b join boletos o on o.merchant_id = b.merchant_id and o.id = b.id
   where b.merchant_id = ${merchantId} and o.merchant_id = ${merchantId}
     and b.due_date = any(${dueDates}::date[]) and o.barcode = ${barcode} and ${within(sql, sql`o.id`, range)}`

export const deleteTerms = (
  tx: Tx,
  { merchantId, ids, terms }: { merchantId: string; ids: string[]; terms: string[] },
) => tx`
  delete from search_terms
   where merchant_id = ${merchantId} and term = any(${terms}::text[]) and transaction_id = any(${ids}::uuid[])`
