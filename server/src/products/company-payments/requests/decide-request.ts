import { type Audit, withDetails } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { timeFor } from '../../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import { type Needs as BankNeeds, bankFor } from '../../../money/rails/choose-bank.ts'
import type { KeyType } from '../../../platform/brazil/pix-key.ts'
import type { Rails } from '../../../money/rails/rails.ts'
import { refuseWithoutPayouts, requireWholeCents } from '../../../money/rails/rails-of.ts'
import type { Door, Write } from '../../../money/transactions/door.ts'
import type { Transaction } from '../../../money/transactions/transaction.ts'
import { checkOwner } from '../../pix/recipient.ts'
import {
  type DecisionInput,
  policyToCarryOut,
  recordApproval,
  recordCancellation,
  recordRejection,
} from '../../approvals/record-decision.ts'
import type { Policy } from '../../approvals/steps.ts'
import { type ReadRequest, isCompanyRequest, lockRequest, selectRequest, updateStatus } from './sql.ts'
import { type Decided, type RequestAct, decisionOf } from './states.ts'
import { requestEventView } from './views.ts'
import { formatAmount } from '../../../platform/brazil/money.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { decisionChanges } from '../../approvals/read-decision.ts'

export type Needs = BankNeeds & { door: Door; readMerchant: ReadMerchant }

export type Decision = DecisionInput & { merchantId: string; requestId: string; audit?: Audit }

/**
 * One approver approves. The last approval needed holds the money, or is refused where it does not suffice; the payment goes by
 * the bank that has the money then, whichever it was when the payment was requested.
 */
export async function approveRequest(needs: Needs, decision: Decision): Promise<ReadRequest> {
  const approve = (bank: ChosenBank | null) =>
    decide(needs, decision, 'approve', async (write, at, { request, decided }) => {
      const { isAgreed, policy } = await recordApproval({ tx: write.tx, at }, request, decision)
      if (!isAgreed) return request
      if (bank === null) throw new BankNotChosen()
      await write.moveToBank({ ...request, id: request.transactionId }, bank.connectionId)
      return settle(write, { ...request, keyLookUp: bank.keyLookUp }, decided, policy)
    })
  try {
    return await approve(null)
  } catch (error) {
    if (!(error instanceof BankNotChosen)) throw error
    return approve(await chooseBank(needs, decision))
  }
}

/** It is the last approval: it is recorded again with a bank, which is asked outside the commit. */
class BankNotChosen extends Error {}

type ChosenBank = Pick<Rails, 'connectionId'> & Pick<ReadRequest, 'keyLookUp'>

/** Before the commit, which has no other database connection. */
async function chooseBank(needs: Needs, { merchantId, requestId }: Decision): Promise<ChosenBank> {
  const request = await selectRequest(needs.sql, merchantId, requestId)
  if (request === undefined) throw new ApiError('PaymentRequestNotFound')
  const { amount, recipientTaxNumber: taxNumber, pixKeyType, pixKey: key, keyLookUp } = request
  const merchant = await needs.readMerchant(merchantId)
  const rails = await bankFor(needs, merchant, 'payouts', amount)
  const { connectionId, keys } = rails
  refuseWithoutPayouts(rails)
  requireWholeCents(rails, amount)
  // A look-up pays the account that it found, also if the key has another owner by now.
  if (keyLookUp !== null && connectionId === request.connectionId && keys?.isUsable?.(keyLookUp) === true)
    return { connectionId, keyLookUp }
  // The bank may be another than the one that the owner was left to, and a key changes hands while people decide.
  if (taxNumber !== null) await checkOwner(needs, merchant, rails, { taxNumber, keyType: pixKeyType as KeyType, key })
  return { connectionId, keyLookUp: keys?.takeLookUp?.(key) ?? null }
}

/** One approver's no is enough. */
export const rejectRequest = (needs: Needs, decision: Decision): Promise<ReadRequest> =>
  decide(needs, decision, 'reject', async (write, at, { request, decided }) => {
    const { policy } = await recordRejection({ tx: write.tx, at }, request, decision)
    return settle(write, request, decided, policy)
  })

/** Cancelled by somebody who may make requests: while it is pending, or approved and not yet sent to the bank. */
export const cancelRequest = (needs: Needs, decision: Decision): Promise<ReadRequest> =>
  decide(needs, decision, 'cancel', async (write, at, { request, decided }) => {
    const { policy } = await recordCancellation({ tx: write.tx, at }, request, decision)
    return settle(write, request, decided, policy)
  })

/** A request that was agreed to together with others, and has their steps as its own. */
export async function carryOut(write: Write, request: ReadRequest): Promise<ReadRequest> {
  const decided = decisionOf(request.status, 'approve')
  if (decided === undefined) throw new Error(`payment request ${request.id} is ${request.status}`)
  return settle(write, request, decided, await policyToCarryOut(write.tx, request.merchantId))
}

type Case = { request: ReadRequest; decided: Decided }

/** The audit entry is written under the lock of the request, so it has the progress that this decision really made. */
async function decide(
  needs: Needs,
  decision: Decision,
  act: RequestAct,
  work: (write: Write, at: Date, open: Case) => Promise<ReadRequest>,
): Promise<ReadRequest> {
  const at = await timeFor(needs, decision.merchantId)
  return needs.door.commit(async write => {
    const open = await openCase(write, decision, act)
    const audit = await auditOfDecision(write.tx, open, act, decision)
    const after = await work(write, at, open)
    await recordAudit(write.tx, audit)
    return after
  })
}

/** What is decided on, under its lock: one at a time, only as the table of states allows. */
async function openCase({ tx }: Write, { merchantId, requestId }: Decision, act: RequestAct): Promise<Case> {
  const request = isUuid(requestId) ? await lockRequest(tx, merchantId, requestId) : undefined
  if (request === undefined) throw new ApiError('PaymentRequestNotFound')
  const decided = decisionOf(request.status, act)
  if (decided === undefined)
    throw new ApiError('PaymentRequestNotPending', { message: `the payment request is ${request.status}` })
  return { request, decided }
}

/** Gives the request its status and lets the decision happen to its transaction, with the money and the event. */
async function settle(write: Write, request: ReadRequest, { from, to, transaction, event }: Decided, policy: Policy) {
  const { merchantId, transactionId: id } = request
  await updateStatus(write.tx, request, to)
  const payloadsOf = (after: Transaction, transactionEvent: object) => {
    // Merchants' programs know company payments only; others are reported by the events of their transactions.
    if (!isCompanyRequest(request)) return to === 'Approved' ? [] : [transactionEvent]
    const requestEvent = requestEventView(event, { ...request, status: to, ...executionOf(after) })
    return from === 'Approved' ? [transactionEvent, requestEvent] : [requestEvent]
  }
  const applied = write.apply({
    merchantId,
    id,
    // A cash-out by API has named its own address.
    event: {
      kind: transaction,
      ...(request.operation === 'pixCashOut' ? {} : { webhookUrl: policy.webhookUrl }),
      ...(transaction === 'approved' && { keyLookUp: request.keyLookUp }),
    },
    payloadsOf,
  })
  const { before, transaction: after } = await applied.catch((error: unknown) => {
    const isOnItsWay = error instanceof ApiError && error.reason === 'TransactionStateNotAllowed'
    throw from === 'Approved' && isOnItsWay ? new ApiError('PaymentRequestAlreadyExecuted') : error
  })
  // What the bank has registered is not taken back, though the transaction itself could still be cancelled there.
  if (before.state === 'Registered') throw new ApiError('PaymentRequestAlreadyExecuted')
  return { ...request, status: to, ...executionOf(after) }
}

const executionOf = ({ state, registeredAt, completedAt, errorAt, cancelledAt }: Transaction) => ({
  executionState: state,
  executionRegisteredAt: registeredAt ?? completedAt,
  executionEndedAt: completedAt ?? errorAt ?? cancelledAt,
})

async function auditOfDecision(tx: Tx, { request, decided }: Case, act: RequestAct, { by, comment, audit }: Decision) {
  const { amount, receiverName, status: state } = request
  const changes = await decisionChanges(tx, request, { state, act, to: decided.to, by })
  return audit && withDetails(audit, { amount: formatAmount(amount), receiver: receiverName, comment, ...changes })
}

/** Only while a request is pending; under its lock, so that nobody decides meanwhile. */
export async function refuseDecided(tx: Tx, merchantId: string, id: string): Promise<void> {
  const request = await lockRequest(tx, merchantId, id)
  if (request === undefined) throw new ApiError('PaymentRequestNotFound')
  if (request.status !== 'Pending')
    throw new ApiError('PaymentRequestNotPending', { message: `the payment request is ${request.status}` })
}
