import type { Needs as EndNeeds } from '../disputes/end-dispute.ts'
import { releaseDispute } from '../disputes/end-dispute.ts'
import { type Needs as OpenNeeds, openDispute } from '../disputes/open-dispute.ts'
import { findDispute } from '../disputes/read-dispute.ts'
import { isUndecided } from '../disputes/states.ts'
import { ApiError } from '../http/errors.ts'
import type { BankDispute, Rails } from '../rails/rails.ts'
import { findReceived } from '../transactions/read-transaction.ts'
import { type Needs as PaymentNeeds, hearOfPayment } from './hear-of-payment.ts'

export type Needs = OpenNeeds & EndNeeds & PaymentNeeds

/** A case is opened, answered and decided within some eleven days. */
const openForMs = 15 * 24 * 60 * 60_000

/** What a bank says of its cases: those that are new are opened here, answers are handed on, and what is over ends. */
export async function hearOfDisputes(needs: Needs, rails: Rails): Promise<void> {
  if (rails.disputes === null) return
  const until = needs.clock()
  for await (const dispute of rails.disputes.listDisputes({ from: new Date(until.getTime() - openForMs), until }))
    await hearOfDispute(needs, rails, dispute).catch(refused)
}

async function hearOfDispute(needs: Needs, rails: Rails, told: BankDispute): Promise<void> {
  const transaction = await findReceived(needs, told.endToEndId)
  if (transaction === null || transaction.connectionId !== rails.connectionId) return
  const { merchantId, id: transactionId } = transaction
  const { connectionId } = rails
  const known = await findDispute(needs, { merchantId, connectionId, bankReference: told.reference })
  if (known === null) {
    const { reference: bankReference, reason, details, amount } = told
    const answerUntil = told.answerUntil ?? undefined
    const wanted = { merchantId, transactionId, bankReference, reason, details, amount, answerUntil }
    if (told.state === 'open') await openDispute(needs, { ...wanted, openedBy: 'bank' })
    return
  }
  if (!isUndecided(known.state)) return
  if (told.state === 'released') await releaseDispute(needs, { merchantId, disputeId: known.id, cause: 'BankReleased' })
  if (told.state === 'accepted') await hearOfReturn(needs, rails, told)
  // The bank may not have taken it the last time: it is handed on until the bank says so.
  if (told.state === 'open' && known.defence !== null && !told.isDefended)
    await rails.disputes?.sendDefence(told.reference, known.defence)
}

/** The bank has decided to return the money, and has done so by itself: that ends the dispute. */
async function hearOfReturn(needs: Needs, rails: Rails, { endToEndId }: BankDispute): Promise<void> {
  const payment = (await rails.received?.readReceived(endToEndId)) ?? null
  if (payment !== null) await hearOfPayment(needs, rails, payment)
}

/** One case that the books cannot take, of a payment that was refunded, does not keep those after it away. */
function refused(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
