import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { OrderRunner } from '../../money/bank-orders/run-orders.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { Refund } from '../../money/refunds/read-refunds.ts'
import { disputeReturnId, isDisputeReturnId, writeAskedRefund } from '../../money/refunds/refund-transaction.ts'
import type { Door, Write } from '../../money/transactions/door.ts'
import { type Dispute, type DisputeEventName, disputeMove, movedBy } from './states.ts'
import { readDispute } from './read-dispute.ts'
import {
  lockByRefund,
  lockDispute,
  lockUndecidedOf,
  selectBankReturns,
  selectShares,
  updateBlocked,
  updateDispute,
} from './sql.ts'
import { recountLacking } from './catch-money.ts'
import { disputeEvent, disputeNotification } from './views.ts'
import { type TakenReturn, lackedBy, shareReturns, unsharedOf } from './share-returns.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { FollowReturn } from '../../money/transactions/commit-hooks.ts'
import { queueNotification } from '../../tenancy/notifications/queue-notification.ts'

export type Needs = {
  sql: Sql
  clock: () => Date
  door: Door
  readMerchant: ReadMerchant
  bankOrders: Pick<OrderRunner, 'tryNow'>
}

type EndDisputeInput = { merchantId: string; disputeId: string; audit?: Audit }

/** The merchant keeps the money: it is available again, except what other cases of the payment ask for. */
export async function releaseDispute(needs: Needs, input: EndDisputeInput & { cause?: string }): Promise<Dispute> {
  const known = await readDispute(needs, input.merchantId, input.disputeId)
  const endedAt = await timeFor(needs, input.merchantId)
  return needs.door.commit(async write => {
    const { dispute } = await lock(write, known)
    const released = { ...dispute, state: movedBy(dispute, 'release'), cause: input.cause ?? null, endedAt }
    const ended = await endAndUnblock(write, released, 'DisputeReleased')
    await recordAudit(write.tx, input.audit)
    return ended
  })
}

/**
 * The payer gets back what is blocked: the bank is ordered to return it, as for a refund. `judged`: the amount that the decision
 * is about; if more was caught since, somebody decides again.
 */
export async function returnDispute(
  needs: Needs,
  { merchantId, disputeId, judged, audit }: EndDisputeInput & { judged?: Micros },
): Promise<Dispute> {
  const known = await readDispute(needs, merchantId, disputeId)
  const at = await timeFor(needs, merchantId)
  const { order } = await needs.door.commit(async write => {
    const { dispute, transaction } = await lock(write, known)
    const state = movedBy(dispute, 'return')
    const { blockedAmount: amount, bankReference } = dispute
    if (judged !== undefined && judged !== amount)
      throw new ApiError('DisputeStateNotAllowed', { message: 'another amount is blocked now' })
    if (amount === 0n)
      throw new ApiError('DisputeStateNotAllowed', {
        message: 'no money is blocked that could be returned: release the dispute',
      })
    const refundId = disputeReturnId(uuidv7(at.getTime()))
    const requested = {
      refundId,
      amount,
      askedAmount: amount,
      requestedBy: { by: 'bank' } as const,
      reason: `MED ${bankReference}`,
    }
    await updateDispute(write.tx, { ...dispute, state, refundId })
    const written = await writeAskedRefund(
      write,
      { kind: 'disputeReturned', refundId, amount },
      { ...requested, ...transaction, at },
    )
    await recordAudit(write.tx, audit)
    return written
  })
  if (order !== null) await needs.bankOrders.tryNow(order)
  return readDispute(needs, merchantId, known.id)
}

/** Locks the transaction first, as everything does that moves its money, so that no two commits deadlock. */
async function lock(write: Write, { merchantId, id, transactionId }: Dispute) {
  const transaction = { merchantId, id: transactionId }
  await write.lock(transaction)
  const dispute = await lockDispute(write.tx, merchantId, id)
  if (dispute === undefined) throw new ApiError('DisputeNotFound')
  return { dispute, transaction }
}

type Ended = Dispute & { endedAt: Date }

/** Closes a dispute without a return and frees everything it blocks. The caller has locked the transaction. */
async function endAndUnblock(write: Write, ended: Ended, event: DisputeEventName): Promise<Dispute> {
  const { blockedAmount } = await unblock(write, ended, 0n, of => [disputeEvent(event, of)])
  const over = { ...ended, blockedAmount }
  await writeEnd(write.tx, over)
  return over
}

/**
 * Frees what a dispute blocks beyond `kept`, and returns the dispute as it was. Other cases of the payment take what
 * they could not block before, because the bank may still take it; the rest is available again. The caller has locked
 * the transaction.
 */
async function unblock(write: Write, of: Dispute, kept: Micros, payloadsOf: (of: Dispute) => object[]) {
  const { merchantId, transactionId } = of
  const undecided = await lockUndecidedOf(write.tx, of)
  const before = { ...of, blockedAmount: undecided.find(({ id }) => id === of.id)?.blockedAmount ?? 0n }
  let amount = before.blockedAmount > kept ? before.blockedAmount - kept : 0n
  if (kept > 0n) await updateBlocked(write.tx, { ...before, blockedAmount: before.blockedAmount - amount })
  for (const other of undecided) {
    const lacks = other.id === of.id ? 0n : lackedBy(other) - other.blockedAmount
    const handedOn = lacks < amount ? lacks : amount
    if (handedOn <= 0n) continue
    await updateBlocked(write.tx, { ...other, blockedAmount: other.blockedAmount + handedOn })
    amount -= handedOn
  }
  const event = { kind: 'disputeReleased', amount } as const
  await write.apply({ merchantId, id: transactionId, event, payloadsOf: () => payloadsOf(before) })
  return before
}

/**
 * A bank has accepted these cases of a payment and returns the money itself: each closes with the returns made for it.
 * Money that no booked return covers stays blocked, because the bank may still take it; if nothing is left of the
 * payment, the case closes without a return.
 */
export async function endAccepted(
  needs: Pick<Needs, 'clock' | 'door' | 'readMerchant'>,
  known: readonly Dispute[],
): Promise<void> {
  const [one] = known
  if (one === undefined) return
  const { merchantId, transactionId } = one
  const endedAt = await timeFor(needs, merchantId)
  await needs.door.commit(async write => {
    const transaction = await write.lock({ merchantId, id: transactionId })
    const undecided = await lockUndecidedOf(write.tx, { merchantId, transactionId })
    const accepted = undecided.filter(({ id }) => known.some(one => one.id === id))
    const open = undecided.filter(one => !accepted.includes(one))
    const isAll = transaction?.state !== 'Completed'
    const booked = await selectBankReturns(write.tx, { merchantId, transactionId })
    const returns = unsharedOf(booked, await selectShares(write.tx, { merchantId, transactionId }))
    const shares = shareReturns({ accepted, open, returns, isAll })
    for (const dispute of accepted) {
      const share = shares.get(dispute.id)
      if (share !== undefined) await takeShare(write, dispute, share, { isAll, endedAt })
      else if (isAll) {
        const facts = { state: movedBy(dispute, 'release'), cause: 'AlreadyReturned', endedAt }
        await endAndUnblock(write, { ...dispute, ...facts }, 'DisputeReleased')
      }
    }
  })
}

/** Assigns a bank's return to a case. The case frees no more than was returned, and closes once it blocks nothing. */
async function takeShare(
  write: Write,
  dispute: Dispute,
  share: TakenReturn,
  { isAll, endedAt }: { isAll: boolean; endedAt: Date },
): Promise<void> {
  const returnedAmount = dispute.returnedAmount + share.amount
  const shared = { ...dispute, refundId: share.id, returnedAmount }
  const now = (await lockUndecidedOf(write.tx, dispute)).find(({ id }) => id === dispute.id)
  const lacks = lackedBy(shared)
  if (isAll || lacks === 0n || now?.blockedAmount === 0n) {
    await endAndUnblock(write, { ...shared, state: movedBy(dispute, 'forceReturn'), endedAt }, 'DisputeReturned')
    return
  }
  await updateDispute(write.tx, shared)
  await unblock(write, shared, lacks, () => [])
  await recountLacking(write.tx, dispute.merchantId)
}

/** The bank has returned what a dispute had blocked, or cannot: the dispute closes in the same commit. */
export const followReturn: FollowReturn = async (tx, { after, refund }, at) => {
  if (refund === null || refund.state === 'Processing' || !isDisputeReturnId(refund.id)) return []
  const dispute = await lockByRefund(tx, { merchantId: after.merchantId, transactionId: after.id }, refund.id)
  const row = dispute && disputeMove(dispute.state, refund.state === 'Completed' ? 'settle' : 'fail')
  if (dispute === undefined || row === undefined) return []
  const returnedAmount = dispute.returnedAmount + refund.amount
  const facts = refund.state === 'Completed' ? { returnedAmount } : { cause: 'ReturnRefused' }
  const ended = { ...dispute, ...facts, state: row.to, endedAt: at }
  await writeEnd(tx, ended)
  return row.event === null ? [] : [disputeEvent(row.event, ended)]
}

/**
 * A bank has made the return of a dispute that was given up here: the released dispute ends as returned. Returns its events;
 * none: the return was of no dispute.
 */
export async function endReturnedAfterAll(
  tx: Tx,
  { id: givenUp, merchantId, transactionId }: Pick<Refund, 'id' | 'merchantId' | 'transactionId'>,
  made: { refundId: string; amount: Micros },
  at: Date,
): Promise<object[]> {
  const dispute = isDisputeReturnId(givenUp)
    ? await lockByRefund(tx, { merchantId, transactionId }, givenUp)
    : undefined
  const row = dispute && disputeMove(dispute.state, 'settle')
  if (dispute === undefined || row === undefined) return []
  const returnedAmount = dispute.returnedAmount + made.amount
  const ended = { ...dispute, refundId: made.refundId, returnedAmount, cause: null, state: row.to, endedAt: at }
  await writeEnd(tx, ended)
  return row.event === null ? [] : [disputeEvent(row.event, ended)]
}

/** Closes a dispute and notifies the merchant's people. */
export async function writeEnd(tx: Tx, dispute: Ended): Promise<void> {
  await updateDispute(tx, dispute)
  await recountLacking(tx, dispute.merchantId)
  await queueNotification(tx, [disputeNotification('disputeDecided', dispute)], dispute.endedAt)
}
