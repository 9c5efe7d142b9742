import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { perMerchant, perMerchantWithRows } from '../../platform/db/per-merchant.ts'
import { part } from '../../platform/db/query.ts'
import type { Link, LinkState } from './states.ts'

/** A link with the webhook URL of its merchant, which is used if the link has none. */
export type LockedLink = Link & { merchantWebhookUrl: string | null }

const columns = (sql: Sql | Tx) => sql`
  merchant_id, id, state, title, description, amount, min_amount, max_amount, stock, ends_at, asks_payer, redirect_url,
  webhook_url, webhook_header_name, webhook_header_value, key_id, person_id, idempotency_key, request_hash, open_count,
  paid_count, paid_amount, created_at, static_id, qr_code, connection_id, metadata`

/** Inserts a new link; returns nothing if its idempotency key was used before. */
export const insertLink = (sql: Sql | Tx, link: Link) => sql<{ id: string }[]>`
  insert into payment_links (${columns(sql)})
  select ${columns(sql)} from json_populate_recordset(null::payment_links, ${rows([link])}::text::json)
      on conflict (merchant_id, idempotency_key) do nothing
  returning id`

export const selectLink = async (sql: Sql | Tx, merchantId: string, id: string): Promise<Link | undefined> => {
  const [link] = await sql<Link[]>`
    select ${columns(sql)} from payment_links where merchant_id = ${merchantId} and id = ${id}`
  return link
}

export const selectLinkByKey = async (sql: Sql, merchantId: string, keys: string[]): Promise<Link | undefined> => {
  const [link] = await sql<Link[]>`
    select ${columns(sql)} from payment_links where merchant_id = ${merchantId} and idempotency_key = any(${keys}::text[])`
  return link
}

export const selectStaticLink = async (sql: Sql, merchantId: string, staticId: string): Promise<Link | undefined> => {
  const [link] = await sql<Link[]>`
    select ${columns(sql)} from payment_links
     where merchant_id = ${merchantId} and static_id = ${staticId} and static_id is not null`
  return link
}

type LinkId = Pick<Link, 'merchantId' | 'id'>

const withMerchantUrl = (sql: Tx) => sql`
  select l.*, m.webhook_url as merchant_webhook_url
    from payment_links l join merchants m on m.id = l.merchant_id`

/** Locks the rows until commit, in id order, so that two groups never deadlock. */
export const lockLinks = (tx: Tx, ids: LinkId[]) =>
  perMerchant(
    tx,
    ids,
    (some, own) => tx<LockedLink[]>`
      ${withMerchantUrl(tx)}
       where (l.merchant_id, l.id) in (
         select * from unnest(${some.map(i => i.merchantId)}::uuid[], ${some.map(i => i.id)}::uuid[]))
             ${own.tenantFilter('l.merchant_id')} ${own.tenantFilter('m.id')}
       order by l.merchant_id, l.id for update of l`,
  )

/** Locks Active links past their end date, except those that another session is changing. */
export const lockOver = (tx: Tx, now: Date, most: number, merchantId?: string) => {
  const one = merchantId === undefined ? part`` : part`and l.merchant_id = ${merchantId}`
  const over = part`l.state = 'Active' and l.ends_at is not null and l.ends_at <= ${now} ${one}`
  return perMerchantWithRows(
    tx,
    most,
    () => tx`select l.merchant_id from payment_links l where ${over} group by 1 order by min(l.ends_at) limit ${most}`,
    (own, share) => tx<LockedLink[]>`
      ${withMerchantUrl(tx)}
       where ${over} ${own.tenantFilter('l.merchant_id')} ${own.tenantFilter('m.id')}
       order by l.ends_at limit ${share} for update of l skip locked`,
  )
}

/** Writes the columns that can change. */
export const updateLinks = (tx: Tx, links: Link[]) =>
  perMerchant(
    tx,
    links,
    (some, own) => tx`
      update payment_links l
         set state = n.state, title = n.title, description = n.description, stock = n.stock, ends_at = n.ends_at,
             open_count = n.open_count, paid_count = n.paid_count, paid_amount = n.paid_amount
        from json_populate_recordset(null::payment_links, ${rows(some)}::text::json) n
       where l.merchant_id = n.merchant_id and l.id = n.id ${own.tenantFilter('l.merchant_id')}`,
  )

type Filter = { merchantId: string; state?: LinkState | undefined; beforeId: string | undefined }

export const selectLinks = (sql: Sql, { merchantId, state, beforeId }: Filter, limit: number) => sql<Link[]>`
  select ${columns(sql)} from payment_links
   where merchant_id = ${merchantId}
     ${state === undefined ? sql`` : sql`and state = ${state}`}
     ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}`}
   order by id desc limit ${limit}`
