import { ApiError } from '../../../platform/http/errors.ts'
import { type Micros, formatAmount } from '../../../platform/brazil/money.ts'
import { limitsAt } from '../../../tenancy/merchants/limits.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { Operation } from '../operations.ts'

/** The most a merchant may send, and since when it is so. Days and hours are of São Paulo. */
export type Limits = {
  perPayment: Micros | null
  perDay: Micros | null
  perNight: Micros | null
  perRecipient: Micros | null
  newRecipient: Micros | null
  nightFrom: number
  nightUntil: number
  newRecipientHours: number
  setAt: Date
}

/** What counts together: a withdrawal against the limits of cash-outs. */
export const outflowOf = (operation: Operation): 'companyPayment' | 'pixCashOut' =>
  operation === 'companyPayment' ? 'companyPayment' : 'pixCashOut'

/** Null where there is nothing to check, as for most merchants. */
export function limitsOf(merchant: Merchant, operation: Operation, at: Date): Limits | null {
  const limits = limitsAt(merchant, at)
  const isCompany = outflowOf(operation) === 'companyPayment'
  // A withdrawal goes to the merchant itself, which is no recipient.
  const toOthers = operation === 'withdrawal' ? noRecipientLimits : limits
  const amounts = {
    perPayment: isCompany ? limits.companyPaymentLimit : limits.cashOutLimit,
    perDay: isCompany ? limits.companyPaymentDailyLimit : limits.cashOutDailyLimit,
    perNight: limits.nightLimit,
    perRecipient: toOthers.recipientDailyLimit,
    newRecipient: toOthers.newRecipientLimit,
  }
  if (Object.values(amounts).every(amount => amount === null)) return null
  const { nightFrom, nightUntil, newRecipientHours } = limits
  return { ...amounts, nightFrom, nightUntil, newRecipientHours, setAt: merchant.limitsSetAt }
}

const noRecipientLimits = { recipientDailyLimit: null, newRecipientLimit: null }

/** The refusal of a payment that is too large by itself; null when it is not. */
export function tooLarge(amount: Micros, limits: Limits | null): ApiError | null {
  if (limits === null || limits.perPayment === null || amount <= limits.perPayment) return null
  return new ApiError('LimitExceeded', { message: `the limit per payment is ${formatAmount(limits.perPayment)}` })
}

/** The refusal of a payment that is too large after what was sent today; null when it is not. */
export const tooMuch = (amount: Micros, sent: Micros, limits: Limits | null): ApiError | null =>
  limits === null || limits.perDay === null ? null : beyond(amount, sent, limits.perDay, 'per day')

/** The refusal of an amount that does not fit beside what was sent before; null when it does. */
export function beyond(amount: Micros, sent: Micros, most: Micros, what: string): ApiError | null {
  if (sent + amount <= most) return null
  const left = sent < most ? most - sent : 0n
  const message = `the limit ${what} is ${formatAmount(most)}, ${formatAmount(sent)} was sent, ${formatAmount(left)} is left`
  return new ApiError('LimitExceeded', { message })
}
