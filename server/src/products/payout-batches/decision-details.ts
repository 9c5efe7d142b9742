import { formatAmount } from '../../platform/brazil/money.ts'
import type { Word } from '../company-payments/requests/agree.ts'
import { decisionChanges } from '../company-payments/requests/decision-changes.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Batch } from './batch.ts'
import { type BatchDecision, batchMove } from './states.ts'

/** What the audit log keeps of a decision on a batch. */
export async function decisionDetails(needs: { sql: Sql }, batch: Batch, act: BatchDecision, { by, comment }: Word) {
  const { name, amount, state } = batch
  const changes = await decisionChanges(needs, batch, { state, act, to: batchMove(state, act)?.to, by })
  return { name, amount: formatAmount(amount), comment, ...changes }
}
