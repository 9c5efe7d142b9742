import type { Micros } from '../../../platform/brazil/money.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { firstUuidOf } from '../../../platform/lib/uuid.ts'

// Reads what other folders write and people are notified of. Each query skips what has an open notification, so that
// nothing is queued twice.

export type WaitingRequest = {
  merchantId: string
  id: string
  amount: Micros
  payee: string
  requestedBy: string
  asksOperator: boolean
  /** Who requested it, directly or through an access key they made or confirmed. */
  people: string[]
}

export const selectWaitingRequests = (sql: Sql, since: Date, most: number) => sql<WaitingRequest[]>`
  select r.merchant_id, r.id, t.amount, coalesce(v.fantasy_name, case when t.operation = 'pixCashOut' then t.counterparty ->> 'name' end, m.name) as payee,
         coalesce(t.amount > m.operator_approves_above, false) as asks_operator,
         coalesce((select s.user_name from approval_steps s
                    where s.merchant_id = r.merchant_id and s.request_id = r.id order by s.id limit 1), '') as requested_by,
         array(select s.user_id from approval_steps s
                where s.merchant_id = r.merchant_id and s.request_id = r.id)
         || array(select person::text from approval_steps s
                    join access_keys k on k.merchant_id = s.merchant_id and 'key:' || k.id = s.user_id
                   cross join unnest(array[k.created_by, k.confirmed_by]) as person
                   where s.merchant_id = r.merchant_id and s.request_id = r.id and person is not null) as people
    from payment_requests r
    join merchants m on m.id = r.merchant_id
    join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
    left join receivers v on v.merchant_id = r.merchant_id and v.id = r.receiver_id
   where r.status = 'Pending' and r.id >= ${firstUuidOf(since.getTime())}
     and not exists (select 1 from queued_notifications n
                      where n.merchant_id = r.merchant_id and n.kind = 'approvalWaits' and n.subject = r.id::text
                        and n.over_at is null)
   order by r.id limit ${most}`

type Decided<Kind> = { merchantId: string; id: string; kind: Kind }

export const selectDecidedRequests = (sql: Sql, most: number) => sql<
  Decided<'approvalWaits' | 'operatorApprovalWaits'>[]
>`
  select n.merchant_id, n.id, n.kind
    from queued_notifications n
    join payment_requests r on r.merchant_id = n.merchant_id
     and r.id = case when n.kind in ('approvalWaits', 'operatorApprovalWaits') then n.subject::uuid end
   where n.kind in ('approvalWaits', 'operatorApprovalWaits') and n.over_at is null and r.status <> 'Pending'
   limit ${most}`

export const selectDecidedBatches = (sql: Sql, most: number) => sql<Decided<'batchWaits' | 'operatorBatchWaits'>[]>`
  select n.merchant_id, n.id, n.kind
    from queued_notifications n
    join payout_batches b on b.merchant_id = n.merchant_id
     and b.id = case when n.kind in ('batchWaits', 'operatorBatchWaits') then n.subject::uuid end
   where n.kind in ('batchWaits', 'operatorBatchWaits') and n.over_at is null and b.state <> 'Pending'
   limit ${most}`

const toMerchants = ['disputeOpened', 'disputeEndsSoon'] as const
const toOperators = ['operatorDisputeOpened', 'operatorDisputeDefended', 'operatorDisputeOverdue'] as const
type OfDispute = (typeof toMerchants)[number] | (typeof toOperators)[number]
const ofDisputes: OfDispute[] = [...toMerchants, ...toOperators]

/** Notifications of disputes that no longer wait for the merchant's defence or for a decision. */
export const selectAnsweredDisputes = (sql: Sql, most: number) => sql<Decided<OfDispute>[]>`
  select n.merchant_id, n.id, n.kind
    from queued_notifications n
    join disputes d on d.merchant_id = n.merchant_id
     and d.id = case when n.kind = any(${ofDisputes}) then n.subject::uuid end
   where n.kind = any(${ofDisputes}) and n.over_at is null
     and (d.state not in ('Open', 'Defended') or (d.state = 'Defended' and n.kind = any(${[...toMerchants]})))
   limit ${most}`

export type OverdueDispute = { merchantId: string; id: string; askedAmount: Micros; answerUntil: Date }

/** Undecided disputes whose deadline has passed, by their merchant's clock. */
export const selectOverdueDisputes = (sql: Sql, now: Date, most: number) => sql<OverdueDispute[]>`
  select d.merchant_id, d.id, d.asked_amount, d.answer_until
    from disputes d
    join merchants m on m.id = d.merchant_id
   where d.ended_at is null and d.state in ('Open', 'Defended')
     and d.answer_until <= ${now} + make_interval(secs => m.clock_ahead_seconds)
     and not exists (select 1 from queued_notifications n
                      where n.merchant_id = d.merchant_id and n.kind = 'operatorDisputeOverdue'
                        and n.subject = d.id::text and n.over_at is null)
   order by d.answer_until limit ${most}`

/** Receivers whose circuit probes rarely, after many failures: a short restart is not an outage. */
export const selectUnreached = (sql: Sql, cooldownMs: number, most: number) => sql<
  { merchantId: string; origin: string }[]
>`
  select distinct c.merchant_id, split_part(c.lane, ' ', 1) as origin
    from webhook_circuits c
   where c.open_until is not null and c.cooldown_ms >= ${cooldownMs}
     and not exists (select 1 from queued_notifications n
                      where n.merchant_id = c.merchant_id and n.kind = 'webhooksFail'
                        and n.subject = split_part(c.lane, ' ', 1) and n.over_at is null)
   limit ${most}`

/** Notifications of outages from before a time whose receivers are reachable now, as far as we know. */
export const selectEndedOutages = (sql: Sql, before: Date, most: number) => sql<{ merchantId: string; id: string }[]>`
  select n.merchant_id, n.id from queued_notifications n
   where n.kind = 'webhooksFail' and n.over_at is null and n.created_at < ${before}
     and not exists (select 1 from webhook_circuits c
                      where c.merchant_id = n.merchant_id and c.open_until is not null
                        and split_part(c.lane, ' ', 1) = n.subject)
   limit ${most}`

export type EndingKey = { merchantId: string; id: string; name: string; createdAt: Date; expiresAt: Date }

/** Keys that are not replaced yet. */
export const selectEndingKeys = (sql: Sql, from: Date, until: Date, most: number) => sql<EndingKey[]>`
  select merchant_id, id, name, created_at, expires_at from access_keys
   where state = 'Active' and replaced_by is null and expires_at > ${from} and expires_at <= ${until}
   order by expires_at limit ${most}`

/** Notifications of keys that were replaced, revoked or given another date. The subject contains key and date. */
export const selectReplacedKeys = (sql: Sql, most: number) => sql<Decided<'keyEnds'>[]>`
  select n.merchant_id, n.id, n.kind from queued_notifications n
   where n.kind = 'keyEnds' and n.over_at is null
     and not exists (select 1 from access_keys k
                      where k.merchant_id = n.merchant_id and k.id::text = split_part(n.subject, ' ', 1)
                        and k.state = 'Active' and k.replaced_by is null
                        and date_trunc('milliseconds', k.expires_at) = split_part(n.subject, ' ', 2)::timestamptz)
   limit ${most}`
