import { formatAmount } from '../../../platform/brazil/money.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { DecisionInput } from '../../approvals/record-decision.ts'
import { decisionChanges } from '../../approvals/read-decision.ts'
import type { ReadRequest } from './sql.ts'
import { type RequestAct, decisionOf } from './states.ts'

/** What the audit log keeps of a decision on a request. */
export async function decisionDetails(
  needs: { sql: Sql },
  request: ReadRequest,
  act: RequestAct,
  { by, comment }: DecisionInput,
) {
  const { amount, receiverName, status: state } = request
  const changes = await decisionChanges(needs, request, { state, act, to: decisionOf(state, act)?.to, by })
  return { amount: formatAmount(amount), receiver: receiverName, comment, ...changes }
}
