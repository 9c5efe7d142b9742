import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import type { ApprovalStep, Policy, ReadStep } from './steps.ts'

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

/** Fresh, and not remembered: the policy of the moment of the decision. */
export const selectPolicy = async (tx: Sql | Tx, merchantId: string): Promise<Policy> => {
  const [policy] = await tx<Policy[]>`
    select state, approvers_needed, operator_approves_above, webhook_url from merchants where id = ${merchantId}`
  if (policy === undefined) throw new Error(`merchant ${merchantId} does not exist`)
  return policy
}

/** Who asked, and how far the approval is, as a person sees it. */
export type Tally = { requestedBy: string; approvalsGiven: number; operatorAgreed: boolean; hasMyStep: boolean }

/** Over `approval_steps s`, for a list that shows or filters by it. */
export const tally = (sql: Sql, personId: string) => sql`
  (array_agg(user_name order by id))[1] as requested_by,
  count(*) filter (where status = 'Approved' and realm = 'Partner')::int as approvals_given,
  bool_or(status = 'Approved' and realm = 'Operator') as operator_agreed,
  bool_or(user_id = ${personId} or ${personId}::uuid = any(${behind(sql)})) as has_my_step`

/** Of whatever people decide on: requests, or batches. */
export const selectTallies = (sql: Sql, merchantId: string, ids: string[], personId: string) => sql<
  (Tally & { id: string })[]
>`
  select s.request_id as id, ${tally(sql, personId)}
    from approval_steps s where s.merchant_id = ${merchantId} and s.request_id = any(${ids}) group by s.request_id`
