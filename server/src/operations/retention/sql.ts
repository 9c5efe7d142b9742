import { platformId } from '../../tenancy/merchants/platform.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'

/** A row with all its columns as text, as JSON: `line`. */
type Spelled = { line: string }

export const selectMerchantIds = (sql: Sql) => sql<{ id: string }[]>`
  select id from merchants where id <> ${platformId} order by id`

/** When the first posting after a number was posted. */
export const selectFirstPosted = async (sql: Sql, merchantId: string, after: bigint): Promise<Date | null> => {
  const [first] = await sql<{ postedAt: Date }[]>`
    select posted_at from postings where merchant_id = ${merchantId} and sequence > ${after} order by sequence limit 1`
  return first?.postedAt ?? null
}

/** Postings in order, with what a statement tells of their transactions. */
export const selectPostingLines = (sql: Sql, merchantId: string, after: bigint, before: Date, most: number) => sql<
  Spelled[]
>`
  select (select json_object_agg(key, value)::text from json_each_text(to_json(p))) as line
    from (select p.*, t.operation, t.order_id, t.end_to_end_id,
                 coalesce(t.participant->>'name', t.counterparty->>'name') as party_name
            from postings p
            left join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
           where p.merchant_id = ${merchantId} and p.sequence > ${after} and p.posted_at < ${before}
           order by p.sequence limit ${most}) p
   order by p.sequence`

/** The oldest transaction from an id on. */
export const selectNextId = async (sql: Sql, merchantId: string, from: string): Promise<string | null> => {
  const [next] = await sql<{ id: string }[]>`
    select id from transactions where merchant_id = ${merchantId} and id >= ${from} order by id limit 1`
  return next?.id ?? null
}

/**
 * Transactions that have ended, with nothing open around them, whose postings are all in the archive: with what hangs on
 * them. Company payments, withdrawals, strays and their charges stay in the database, and whatever has a dispute, a bank
 * order or exception, or events that are still kept. Each is looked up by its key, whatever the planner believes: a subquery
 * with a limit is never a join. Every table names the merchant, so that a distributed database asks its node alone.
 */
const ended = (sql: Sql | Tx, merchantId: string, lastArchived: bigint) => sql`
  select t.*,
         (select string_agg(p.sequence::text, ' ' order by p.sequence) from postings p
           where p.merchant_id = ${merchantId} and p.transaction_id = t.id) as postings,
         (select json_agg(to_json(r) order by r.created_at, r.id) from refunds r
           where r.merchant_id = ${merchantId} and r.transaction_id = t.id) as refunds,
         (select json_agg(to_json(c) order by c.id) from consents c
           where c.merchant_id = ${merchantId} and c.transaction_id = t.id) as consents,
         (select 'Failed' from undelivered u
           where u.merchant_id = ${merchantId} and u.transaction_id = t.id and u.position = t.events) as delivery_status
    from transactions t
   where t.merchant_id = ${merchantId} and t.operation in ('pixCashIn', 'pixCashOut', 'paymentInitiation')
     and t.state in ('Completed', 'Cancelled', 'Reversed', 'Refunded', 'Error') and t.refunding_amount = 0
     and t.disputed_amount = 0
     and (select true from postings p where p.merchant_id = ${merchantId} and p.transaction_id = t.id
             and p.sequence > ${lastArchived} limit 1) is null
     and (select true from webhook_events e
           where e.merchant_id = ${merchantId} and e.transaction_id = t.id limit 1) is null
     and (select true from bank_orders o where o.merchant_id = ${merchantId} and o.transaction_id = t.id limit 1) is null
     and (select true from bank_exceptions x
           where x.merchant_id = ${merchantId} and x.transaction_id = t.id limit 1) is null
     and (select true from stray_payments s
           where s.merchant_id = ${merchantId} and s.transaction_id = t.id limit 1) is null
     and (select true from disputes d
           where d.merchant_id = ${merchantId} and d.transaction_id = t.id limit 1) is null
     and (select true from payment_requests q
           where q.merchant_id = ${merchantId} and q.transaction_id = t.id limit 1) is null
     and (select true from refunds r where r.merchant_id = ${merchantId} and r.transaction_id = t.id
             and r.state = 'Processing' limit 1) is null
     and (select true from consents c where c.merchant_id = ${merchantId} and c.transaction_id = t.id
             and c.state not in ('Consumed', 'Rejected') limit 1) is null`

type Ids = { after: string; before: string }

export const selectEnded = (sql: Sql, merchantId: string, ids: Ids, lastArchived: bigint, most: number) => sql<
  Spelled[]
>`
  select (select json_object_agg(key, value)::text from json_each_text(to_json(t))) as line
    from (${ended(sql, merchantId, lastArchived)} and t.id > ${ids.after} and t.id < ${ids.before}
           order by t.id limit ${most}) t
   order by t.id`

/** The same of these, at this moment. */
export const selectStillEnded = (tx: Tx, merchantId: string, ids: string[], lastArchived: bigint) => tx<Spelled[]>`
  select (select json_object_agg(key, value)::text from json_each_text(to_json(t))) as line
    from (${ended(tx, merchantId, lastArchived)} and t.id = any(${ids}) order by t.id) t
   order by t.id`
