import { type Total, countRows, mostCounted } from '../../../platform/db/bounded-count.ts'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { Scope } from '../../../tenancy/access-keys/states.ts'
import { firstUuidOf } from '../../../platform/lib/uuid.ts'
import { channel } from '../channel.ts'
import { from, to } from '../stages.ts'
import type { DeliveryStatus, Stage } from '../states.ts'

/** An event with its delivery state. */
export type Delivery = {
  merchantId: string
  id: string
  transactionId: string | null
  payload: string
  url: string
  headerName: string | null
  status: DeliveryStatus
  stage: Stage
  attempts: number
  nextAttemptAt: Date | null
  lastAttemptAt: Date | null
  lastAnswer: string | null
  createdAt: Date
  scope: Scope
}

export type KeptAttempt = {
  number: number
  at: Date
  outcome: 'answered' | 'noConnection' | 'noAnswer'
  httpStatus: number | null
  latencyMs: number
  answer: string | null
  error: string | null
  nextAttemptAt: Date | null
}

export type Filter = {
  merchantId: string
  status?: DeliveryStatus | undefined
  transactionId?: string | undefined
  url?: string | undefined
  startDate?: Date | undefined
  endDate?: Date | undefined
  /** Only events of these scopes; not there: all. */
  scopes?: readonly Scope[] | undefined
}

/** Ids contain the time of creation, so a key serves every period. The partial indexes need literal statuses. */
const matching = (sql: Sql, filter: Filter) => sql`
  merchant_id = ${filter.merchantId}
  ${filter.status === 'Pending' ? sql`and status = 'Pending' and next_attempt_at is not null` : sql``}
  ${filter.status === 'Failed' ? sql`and status = 'Failed'` : sql``}
  ${filter.status === 'Success' ? sql`and status = 'Success'` : sql``}
  ${filter.transactionId === undefined ? sql`` : sql`and transaction_id = ${filter.transactionId}`}
  ${filter.scopes === undefined ? sql`` : sql`and scope = any(${[...filter.scopes]})`}
  ${filter.url === undefined ? sql`` : sql`and url = ${filter.url}`}
  ${filter.startDate === undefined ? sql`` : sql`and id >= ${firstUuidOf(filter.startDate.getTime())}`}
  ${filter.endDate === undefined ? sql`` : sql`and id < ${firstUuidOf(filter.endDate.getTime() + 1)}`}`

export const selectDeliveries = (sql: Sql, filter: Filter, page: { limit: number; beforeId?: string | undefined }) =>
  sql<Delivery[]>`
    select * from webhook_events
     where ${matching(sql, filter)} ${page.beforeId === undefined ? sql`` : sql`and id < ${page.beforeId}`}
     order by id desc limit ${page.limit}`

export const selectDelivery = async (sql: Sql, merchantId: string, id: string): Promise<Delivery | undefined> => {
  const [delivery] = await sql<Delivery[]>`
    select * from webhook_events where merchant_id = ${merchantId} and id = ${id}`
  return delivery
}

export const selectAttempts = (sql: Sql, merchantId: string, eventId: string, most: number) => sql<KeptAttempt[]>`
  select * from webhook_attempts
   where merchant_id = ${merchantId} and event_id = ${eventId} and number <= ${most}
   order by number`

/** Ids of some deliveries, oldest first. */
export const selectIds = async (sql: Sql, filter: Filter, afterId: string, most: number): Promise<string[]> => {
  const found = await sql<{ id: string }[]>`
    select id from webhook_events where ${matching(sql, filter)} and id > ${afterId} order by id limit ${most}`
  return found.map(row => row.id)
}

/** The undelivered events, tried or not, as of one moment, so that none is counted twice. */
export const countUndelivered = (sql: Sql, filter: Filter): Promise<Total> =>
  countRows(
    sql,
    sql`select 1 from (
          (select 1 from webhook_events where ${matching(sql, { ...filter, status: 'Failed' })} limit ${mostCounted + 1})
          union all
          (select 1 from webhook_events where ${matching(sql, { ...filter, status: 'Pending' })} limit ${mostCounted + 1})
        ) undelivered`,
  )

/**
 * Makes events due from the start of their schedule, and returns which. Events being sent are left alone. The order
 * within a transaction is kept: later unfinished events wait, and nothing is sent again after a newer state was
 * delivered. All of them are locked, so that none is claimed meanwhile.
 */
export const resendEvents = (sql: Sql | Tx, merchantId: string, ids: string[], now: Date) => sql<{ id: string }[]>`
  with asked as (
    select id, transaction_id, position from webhook_events where merchant_id = ${merchantId} and id = any(${ids})),
  involved as (
    select id from asked
    union
    select e.id from asked a
      join webhook_events e on e.merchant_id = ${merchantId} and e.transaction_id = a.transaction_id
                           and e.position > a.position),
  concerned as materialized (
    select e.id, e.transaction_id, e.position, e.accepted from webhook_events e join involved using (id)
     where e.merchant_id = ${merchantId}
     order by e.merchant_id, e.transaction_id, e.position, e.id
       for update of e),
  resent as (
    select id, transaction_id, position from concerned c
     where id = any(${ids})
       and not exists (select 1 from concerned newer
                        where newer.transaction_id = c.transaction_id and newer.position > c.position
                          and newer.accepted)),
  due as (
    update webhook_events e
       set stage = ${to(sql, 'resent')}, next_attempt_at = ${now}, step = 0, followed = true
      from resent r
     where e.merchant_id = ${merchantId} and e.id = r.id and e.stage in ${from(sql, 'resent')}),
  held as (
    update webhook_events e
       set stage = ${to(sql, 'heldBack')}, next_attempt_at = ${now}::timestamptz + interval '1 second'
      from concerned c
     where e.merchant_id = ${merchantId} and e.id = c.id and e.stage in ${from(sql, 'heldBack')}
       and c.id <> all(${ids})
       and exists (select 1 from resent r where r.transaction_id = c.transaction_id and r.position < c.position))
  select id from resent`

export const callSendersOfResent = (sql: Sql, merchantId: string) => sql`select pg_notify(${channel}, ${merchantId})`
