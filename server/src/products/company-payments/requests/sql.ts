import { type Total, countRows } from '../../../platform/db/bounded-count.ts'
import { type Sql, type Tx, rows } from '../../../platform/db/db.ts'
import type { Micros } from '../../../platform/brazil/money.ts'
import { firstUuidOf } from '../../../platform/lib/uuid.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { State } from '../../../money/transactions/states.ts'
import type { ApprovalStep, ReadStep } from './approval-step.ts'
import type { ApprovalPolicy } from './approval-progress.ts'
import type { RequestStatus } from './states.ts'

/** A row of `payment_requests`. */
export type PaymentRequest = {
  merchantId: string
  id: string
  transactionId: string
  /** Nulls: the merchant's own balance, to a key of its own. */
  receiverId: string | null
  accountId: string | null
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
  pixKeyType: string
  executionState: State
  executionCreatedAt: Date
  executionRegisteredAt: Date | null
  executionEndedAt: Date | null
}

/** A wish to pay a company. Others are withdrawals, which only the portal knows. */
export type CompanyRequest = ReadRequest & { receiverId: string; accountId: string }

export const isCompanyRequest = (request: ReadRequest): request is CompanyRequest => request.receiverId !== null

export type Policy = ApprovalPolicy & Pick<Merchant, 'state' | 'webhookUrl'>

export const insertRequest = (tx: Tx, request: PaymentRequest) => tx`
  insert into payment_requests (merchant_id, id, transaction_id, receiver_id, account_id, status, description, created_at)
  select merchant_id, id, transaction_id, receiver_id, account_id, status, description, created_at
    from json_populate_recordset(null::payment_requests, ${rows([request])}::text::json)`

export const insertSteps = (tx: Tx, steps: ApprovalStep[]) => tx`
  insert into approval_steps (merchant_id, request_id, id, at, user_id, user_name, realm, status, comment)
  select merchant_id, request_id, id, at, user_id, user_name, realm, status, comment
    from json_populate_recordset(null::approval_steps, ${rows(steps)}::text::json)`

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
    select state, approvers_needed, operator_approves_above, webhook_url from merchants where id = ${merchantId}`
  if (policy === undefined) throw new Error(`merchant ${merchantId} does not exist`)
  return policy
}

const withExecution = (sql: Sql | Tx) => sql`
  select r.*, m.name as customer_name, coalesce(v.fantasy_name, m.name) as receiver_name, t.amount, t.charges, t.pix_key,
         t.pix_key_type,
         t.state as execution_state, t.created_at as execution_created_at,
         coalesce(t.registered_at, t.completed_at) as execution_registered_at,
         coalesce(t.completed_at, t.error_at, t.cancelled_at) as execution_ended_at
    from payment_requests r
    join merchants m on m.id = r.merchant_id
    left join receivers v on v.merchant_id = r.merchant_id and v.id = r.receiver_id
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
  r.merchant_id = ${merchantId} and r.status = ${status} and r.receiver_id is not null
  and r.id >= ${firstUuidOf(startDate.getTime())} and r.id < ${firstUuidOf(endDate.getTime() + 1)}`

export const selectRequests = (sql: Sql, filter: Filter, limit: number, offset: number) => sql<CompanyRequest[]>`
  ${withExecution(sql)} where ${matching(sql, filter)} order by r.id desc limit ${limit} offset ${offset}`

export const countRequests = (sql: Sql, filter: Filter): Promise<Total> =>
  countRows(sql, sql`select 1 from payment_requests r where ${matching(sql, filter)}`)

/** Who asked, and how far the approval is, as a person sees it. */
export type Tally = { askedBy: string; approvalsGiven: number; operatorAgreed: boolean; hasMyStep: boolean }

/** A request with how far its approval is. */
export type ListedRequest = ReadRequest & ApprovalPolicy & Tally

const tally = (sql: Sql, personId: string) => sql`
  (array_agg(user_name order by id))[1] as asked_by,
  count(*) filter (where status = 'Approved' and realm = 'Partner')::int as approvals_given,
  bool_or(status = 'Approved' and realm = 'Operator') as operator_agreed,
  bool_or(user_id = ${personId} or ${personId}::uuid = any(${behind(sql)})) as has_my_step`

/** Of whatever people decide on: requests, or batches. */
export const selectTallies = (sql: Sql, merchantId: string, ids: string[], personId: string) => sql<
  (Tally & { id: string })[]
>`
  select s.request_id as id, ${tally(sql, personId)}
    from approval_steps s where s.merchant_id = ${merchantId} and s.request_id = any(${ids}) group by s.request_id`

const withApprovals = (sql: Sql, personId: string) => sql`
  select r.*, p.approvers_needed, p.operator_approves_above, s.*
    from (${withExecution(sql)}) r
    join merchants p on p.id = r.merchant_id
    cross join lateral (
      select ${tally(sql, personId)}
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
