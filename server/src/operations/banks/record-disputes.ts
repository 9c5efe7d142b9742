import { type Dispute, isUndecided } from '../../products/disputes/states.ts'
import { type Needs as EndNeeds, endAccepted, releaseDispute } from '../../products/disputes/end-dispute.ts'
import { keepDefenceRefusal } from '../../products/disputes/defend-dispute.ts'
import { longestCaseMs } from '../../products/disputes/left-by-bank.ts'
import { type Needs as OpenNeeds, openDispute } from '../../products/disputes/open-dispute.ts'
import { findDispute, oldestReportedBy } from '../../products/disputes/read-dispute.ts'
import { UnreadableRows } from '../../money/rails/bank-faults.ts'
import type { BankDispute } from '../../money/rails/dispute-rail.ts'
import type { Rails } from '../../money/rails/rails.ts'
import { findBooking, findReceived, readAtBank } from '../../money/transactions/read-transaction.ts'
import { isDamage } from '../../platform/db/database-faults.ts'
import { reportDefect } from '../../platform/db/defects.ts'
import { closeListedInFull, keepUnreadable } from './keep-unreadable.ts'
import {
  DamagedMerchant,
  type Needs as PaymentNeeds,
  recordReceivedPayment,
  notNow,
} from './record-received-payment.ts'

export type Needs = OpenNeeds & EndNeeds & PaymentNeeds

/**
 * Records the cases a bank reports: opens new ones, forwards defences and closes decided ones. Undecided cases are read
 * however old they are; a case that fails does not block the others, and its error is thrown at the end.
 */
export async function recordDisputes(needs: Needs, rails: Rails): Promise<void> {
  if (rails.disputes === null) return
  const until = needs.clock()
  const since = (await oldestReportedBy(needs, rails.connectionId)) ?? until
  const from = new Date(Math.min(since.getTime(), until.getTime()) - longestCaseMs)
  let fault: unknown = null
  const later = (error: unknown) => void (fault ??= error)
  // The cases of others are read, and those of a damaged merchant again when it can be.
  const suspendOr = (merchantOf: () => Promise<string | null>) => async (error: unknown) => {
    const merchantId = isDamage(error) || error instanceof DamagedMerchant ? await merchantOf() : null
    if (merchantId === null) return later(error)
    reportDefect('background work', error)
    await needs.suspendDamaged(merchantId, error)
  }
  const accepted: Dispute[] = []
  const listed = new Set<string>()
  try {
    for await (const reported of rails.disputes.listDisputes({ from, until })) {
      listed.add(reported.reference)
      const merchantOf = async () => (await findBooking(needs, reported.endToEndId))?.merchantId ?? null
      const one = await recordDispute(needs, rails, reported).catch(suspendOr(merchantOf))
      if (one) accepted.push(one)
    }
  } catch (error) {
    if (!(error instanceof UnreadableRows)) throw error
    if ((await keepUnreadable(needs, rails.connectionId, 'disputeUnreadable', error.rows)) > 0) later(error)
    for (const { name } of error.rows) if (name !== null) listed.delete(name)
  }
  await closeListedInFull(needs, rails.connectionId, 'disputeUnreadable', reference => listed.has(reference))
  // Last and those of a payment together: returns do not say which case they are for.
  for (const ofPayment of Map.groupBy(accepted, ({ transactionId }) => transactionId).values())
    await endAccepted(needs, ofPayment).catch(suspendOr(async () => ofPayment[0]?.merchantId ?? null))
  if (fault !== null) throw fault
}

/** Returns the dispute if it is undecided here and accepted by the bank. */
async function recordDispute(needs: Needs, rails: Rails, reported: BankDispute): Promise<Dispute | null> {
  const { endToEndId, reference: bankReference } = reported
  const transaction = await findReceived(needs, endToEndId)
  if (transaction === null || transaction.connectionId !== rails.connectionId) return null
  const { merchantId, id: transactionId } = transaction
  const known = await findDispute(needs, { merchantId, connectionId: rails.connectionId, bankReference })
  if (known === null) {
    const { reason, details, amount } = reported
    const answerUntil = reported.answerUntil ?? undefined
    const input = { merchantId, transactionId, bankReference, reason, details, amount, answerUntil }
    if (reported.state === 'open') await openDispute(needs, { ...input, openedBy: 'bank' })
    return null
  }
  if (!isUndecided(known.state)) return null
  if (reported.state === 'released')
    await releaseDispute(needs, { merchantId, disputeId: known.id, cause: 'BankReleased' })
  if (reported.state === 'accepted') {
    if (transaction.state === 'Completed') await recordReturn(needs, rails, reported)
    return known
  }
  // The bank may not have taken it the last time: it is handed on until the bank has said yes or no.
  if (reported.state !== 'open' || known.defence === null || reported.isDefended || known.defenceRefusal !== null)
    return null
  const refusal = (await rails.disputes?.sendDefence(bankReference, known.defence)) ?? null
  if (refusal !== null) await keepDefenceRefusal(needs, known, refusal)
  return null
}

/** The bank has decided to return the money, and does so by itself: the books may not have the return yet. */
async function recordReturn(needs: Needs, rails: Rails, { endToEndId }: BankDispute): Promise<void> {
  const payment = await readAtBank(needs, rails, endToEndId)
  if (payment !== null) await recordReceivedPayment(needs, rails, payment).catch(notNow)
}
