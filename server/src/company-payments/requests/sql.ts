import { type Total, countRows } from '../../db/bounded-count.ts'
import { type Sql, type Tx, rows } from '../../db/db.ts'
import type { Micros } from '../../brazil/money.ts'
import { firstUuidOf } from '../../lib/uuid.ts'
import type { State } from '../../transactions/states.ts'
import type { ApprovalStep, ReadStep } from './approval-step.ts'
import type { ApprovalPolicy } from './approval-progress.ts'
import type { RequestStatus } from './states.ts'

/** A row of `payment_requests`. */
export type PaymentRequest = {
  merchantId: string
  id: string
  transactionId: string
  receiverId: string
  accountId: string
  status: RequestStatus
  description: string
  createdAt: Date
}

/** A request with what its merchant, its receiver and its transaction tell. */
export type ReadRequest = PaymentRequest & {
  customerName: string
  receiverName: string
  amount: Micros
  /** What is taken beside the amount when it is approved, fixed when it was asked for. */
  charges: Micros
  pixKey: string
  executionState: State
  executionCreatedAt: Date
  executionRegisteredAt: Date | null
  executionEndedAt: Date | null
}

export type Policy = ApprovalPolicy & { webhookUrl: string | null }

export const insertRequest = (tx: Tx, request: PaymentRequest) => tx`
  insert into payment_requests (merchant_id, id, transaction_id, receiver_id, account_id, status, description, created_at)
  select merchant_id, id, transaction_id, receiver_id, account_id, status, description, created_at
    from json_populate_recordset(null::payment_requests, ${rows([request])}::text::json)`

export const insertStep = (tx: Tx, step: ApprovalStep) => tx`
  insert into approval_steps (merchant_id, request_id, id, at, user_id, user_name, realm, status, comment)
  select merchant_id, request_id, id, at, user_id, user_name, realm, status, comment
    from json_populate_recordset(null::approval_steps, ${rows([step])}::text::json)`

/** Who made and who confirmed the key by which a step was done: nobody, where a person or a command did. */
const behind = (sql: Sql | Tx) => sql`
  array(select person from access_keys k cross join unnest(array[k.created_by, k.confirmed_by]) as person
         where k.merchant_id = s.merchant_id and 'key:' || k.id = s.user_id and person is not null)`

export const selectSteps = (sql: Sql | Tx, merchantId: string, requestId: string) => sql<ReadStep[]>`
  select s.*, ${behind(sql)} as behind
    from approval_steps s where s.merchant_id = ${merchantId} and s.request_id = ${requestId} order by s.id`

export const updateStatus = (tx: Tx, { merchantId, id }: PaymentRequest, status: RequestStatus) => tx`
  update payment_requests set status = ${status} where merchant_id = ${merchantId} and id = ${id}`

/** Fresh, and not remembered: the policy of the moment of the decision. */
export const selectPolicy = async (tx: Sql | Tx, merchantId: string): Promise<Policy> => {
  const [policy] = await tx<Policy[]>`
    select approvers_needed, operator_approves_above, webhook_url from merchants where id = ${merchantId}`
  if (policy === undefined) throw new Error(`merchant ${merchantId} does not exist`)
  return policy
}

const withExecution = (sql: Sql | Tx) => sql`
  select r.*, m.name as customer_name, v.fantasy_name as receiver_name, t.amount, t.charges, t.pix_key,
         t.state as execution_state, t.created_at as execution_created_at,
         coalesce(t.registered_at, t.completed_at) as execution_registered_at,
         coalesce(t.completed_at, t.error_at, t.cancelled_at) as execution_ended_at
    from payment_requests r
    join merchants m on m.id = r.merchant_id
    join receivers v on v.merchant_id = r.merchant_id and v.id = r.receiver_id
    join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id`

export const selectRequest = async (
  sql: Sql | Tx,
  merchantId: string,
  id: string,
): Promise<ReadRequest | undefined> => {
  const [request] = await sql<ReadRequest[]>`
    ${withExecution(sql)} where r.merchant_id = ${merchantId} and r.id = ${id}`
  return request
}

export const selectRequestOf = async (
  tx: Sql | Tx,
  merchantId: string,
  transactionId: string,
): Promise<ReadRequest | undefined> => {
  const [request] = await tx<ReadRequest[]>`
    ${withExecution(tx)} where r.merchant_id = ${merchantId} and r.transaction_id = ${transactionId}`
  return request
}

/** Locks the request until commit. Its transaction is locked by the door, when something is to happen to it. */
export const lockRequest = async (tx: Tx, merchantId: string, id: string): Promise<ReadRequest | undefined> => {
  const [request] = await tx<ReadRequest[]>`
    ${withExecution(tx)} where r.merchant_id = ${merchantId} and r.id = ${id} for update of r`
  return request
}

export type Filter = { merchantId: string; status: RequestStatus; startDate: Date; endDate: Date }

const matching = (sql: Sql, { merchantId, status, startDate, endDate }: Filter) => sql`
  r.merchant_id = ${merchantId} and r.status = ${status}
  and r.id >= ${firstUuidOf(startDate.getTime())} and r.id < ${firstUuidOf(endDate.getTime() + 1)}`

export const selectRequests = (sql: Sql, filter: Filter, limit: number, offset: number) => sql<ReadRequest[]>`
  ${withExecution(sql)} where ${matching(sql, filter)} order by r.id desc limit ${limit} offset ${offset}`

export const countRequests = (sql: Sql, filter: Filter): Promise<Total> =>
  countRows(sql, sql`select from payment_requests r where ${matching(sql, filter)}`)

/** A request with how far its approval is, as a person sees it. */
export type ListedRequest = ReadRequest &
  ApprovalPolicy & { askedBy: string; approvalsGiven: number; operatorAgreed: boolean; hasMyStep: boolean }

const withApprovals = (sql: Sql, personId: string) => sql`
  select r.*, p.approvers_needed, p.operator_approves_above, s.*
    from (${withExecution(sql)}) r
    join merchants p on p.id = r.merchant_id
    cross join lateral (
      select (array_agg(user_name order by id))[1] as asked_by,
             count(*) filter (where status = 'Approved' and realm = 'Partner')::int as approvals_given,
             bool_or(status = 'Approved' and realm = 'Operator') as operator_agreed,
             bool_or(user_id = ${personId} or ${personId}::uuid = any(${behind(sql)})) as has_my_step
        from approval_steps s where s.merchant_id = r.merchant_id and s.request_id = r.id) s`

export type Browsed = {
  merchantId: string
  personId: string
  status: RequestStatus | undefined
  receiverId: string | undefined
  waitsForMe: boolean
}

export const selectRequestPage = (
  sql: Sql,
  { merchantId, personId, status, receiverId, waitsForMe }: Browsed,
  { limit, beforeId }: { limit: number; beforeId: string | undefined },
) => sql<ListedRequest[]>`
  ${withApprovals(sql, personId)}
   where r.merchant_id = ${merchantId}
     ${status === undefined ? sql`` : sql`and r.status = ${status}`}
     ${receiverId === undefined ? sql`` : sql`and r.receiver_id = ${receiverId}`}
     ${waitsForMe ? sql`and r.status = 'Pending' and not s.has_my_step and s.approvals_given < p.approvers_needed` : sql``}
     ${beforeId === undefined ? sql`` : sql`and r.id < ${beforeId}`}
   order by r.id desc limit ${limit}`

/** Of all merchants, what waits for the operator's word; whoever has waited longest comes first. */
export const selectForOperator = (
  sql: Sql,
  personId: string,
  { limit, afterId }: { limit: number; afterId: string | undefined },
) => sql<ListedRequest[]>`
  ${withApprovals(sql, personId)}
   where r.status = 'Pending' and r.amount > p.operator_approves_above and not s.operator_agreed
     ${afterId === undefined ? sql`` : sql`and r.id > ${afterId}`}
   order by r.id limit ${limit}`
