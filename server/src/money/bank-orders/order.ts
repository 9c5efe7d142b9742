/** What a bank can be ordered to do. */
export const orderKinds = [
  'payout',
  'return',
  'cancellation',
  'initiation',
  'registration',
  'settlement',
  'change',
] as const
export type OrderKind = (typeof orderKinds)[number]

export type OrderId = { merchantId: string; id: string }

/** A new bank order; `id` is also our id at the bank. */
export type NewOrder = OrderId & {
  kind: OrderKind
  transactionId: string
  /** The refund or the consent it belongs to, or the boleto, by its bank's id, of a bill that it does not pay. */
  subject: string | null
  connectionId: string | null
  createdAt: Date
  /** Until then it is leased to the process that places it, which takes the first step at once. */
  nextStepAt: Date
  /** Of a payout, where its bank can use the look-up that was made before. */
  keyLookUp?: string | null
}

/** An order leased to this process. `attempts` fences it: a later claim has a higher one. `step` counts from 1. */
export type ClaimedOrder = NewOrder & {
  attempts: number
  deferrals: number
  step: number
  /** How many steps in a row the bank has refused with a 4xx, other than as a final result. */
  refusals: number
  /** Its bank gave no answer to the step before. */
  isBankAway: boolean
  /** Of the steps without a useful answer since the last one that had it, when the first was. */
  unansweredSince: Date | null
  lane: string
  bankReference: string | null
  causeFromNotice: string | null
  wordsFromNotice: string | null
}

/** How an order waits for its next step. */
export type Postponed = {
  nextStepAt: Date
  isBankAway?: boolean
  isUnsent?: boolean
  isDeferred?: boolean
  refusals?: number
}

/** Whether nothing of the order can have reached the bank before this attempt. */
export const isFirstCall = ({ attempts, deferrals }: Pick<ClaimedOrder, 'attempts' | 'deferrals'>): boolean =>
  attempts - deferrals === 1
