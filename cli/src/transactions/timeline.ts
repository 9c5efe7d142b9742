import type { Delivery, Refund, Transaction } from '@trilho/sdk'
import { nobodysAddress, showAddress } from '../payments/webhook-address.ts'
import { plain, showAmount } from '../terminal/words.ts'

export type Moment = { date: string; state: string; text: string }

const dates = [
  ['Registered', 'stateRegisteredDate'],
  ['Completed', 'stateCompletedDate'],
  ['Cancelled', 'stateCancelledDate'],
  ['Refunded', 'stateRefundDate'],
  ['Reversed', 'stateReversedDate'],
  ['Error', 'stateErrorDate'],
] as const

/** What has happened to a transaction, oldest first: its states, its refunds, and what became of its webhooks. */
export function timelineOf(transaction: Transaction, refunds: Refund[], deliveries: Delivery[]): Moment[] {
  return [...statesOf(transaction), ...refunds.flatMap(refundMoments), ...deliveries.map(deliveryMoment)].sort((a, b) =>
    a.date.localeCompare(b.date),
  )
}

function statesOf(transaction: Transaction): Moment[] {
  const { date, stateErrorCause: cause, stateRegisteredDate: registered } = transaction
  // A cash-in is born registered; a cash-out is created first.
  const birth = date === registered ? [] : [{ date, state: 'Created', text: '' }]
  const changes = dates.flatMap(([state, field]) => {
    const at = transaction[field]
    // Partial refunds are listed one by one.
    if (state === 'Refunded' && transaction.state !== 'Refunded') return []
    return at ? [{ date: at, state, text: state === 'Error' ? (cause ?? '') : '' }] : []
  })
  return transaction.state === 'Created' ? [{ date, state: 'Created', text: '' }] : [...birth, ...changes]
}

function refundMoments({ refundId, amount, state, cause, date, endDate }: Refund): Moment[] {
  const text = `refund of ${showAmount(amount)} (${plain(refundId)})`
  const asked = { date, state: 'Processing', text: `${text} asked for` }
  if (endDate === null) return [asked]
  return [asked, { date: endDate, state, text: `${text}${cause === null ? '' : `: ${cause}`}` }]
}

function deliveryMoment({ id, transactionState, event, url, status, lastAnswer, ...delivery }: Delivery): Moment {
  const { attemptCount, lastAttemptDate, creationDate } = delivery
  const tries = attemptCount > 1 ? ` after ${attemptCount} attempts` : ''
  const answer = lastAnswer === null || url === nobodysAddress ? '' : `: ${plain(lastAnswer)}`
  const text = `webhook ${transactionState ?? event} to ${showAddress(url)}${answer}${tries} (${id})`
  return { date: lastAttemptDate ?? creationDate, state: status, text }
}
