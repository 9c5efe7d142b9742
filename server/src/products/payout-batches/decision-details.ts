import { formatAmount } from '../../platform/brazil/money.ts'
import type { DecisionInput } from '../approvals/record-decision.ts'
import { decisionChanges } from '../approvals/read-decision.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Batch } from './batch.ts'
import { type BatchDecision, batchMove } from './states.ts'

/** What the audit log keeps of a decision on a batch. */
export async function decisionDetails(
  needs: { sql: Sql },
  batch: Batch,
  act: BatchDecision,
  { by, comment }: DecisionInput,
) {
  const { name, amount, state } = batch
  const changes = await decisionChanges(needs, batch, { state, act, to: batchMove(state, act)?.to, by })
  return { name, amount: formatAmount(amount), comment, ...changes }
}
