import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type QueuedNotification, queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { operations } from '../../money/transactions/operations.ts'
import { type Dispute, type DisputeOpener, type DisputeReason, bornDispute, noContest } from './states.ts'
import { disputeEvent, disputeNotification } from './views.ts'
import { recountLacking } from './catch-money.ts'
import { insertDispute, selectByReference } from './sql.ts'

export type Needs = {
  sql: Sql
  clock: () => Date
  railsOf: RailsOf
  readMerchant: ReadMerchant
  door: Door
  readTransaction: ReadTransactionById
  disputeAnswerMs: number
}

type OpenDisputeInput = {
  merchantId: string
  transactionId: string
  id?: string
  bankReference: string
  openedBy: DisputeOpener
  /** The operator who enters it, and needs no notification. */
  enteredBy?: string
  reason: DisputeReason
  details: string | null
  /** Undefined: the whole payment. */
  amount?: Micros | undefined
  /** Undefined: DISPUTE_ANSWER_DAYS from now. */
  answerUntil?: Date | undefined
  audit?: Audit
}

/**
 * A bank requests money back: the available part is blocked and the merchant is notified. The bank's reference
 * identifies the case, so that a repeated report opens no second dispute.
 */
export async function openDispute(
  needs: Needs,
  input: OpenDisputeInput,
): Promise<{ dispute: Dispute; isNew: boolean }> {
  const { merchantId, bankReference } = input
  const { id: transactionId, operation, ...found } = await needs.readTransaction(merchantId, input.transactionId)
  if (operations[operation].type !== 'Credit')
    throw new ApiError('TransactionStateNotAllowed', { message: 'only received payments can be disputed' })
  const { connectionId, disputes } = await needs.railsOf(found.connectionId, undefined, { evenPaused: true })
  const bankDecides = input.openedBy === 'bank' && disputes !== null
  const createdAt = await timeFor(needs, merchantId)

  return needs.door.commit(async write => {
    const before = await write.lock({ merchantId, id: transactionId })
    if (before === undefined) throw new ApiError('TransactionNotFound')
    const earlier = await selectByReference(write.tx, { merchantId, connectionId, bankReference })
    if (earlier !== undefined) return { dispute: sameOrThrow(earlier, transactionId), isNew: false }

    const paid = before.paidAmount ?? before.amount
    const { openedBy, reason, details, amount: askedAmount = paid } = input
    // The amount is stored as the bank reports it; if it is more than is left, what is left is blocked.
    if (askedAmount > paid && openedBy !== 'bank')
      throw new ApiError('TransactionStateNotAllowed', { message: `only ${formatAmount(paid)} was paid` })
    const opened: Dispute = {
      merchantId,
      id: input.id ?? uuidv7(createdAt.getTime()),
      transactionId,
      connectionId,
      bankReference,
      openedBy,
      reason,
      details,
      askedAmount,
      blockedAmount: 0n,
      returnedAmount: 0n,
      state: bornDispute,
      answerUntil: input.answerUntil ?? new Date(createdAt.getTime() + needs.disputeAnswerMs),
      refundId: null,
      defence: null,
      defenceFiles: [],
      defendedAt: null,
      defenceRefusal: null,
      cause: null,
      createdAt,
      endedAt: null,
      ...noContest,
    }
    const blockedBy = (disputedAmount: Micros): Dispute => ({
      ...opened,
      blockedAmount: disputedAmount - before.disputedAmount,
    })
    const { transaction } = await write.apply({
      merchantId,
      id: transactionId,
      event: { kind: 'disputed', amount: askedAmount },
      payloadsOf: after => [disputeEvent('DisputeOpened', blockedBy(after.disputedAmount))],
    })
    const dispute = blockedBy(transaction.disputedAmount)
    await insertDispute(write.tx, dispute)
    await recountLacking(write.tx, merchantId)
    const notifications = [
      disputeNotification('disputeOpened', dispute),
      ...(bankDecides ? [] : [forOperators(dispute, input.enteredBy)]),
    ]
    await queueNotification(write.tx, notifications, needs.clock())
    await recordAudit(write.tx, input.audit)
    return { dispute, isNew: true }
  })
}

const forOperators = (dispute: Dispute, enteredBy?: string): QueuedNotification => ({
  ...disputeNotification('operatorDisputeOpened', dispute),
  notTo: enteredBy === undefined ? [] : [enteredBy],
})

function sameOrThrow(earlier: Dispute, transactionId: string): Dispute {
  if (earlier.transactionId === transactionId) return earlier
  throw new ApiError('OrderIdConflict', { message: 'the bank reference belongs to a dispute of another transaction' })
}
