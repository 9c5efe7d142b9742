import { type BankException, readWithoutTransaction } from '../../money/bank-orders/exceptions.ts'
import { unavailableToPerson } from '../../money/rails/bank-faults.ts'
import type { PayoutRail, SentPayout } from '../../money/rails/rails.ts'
import { findRails } from '../../money/rails/rails-of.ts'
import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import { formatAmountShort } from '../../platform/brazil/money.ts'
import { addDays, dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { differenceOfUnknown, findSent, recordSent } from '../banks/record-unknown-payout.ts'
import type { Needs } from './ask-bank.ts'

const otherwise = (message: string) => new ApiError('BankReportsOtherwise', { message })

/**
 * Refuses to settle a payout with an end-to-end id under which no bank has sent its amount, or has it in process only.
 * Reconciliation may have found that payment already, at this bank or another, which is asked; else the bank of the payout is.
 */
export async function verifySent(needs: Needs, { merchantId, transactionId }: BankException, endToEndId: string) {
  if (transactionId === null) return
  const payout = await needs.readTransaction(merchantId, transactionId)
  const found = await readWithoutTransaction(needs.sql, null, endToEndId)
  const reported = found.findLast(({ kind, amount }) => kind === 'payout' && amount !== null && amount > 0n)
  const at = reported ?? { connectionId: payout.connectionId, sentTo: null }
  const sent = await readSent(needs, { ...at, endToEndId, since: payout.createdAt })
  const amount = sent === 'cannotAsk' ? (reported?.amount ?? null) : requireSent(sent, endToEndId).amount
  if (amount !== null && amount !== payout.amount) throw otherwise(`the bank has sent no such payout as ${endToEndId}`)
}

/**
 * Refuses to book a payout that only the bank knows, or what has come back of it, where the bank itself, asked now, reports
 * otherwise. The exception then has what it reports. A bank that cannot be asked refuses nothing: the person has its evidence.
 */
export async function verifyUnknown(needs: Needs, exception: BankException): Promise<void> {
  const { connectionId, sentTo, said, createdAt } = exception
  const endToEndId = exception.endToEndId ?? ''
  const since = sentTo === null ? createdAt : new Date(sentTo.at)
  const found = await readSent(needs, { connectionId, sentTo, endToEndId, since })
  if (found === 'cannotAsk') return
  const sent = requireSent(found, endToEndId)
  const difference = await differenceOfUnknown(needs, sent)
  if (difference?.said.value === said.value) return
  if (connectionId !== null) await recordSent(needs, connectionId, sent)
  const [whole, back] = [formatAmountShort(sent.amount), formatAmountShort(sent.returnedAmount)]
  throw otherwise(`the bank reports ${whole} as sent and ${back} of it as returned by now`)
}

function requireSent(sent: SentPayout | null, endToEndId: string): SentPayout {
  if (sent === null) throw otherwise(`the bank has sent no such payout as ${endToEndId}`)
  if (sent.isInProcess) throw otherwise(`the bank reports the payout ${endToEndId} as in process`)
  return sent
}

type AtBank = Pick<BankException, 'connectionId' | 'sentTo'> & { endToEndId: string; since: Date }

/** What its bank, asked now, says of a payout. Null: it has not sent it. */
async function readSent(
  needs: Needs,
  { connectionId, sentTo, endToEndId, since }: AtBank,
): Promise<SentPayout | null | 'cannotAsk'> {
  if ((await findRails(needs.railsOf, connectionId)) === null) return 'cannotAsk'
  const rails = await needs.railsOf(connectionId)
  const { payouts } = rails
  const reference = sentTo?.reference ?? null
  // A bank that is asked by a reference of its own finds an end-to-end id in its list only.
  const isListed = payouts?.isAskedByReference === true && payouts.listSent !== undefined && reference === null
  if (payouts === null || (!isListed && payouts.findSent === undefined)) return 'cannotAsk'
  const asked = isListed
    ? findListed(payouts, endToEndId, { from: since, until: needs.clock() })
    : findSent(rails, { bankOrderId: null, bankReference: reference ?? endToEndId, endToEndId })
  return asked.catch(unavailableToPerson)
}

/** So far back it is looked for; a person asks no bank for more. */
const mostDays = 30

async function findListed(rail: PayoutRail, endToEndId: string, { from, until }: { from: Date; until: Date }) {
  const first = startOfDay(addDays(dayOf(until), -mostDays))
  const since = startOfDay(dayOf(from))
  for await (const sent of rail.listSent?.({ from: since < first ? first : since, until }) ?? [])
    if (paymentKey(sent.endToEndId) === paymentKey(endToEndId)) return sent
  return null
}
