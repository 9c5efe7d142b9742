import { type Total, countRows } from '../../../platform/db/bounded-count.ts'
import { type Sql, type Tx, rows } from '../../../platform/db/db.ts'
import type { Micros } from '../../../platform/brazil/money.ts'
import { firstUuidOf } from '../../../platform/lib/uuid.ts'
import type { Operation } from '../../../money/transactions/operations.ts'
import type { State } from '../../../money/transactions/states.ts'
import type { ApprovalPolicy } from '../../approvals/steps.ts'
import { type Tally, tally } from '../../approvals/read-decision.ts'
import type { RequestStatus } from './states.ts'

/** A row of `payment_requests`. */
export type PaymentRequest = {
  merchantId: string
  id: string
  transactionId: string
  /** Nulls: the merchant's own balance, to a key of its own. */
  receiverId: string | null
  accountId: string | null
  /** As the merchant wrote them, where that is not the ids as we write them. */
  receiverAsSent: string | null
  accountAsSent: string | null
  status: RequestStatus
  description: string
  /** The bank's id of the look-up of its key, for the payout; null: none. */
  keyLookUp: string | null
  createdAt: Date
}

/** A request with fields of its merchant, its receiver and its transaction. */
export type ReadRequest = PaymentRequest & {
  operation: Operation
  customerName: string
  receiverName: string
  amount: Micros
  /** What is taken beside the amount when it is approved, fixed when it was asked for. */
  charges: Micros
  pixKey: string
  pixKeyType: string
  /** The bank that it was requested at; null: the default one. */
  connectionId: string | null
  /** The recipient's document, of a cash-out by API; null: another kind of request. */
  recipientTaxNumber: string | null
  executionState: State
  executionCreatedAt: Date
  executionRegisteredAt: Date | null
  executionEndedAt: Date | null
}

/** A wish to pay a company. Others are withdrawals and cash-outs by API that wait, which only the portal knows as requests. */
export type CompanyRequest = ReadRequest & { receiverId: string; accountId: string }

export const isCompanyRequest = (request: ReadRequest): request is CompanyRequest => request.receiverId !== null

export const insertRequest = (tx: Tx, request: PaymentRequest) => tx`
  insert into payment_requests (merchant_id, id, transaction_id, receiver_id, account_id, receiver_as_sent,
                                account_as_sent, status, description, key_look_up, created_at)
  select merchant_id, id, transaction_id, receiver_id, account_id, receiver_as_sent, account_as_sent, status, description,
         key_look_up, created_at
    from json_populate_recordset(null::payment_requests, ${rows([request])}::text::json)`

export const updateStatus = (tx: Tx, { merchantId, id }: PaymentRequest, status: RequestStatus) => tx`
  update payment_requests set status = ${status} where merchant_id = ${merchantId} and id = ${id}`

const withExecution = (sql: Sql | Tx) => sql`
  select r.*, m.name as customer_name, t.operation,
         coalesce(v.fantasy_name, case when t.operation = 'pixCashOut' then t.counterparty ->> 'name' end, m.name) as receiver_name,
         t.amount, t.charges, t.pix_key, t.connection_id,
         t.pix_key_type, case when t.operation = 'pixCashOut' then coalesce(t.counterparty ->> 'cpf', t.counterparty ->> 'cnpj') end as recipient_tax_number,
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

export type ListedRequest = ReadRequest & ApprovalPolicy & Tally

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

/** What waits for the operator's approval, of all merchants, the longest waiting first. */
export const selectForOperator = (
  sql: Sql,
  personId: string,
  { limit, afterId }: { limit: number; afterId: string | undefined },
) => sql<ListedRequest[]>`
  ${withApprovals(sql, personId)}
   where r.status = 'Pending' and r.amount > p.operator_approves_above and not s.operator_agreed
     ${afterId === undefined ? sql`` : sql`and r.id > ${afterId}`}
   order by r.id limit ${limit}`
