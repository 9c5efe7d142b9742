/** What a bank can be ordered to do. */
export const orderKinds = ['payout', 'return', 'cancellation', 'initiation'] as const
export type OrderKind = (typeof orderKinds)[number]

export type OrderId = { merchantId: string; id: string }

/** A new bank order; `id` is also our id at the bank. */
export type NewOrder = OrderId & {
  kind: OrderKind
  transactionId: string
  /** The refund or the consent it belongs to. */
  subject: string | null
  connectionId: string | null
  createdAt: Date
  /** Until then it is leased to the process that places it, which takes the first step at once. */
  nextStepAt: Date
}

/**
 * An order leased to this process. `attempts` includes this one and fences it, because a later claim has a higher
 * number; `step` is the position in the schedule, from 1.
 */
export type ClaimedOrder = NewOrder & {
  attempts: number
  step: number
  lane: string
  bankReference: string | null
  causeFromNotice: string | null
}
