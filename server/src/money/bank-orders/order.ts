/** What a bank can be asked to do. */
export const orderKinds = ['payout', 'return', 'cancellation', 'initiation'] as const
export type OrderKind = (typeof orderKinds)[number]

export type OrderId = { merchantId: string; id: string }

/** A bank order as it is placed: `id` is also our id at the bank. */
export type NewOrder = OrderId & {
  kind: OrderKind
  transactionId: string
  /** The refund, or the consent, it is for. */
  subject: string | null
  connectionId: string | null
  createdAt: Date
  /** Until then it belongs to the process that places it and takes the first step at once. */
  nextStepAt: Date
}

/**
 * One that is leased to us. `attempts` counts this time too, and fences it: a later claim has a higher number. `step` is
 * the place in the schedule, from 1.
 */
export type ClaimedOrder = NewOrder & {
  attempts: number
  step: number
  lane: string
  bankReference: string | null
  causeFromNotice: string | null
}
