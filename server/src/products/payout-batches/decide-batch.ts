import { type Audit, withDetails } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import {
  type DecisionInput,
  recordApproval,
  recordCancellation,
  recordRejection,
} from '../approvals/record-decision.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { openBooks } from '../../money/ledger/books.ts'
import { clockOf, timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import { type ReadMerchant, readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { limitsOf, tooMuch } from '../../money/transactions/limits/limits.ts'
import { readSentToday } from '../../money/transactions/limits/open-outflows.ts'
import type { Door } from '../../money/transactions/door.ts'
import { type Batch, type BatchDecision, type BatchTransition, batchMove, operationOf } from './states.ts'
import { batchEvents } from './views.ts'
import { type LockedBatch, lockBatch, refuseWaiting, updateBatch } from './sql.ts'
import { formatAmount } from '../../platform/brazil/money.ts'
import { decisionChanges } from '../approvals/read-decision.ts'

export type Needs = { sql: Sql; door: Door; clock: () => Date; readMerchant: ReadMerchant }

export type Decision = DecisionInput & { merchantId: string; batchId: string; audit?: Audit }

/** One approver approves. The last approval needed starts the payments, if the balance covers all rows. */
export const approveBatch = (needs: Needs, decision: Decision): Promise<Batch> =>
  decide(needs, decision, 'approve', async (tx, batch, at) => {
    const { isAgreed } = await recordApproval({ tx, at }, batch, decision)
    if (!isAgreed) return null
    await refuseUncovered(needs, tx, batch)
    return { decidedAt: at, nextStepAt: needs.clock() }
  })

/** One rejection is enough. */
export const rejectBatch = (needs: Needs, decision: Decision): Promise<Batch> =>
  decide(needs, decision, 'reject', async (tx, batch, at) => {
    await recordRejection({ tx, at }, batch, decision)
    return { decidedAt: at }
  })

/** Cancelled by somebody who may make requests, while it is pending. */
export const cancelBatch = (needs: Needs, decision: Decision): Promise<Batch> =>
  decide(needs, decision, 'cancel', async (tx, batch, at) => {
    await recordCancellation({ tx, at }, batch, decision)
    return { decidedAt: at }
  })

/** Rows that still wait are not paid; payments already made stay. A row takes the same lock while it is paid. */
export const stopBatch = (needs: Needs, decision: Decision): Promise<Batch> =>
  decide(needs, decision, 'stop', async (tx, batch, at) => {
    await recordCancellation({ tx, at }, batch, decision)
    return { ...(await refuseWaiting(tx, batch, 'BatchStopped', at)), completedAt: at, nextStepAt: null }
  })

/** `say` records the decision and returns the next state of the batch; null: more decisions are needed. */
async function decide(
  needs: Needs,
  decision: Decision,
  act: BatchDecision,
  say: (tx: Tx, batch: LockedBatch, at: Date) => Promise<Partial<Batch> | null>,
): Promise<Batch> {
  const { merchantId, batchId } = decision
  const at = await timeFor(needs, merchantId)
  return needs.door.commit(async ({ tx, notify }) => {
    const batch = isUuid(batchId) ? await lockBatch(tx, merchantId, batchId) : undefined
    if (batch === undefined) throw new ApiError('PayoutBatchNotFound')
    const move = moveOf(batch, act)
    const audit = await auditOfDecision(tx, batch, move, decision)
    const changes = await say(tx, batch, at)
    if (changes === null) {
      await recordAudit(tx, audit)
      return batch
    }
    const after: LockedBatch = { ...batch, ...changes, state: move.to }
    await updateBatch(tx, after)
    await notify(batchEvents(after, move.event, needs.clock()))
    await recordAudit(tx, audit)
    return after
  })
}

function moveOf({ state }: Batch, act: BatchDecision): BatchTransition {
  const move = batchMove(state, act)
  if (move === undefined) throw new ApiError('PayoutBatchStateNotAllowed', { message: `the batch is ${state}` })
  return move
}

/** Nothing is reserved yet: each row takes its money when it is paid. */
async function refuseUncovered(needs: Needs, tx: Tx, { merchantId, kind, amount, charges }: Batch): Promise<void> {
  const merchant = await readMerchantNow({ sql: tx }, merchantId)
  const books = await openBooks(tx, [merchantId])
  const operation = operationOf[kind]
  const sent = await readSentToday({ sql: tx }, merchantId, operation, clockOf(needs, merchant))
  const refusal =
    books.uncovered(merchantId, amount + charges) ??
    tooMuch(amount, sent, limitsOf(merchant, operation, clockOf(needs, merchant)))
  if (refusal !== null) throw refusal
}

/** Read under the lock of the batch, so it has the progress that this decision really makes. */
async function auditOfDecision(tx: Tx, batch: Batch, { act, to }: BatchTransition, { by, comment, audit }: Decision) {
  const { name, amount, state } = batch
  const changes = await decisionChanges(tx, batch, { state, act, to, by })
  return audit && withDetails(audit, { name, amount: formatAmount(amount), comment, ...changes })
}
