import type { Sql } from '../../../platform/db/db.ts'

/** Registers a process and returns the others that were seen within this many milliseconds. */
export const seeSenders = (sql: Sql, id: string, goneAfterMs: number) => sql<{ id: string }[]>`
  with seen as (
    insert into webhook_senders (id) values (${id})
    on conflict (id) do update set seen_at = clock_timestamp())
  select id from webhook_senders
   where id <> ${id} and seen_at > clock_timestamp() - make_interval(secs => ${goneAfterMs}::float8 / 1000)`

export const deleteSender = (sql: Sql, id: string) => sql`delete from webhook_senders where id = ${id}`

/** Those that died without unregistering. */
export const deleteGone = (sql: Sql) => sql`
  delete from webhook_senders where id in (
    select id from webhook_senders where seen_at < clock_timestamp() - interval '1 minute' for update skip locked)`
