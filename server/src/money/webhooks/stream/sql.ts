import type { Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../tenancy/access-keys/states.ts'
import type { NewEvent } from '../event.ts'

export type ReadEvent = Pick<
  NewEvent,
  'merchantId' | 'id' | 'payload' | 'url' | 'headerName' | 'headerValue' | 'createdAt'
>

/** Whose events are read, and of which scopes. */
export type Reader = { merchantId: string; scopes: Scope[] }

/** Oldest first, by the primary key. */
export const selectIdsAfter = async (
  sql: Sql,
  { merchantId, scopes }: Reader,
  after: string,
  most: number,
): Promise<string[]> => {
  const found = await sql<{ id: string }[]>`
    select id from webhook_events
     where merchant_id = ${merchantId} and id > ${after} and scope = any(${scopes}) order by id limit ${most}`
  return found.map(row => row.id)
}

export const selectEvents = (sql: Sql, merchantId: string, ids: string[]) => sql<ReadEvent[]>`
  select merchant_id, id, payload, url, header_name, header_value, created_at from webhook_events
   where merchant_id = ${merchantId} and id = any(${ids})
   order by id`
