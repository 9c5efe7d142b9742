import type { statesInEvents } from '../states.ts'
import { maskCpfsIn } from '../../../platform/brazil/tax-number.ts'
import { shownRequest } from './shown-request.ts'
import type { Delivery, KeptAttempt } from './sql.ts'

const dated = (date: Date | null) => (date === null ? null : date.toISOString())

/** An item of the list. An event that is being sent, or waits for an earlier one, has no date for its next attempt. */
export function deliveryView(delivery: Delivery) {
  const { transactionState, event } = JSON.parse(delivery.payload) as {
    transactionState?: (typeof statesInEvents)[number]
    event?: string
  }
  return {
    id: delivery.id,
    transactionId: delivery.transactionId,
    transactionState: transactionState ?? null,
    event: event ?? null,
    url: delivery.url,
    status: delivery.status,
    attemptCount: delivery.attempts,
    lastAttemptDate: dated(delivery.lastAttemptAt),
    lastAnswer: delivery.lastAnswer,
    nextAttemptDate: delivery.stage === 'Due' ? dated(delivery.nextAttemptAt) : null,
    creationDate: delivery.createdAt.toISOString(),
  }
}

export const deliveryDetailView = (delivery: Delivery, attempts: readonly KeptAttempt[]) => ({
  ...deliveryView(delivery),
  payload: JSON.parse(delivery.payload) as Record<string, unknown>,
  attempts: attempts.map(attempt => ({
    number: attempt.number,
    date: attempt.at.toISOString(),
    outcome: attempt.outcome,
    httpStatus: attempt.httpStatus,
    latencyMs: attempt.latencyMs,
    answer: attempt.answer,
    error: attempt.error,
    nextAttemptDate: dated(attempt.nextAttemptAt),
  })),
})

/** The same for people: the call as it is sent, with documents masked. */
export function portalDeliveryView(delivery: Delivery, attempts: readonly KeptAttempt[]) {
  const { payload: _, attempts: shown, ...view } = deliveryDetailView(delivery, attempts)
  return {
    ...view,
    request: shownRequest(delivery),
    attempts: shown.map(attempt => ({
      ...attempt,
      answer: attempt.answer === null ? null : maskCpfsIn(attempt.answer),
    })),
  }
}
