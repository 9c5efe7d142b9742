import { type Dispute, isUndecided } from '../../products/disputes/states.ts'
import { type Needs as EndNeeds, endAccepted, releaseDispute } from '../../products/disputes/end-dispute.ts'
import { keepDefenceRefusal } from '../../products/disputes/defend-dispute.ts'
import { type Needs as OpenNeeds, openDispute } from '../../products/disputes/open-dispute.ts'
import { findDispute, oldestToldBy } from '../../products/disputes/read-dispute.ts'
import type { BankDispute, Rails } from '../../money/rails/rails.ts'
import { findInitiated, findReceived } from '../../money/transactions/read-transaction.ts'
import { type Needs as PaymentNeeds, recordReceivedPayment, notNow } from './record-received-payment.ts'

export type Needs = OpenNeeds & EndNeeds & PaymentNeeds

/** A case is opened, answered and decided within some eleven days. */
const openForMs = 15 * 24 * 60 * 60_000

/**
 * What a bank says of its cases: those that are new are opened here, answers are handed on, and what is over ends. Of one
 * that is not over the bank is asked however old it is. One case that cannot be taken does not keep those after it away,
 * and is thrown in the end.
 */
export async function recordDisputes(needs: Needs, rails: Rails): Promise<void> {
  if (rails.disputes === null) return
  const until = needs.clock()
  const since = (await oldestToldBy(needs, rails.connectionId)) ?? until
  const from = new Date(Math.min(since.getTime(), until.getTime()) - openForMs)
  let fault: unknown = null
  const later = (error: unknown) => void (fault ??= error)
  const accepted: Dispute[] = []
  for await (const told of rails.disputes.listDisputes({ from, until })) {
    const one = await recordDispute(needs, rails, told).catch(later)
    if (one) accepted.push(one)
  }
  // Last and those of a payment together: returns do not say which case they are for.
  for (const ofPayment of Map.groupBy(accepted, ({ transactionId }) => transactionId).values())
    await endAccepted(needs, ofPayment).catch(later)
  if (fault !== null) throw fault
}

/** Answers the dispute if it is undecided here and accepted by the bank. */
async function recordDispute(needs: Needs, rails: Rails, told: BankDispute): Promise<Dispute | null> {
  const { endToEndId, reference: bankReference } = told
  const transaction = (await findReceived(needs, endToEndId)) ?? (await findInitiated(needs, endToEndId))
  if (transaction === null || transaction.connectionId !== rails.connectionId) return null
  const { merchantId, id: transactionId } = transaction
  const known = await findDispute(needs, { merchantId, connectionId: rails.connectionId, bankReference })
  if (known === null) {
    const { reason, details, amount } = told
    const answerUntil = told.answerUntil ?? undefined
    const wanted = { merchantId, transactionId, bankReference, reason, details, amount, answerUntil }
    if (told.state === 'open') await openDispute(needs, { ...wanted, openedBy: 'bank' })
    return null
  }
  if (!isUndecided(known.state)) return null
  if (told.state === 'released') await releaseDispute(needs, { merchantId, disputeId: known.id, cause: 'BankReleased' })
  if (told.state === 'accepted') {
    if (transaction.state === 'Completed') await hearOfReturn(needs, rails, told)
    return known
  }
  // The bank may not have taken it the last time: it is handed on until the bank has said yes or no.
  if (told.state !== 'open' || known.defence === null || told.isDefended || known.defenceRefusal !== null) return null
  const refusal = (await rails.disputes?.sendDefence(bankReference, known.defence)) ?? null
  if (refusal !== null) await keepDefenceRefusal(needs, known, refusal)
  return null
}

/** The bank has decided to return the money, and does so by itself: maybe nobody has heard of it yet. */
async function hearOfReturn(needs: Needs, rails: Rails, { endToEndId }: BankDispute): Promise<void> {
  const payment = (await rails.received?.readReceived(endToEndId)) ?? null
  if (payment !== null) await recordReceivedPayment(needs, rails, payment).catch(notNow)
}
