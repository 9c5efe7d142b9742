import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { FaultKind } from './schemas.ts'

/** A row of `sandbox_faults`, as it is shown. */
export type Fault = {
  merchantId: string
  kind: FaultKind
  id: string
  timesLeft: number
  seconds: number | null
  /** Who scripted it: an access key or a person, by name. */
  madeBy: string
  createdAt: Date
}

/** In the place of one of the same kind. */
export const upsertFault = (tx: Tx, fault: Fault) => tx`
  insert into sandbox_faults (merchant_id, kind, id, times_left, seconds, made_by, created_at)
  values (${fault.merchantId}, ${fault.kind}, ${fault.id}, ${fault.timesLeft}, ${fault.seconds},
          ${fault.madeBy}, ${fault.createdAt})
      on conflict (merchant_id, kind) do update
     set id = excluded.id, times_left = excluded.times_left, seconds = excluded.seconds, made_by = excluded.made_by,
         created_at = excluded.created_at, held_event_id = null, held_transaction_id = null, held_until = null`

export const selectFaults = (sql: Sql, merchantId: string) => sql<Fault[]>`
  select merchant_id, kind, id, times_left, seconds, made_by, created_at from sandbox_faults
   where merchant_id = ${merchantId} and times_left > 0 order by created_at, kind`

export const deleteFault = async (tx: Tx, merchantId: string, id: string): Promise<boolean> =>
  (await tx`delete from sandbox_faults where merchant_id = ${merchantId} and id = ${id} and times_left > 0`).count === 1

/** Deletes used-up faults and returns whether any are left. */
export const deleteUsedUp = async (tx: Tx, merchantId: string): Promise<boolean> => {
  await tx`delete from sandbox_faults where merchant_id = ${merchantId} and times_left = 0`
  const left = await tx`select 1 as one from sandbox_faults where merchant_id = ${merchantId} limit 1`
  return left.length > 0
}

type Used = Pick<Fault, 'timesLeft' | 'seconds'>

/** Uses a fault up by one. One statement: two processes never have the same one. */
export const takeOne = async (sql: Sql, merchantId: string, kind: FaultKind): Promise<Used | undefined> => {
  const [used] = await sql<Used[]>`
    update sandbox_faults set times_left = times_left - 1
     where merchant_id = ${merchantId} and kind = ${kind} and times_left > 0
    returning times_left, seconds`
  return used
}

type Event = { merchantId: string; id: string; transactionId: string | null }

/** Whether an event of webhookReorder still waits: it may be overdue, or sent by a moved clock or by hand. */
const isWaiting = (sql: Sql, merchantId: string, now: Date) => sql`
  (t.held_event_id is not null and t.held_until > ${now} and exists (
    select 1 from webhook_events e
     where e.merchant_id = ${merchantId} and e.id = t.held_event_id and e.attempts = 0))`

/** Makes an event the one that waits, where none does; false: nothing is scripted, or another one waits. */
export const holdFirst = async (sql: Sql, { merchantId, id, transactionId }: Event, now: Date, until: Date) => {
  const held = await sql`
    update sandbox_faults t
       set held_event_id = ${id}, held_transaction_id = ${transactionId}, held_until = ${until}
     where t.merchant_id = ${merchantId} and t.kind = 'webhookReorder' and t.times_left > 0
       and not ${isWaiting(sql, merchantId, now)}`
  return held.count === 1
}

/** The event that waited for this one, of another transaction; undefined: none does. */
export const takeHeld = async (sql: Sql, { merchantId, transactionId }: Event, now: Date) => {
  const [taken] = await sql<{ heldEventId: string; timesLeft: number }[]>`
    with pair as materialized (
      select t.held_event_id from sandbox_faults t
       where t.merchant_id = ${merchantId} and t.kind = 'webhookReorder' and ${isWaiting(sql, merchantId, now)}
         and (t.held_transaction_id is null or t.held_transaction_id is distinct from ${transactionId})
         for update of t)
    update sandbox_faults t
       set times_left = t.times_left - 1, held_event_id = null, held_transaction_id = null, held_until = null
      from pair
     where t.merchant_id = ${merchantId} and t.kind = 'webhookReorder' and t.held_event_id = pair.held_event_id
    returning pair.held_event_id, t.times_left`
  return taken
}
