import type { Micros } from '../../platform/brazil/money.ts'
import { openBooks } from '../../money/ledger/books.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { recordForcedReturnWithin } from '../../money/refunds/force-return.ts'
import type { Door, Write } from '../../money/transactions/door.ts'
import { left } from '../../money/transactions/facts-of-event.ts'
import type { Transaction, TransactionId } from '../../money/transactions/transaction.ts'
import { type Dispute, movedBy } from './states.ts'
import { disputeEvent } from './views.ts'
import { recountLacking } from './catch-money.ts'
import { lackedBy } from './share-returns.ts'
import { lockUndecidedOf, updateBlocked, updateDispute } from './sql.ts'
import { writeEnd } from './end-dispute.ts'

type Needs = { clock: () => Date; door: Door; readMerchant: ReadMerchant }
type Taken = TransactionId & {
  amount: Micros
  refundId: string
  /** The bank also reports its decisions, so the disputes it reported stay open until then. */
  reportsCases?: boolean
}

/**
 * The bank has returned money of a payment by itself, without naming the dispute. The dispute that lacks exactly this
 * amount pays first, then available money, then the other disputes. If only one dispute can be meant and its bank
 * reports no decisions, it closes once nothing of it stays blocked. Returns false if no dispute is undecided.
 */
export async function forcedReturnOfDispute(needs: Needs, taken: Taken): Promise<boolean> {
  const at = await timeFor(needs, taken.merchantId)
  return needs.door.commit(write => forcedReturnWithin(write, taken, at))
}

/** The same within a commit. */
export async function forcedReturnWithin(
  write: Write,
  { reportsCases = false, ...taken }: Taken,
  at: Date,
): Promise<boolean> {
  const { merchantId, id, amount, refundId } = taken
  const before = await write.lock({ merchantId, id })
  const undecided = await lockUndecidedOf(write.tx, { merchantId, transactionId: id })
  const [oldest] = undecided
  if (before === undefined || oldest === undefined) return false
  const fitting = undecided.find(one => lackedBy(one) === amount)
  const isAll = amount >= left(before) + before.disputedAmount
  const meant = isAll || undecided.length === 1 ? oldest : fitting
  const own = reportsCases && meant?.openedBy === 'bank' ? undefined : meant
  const ending = own !== undefined && own.blockedAmount <= amount ? own : undefined
  await pay(write, { before, amount, undecided, ending, first: own ?? fitting })
  const shared = own && { ...own, refundId, returnedAmount: own.returnedAmount + amount }
  if (shared === undefined || ending === undefined) {
    await recordForcedReturnWithin(write, taken, at)
    if (shared !== undefined) await updateDispute(write.tx, shared)
    await recountLacking(write.tx, merchantId)
    return true
  }
  const returned = { ...shared, state: movedBy(ending, 'forceReturn'), endedAt: at }
  await recordForcedReturnWithin(write, taken, at, (_, event) => [event, disputeEvent('DisputeReturned', returned)])
  await writeEnd(write.tx, returned)
  return true
}

type Paid = {
  before: Transaction
  amount: Micros
  undecided: readonly Dispute[]
  ending: Dispute | undefined
  /** The dispute whose blocked money pays first. */
  first: Dispute | undefined
}

/**
 * Unblocks the money for the return: from `first` at most the returned amount, from the others what is missing, newest
 * first.
 */
async function pay(write: Write, { before, amount, undecided, ending, first }: Paid): Promise<void> {
  const { merchantId, id } = before
  const available = (await openBooks(write.tx, [merchantId])).available(merchantId)
  let covered = available < 0n ? 0n : available < left(before) ? available : left(before)
  const others = undecided.filter(one => one !== first).toReversed()
  for (const one of first === undefined ? others : [first, ...others]) {
    const missing = one === first ? amount : amount - covered
    const unblocked = missing > one.blockedAmount ? one.blockedAmount : missing
    if (unblocked <= 0n) continue
    await write.apply({ merchantId, id, event: { kind: 'disputeReleased', amount: unblocked }, payloadsOf: () => [] })
    if (one !== ending) await updateBlocked(write.tx, { ...one, blockedAmount: one.blockedAmount - unblocked })
    covered += unblocked
  }
}
