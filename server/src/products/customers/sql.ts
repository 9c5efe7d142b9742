import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import type { Customer } from './customer.ts'

const columns = (sql: Sql | Tx) => sql`
  merchant_id, id, name, document, email, phone, address, notes, metadata, external_id, search_text, idempotency_key,
  request_hash, created_at, changed_at`

/** Inserts new customers and returns which; one whose idempotency key or external id is taken is left out. */
export const insertCustomers = (tx: Tx, customers: readonly Customer[]) => tx<{ id: string }[]>`
  insert into customers (${columns(tx)})
  select ${columns(tx)} from json_populate_recordset(null::customers, ${rows([...customers])}::text::json)
      on conflict do nothing
  returning id`

export const selectCustomer = async (
  sql: Sql | Tx,
  merchantId: string,
  id: string,
  { locks = false } = {},
): Promise<Customer | undefined> => {
  const [customer] = await sql<Customer[]>`
    select ${columns(sql)} from customers where merchant_id = ${merchantId} and id = ${id}
     ${locks ? sql`for update` : sql``}`
  return customer
}

export const selectByKey = async (sql: Sql, merchantId: string, keys: string[]): Promise<Customer | undefined> => {
  const [customer] = await sql<Customer[]>`
    select ${columns(sql)} from customers
     where merchant_id = ${merchantId} and idempotency_key = any(${keys}::text[])`
  return customer
}

/** In the order of ids, which is that of their locks, so that two imports never wait for each other in a circle. */
export const selectMatching = (
  sql: Sql | Tx,
  merchantId: string,
  { keys, externalIds, documents }: { keys: string[]; externalIds: string[]; documents: string[] },
  { locks }: { locks: boolean },
) => sql<Customer[]>`
  select ${columns(sql)} from customers
   where merchant_id = ${merchantId}
     and (idempotency_key = any(${keys}::text[])
          or external_id = any(${externalIds}::text[]) and external_id is not null
          or document = any(${documents}::text[]) and document is not null)
   order by id ${locks ? sql`for update` : sql``}`

export const updateCustomers = (tx: Tx, merchantId: string, customers: readonly Customer[]) => tx`
  update customers c
     set name = n.name, document = n.document, email = n.email, phone = n.phone, address = n.address, notes = n.notes,
         metadata = n.metadata, external_id = n.external_id, search_text = n.search_text, changed_at = n.changed_at
    from json_populate_recordset(null::customers, ${rows([...customers])}::text::json) n
   where c.merchant_id = ${merchantId} and c.id = n.id`

export const deleteCustomer = (tx: Tx, merchantId: string, id: string) => tx`
  delete from customers where merchant_id = ${merchantId} and id = ${id}`

export type Filter = {
  merchantId: string
  externalId?: string | undefined
  document?: string | undefined
  /** Words without accents and capitals, all of which a customer must have; `hidesDocument`: beside the document. */
  words?: readonly string[] | undefined
  hidesDocument?: boolean
}

export const selectCustomers = (
  sql: Sql,
  { merchantId, externalId, document, words = [], hidesDocument = false }: Filter,
  { beforeId, limit }: { beforeId: string | undefined; limit: number },
) => sql<Customer[]>`
  select ${columns(sql)} from customers
   where merchant_id = ${merchantId}
     ${externalId === undefined ? sql`` : sql`and external_id = ${externalId} and external_id is not null`}
     ${document === undefined ? sql`` : sql`and document = ${document} and document is not null`}
     ${words.length === 0 ? sql`` : sql`and ${searched(sql, hidesDocument)} like all(${words.map(word => `%${escaped(word)}%`)}::text[])`}
     ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}`}
   order by id desc limit ${limit}`

const searched = (sql: Sql, hidesDocument: boolean) =>
  hidesDocument ? sql`replace(search_text, lower(coalesce(document, '')), '')` : sql`search_text`

const escaped = (word: string) => word.replaceAll(/[\\%_]/g, String.raw`\$&`)
