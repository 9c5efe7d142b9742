import { ApiError } from '../../../platform/http/errors.ts'
import { type Micros, formatAmount } from '../../../platform/brazil/money.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { Operation } from '../states.ts'

/** The most a merchant may send in one payment and in one day of São Paulo, and since when it is so. */
export type Limits = { perPayment: Micros | null; perDay: Micros | null; setAt: Date }

/** What counts together: a withdrawal against the limits of cash-outs. */
export const outflowOf = (operation: Operation): 'companyPayment' | 'pixCashOut' =>
  operation === 'companyPayment' ? 'companyPayment' : 'pixCashOut'

/** Null where there is nothing to check, as for most merchants. */
export function limitsOf(merchant: Merchant, operation: Operation): Limits | null {
  const { cashOutLimit, cashOutDailyLimit, companyPaymentLimit, companyPaymentDailyLimit, limitsSetAt } = merchant
  const [perPayment, perDay] =
    outflowOf(operation) === 'companyPayment'
      ? [companyPaymentLimit, companyPaymentDailyLimit]
      : [cashOutLimit, cashOutDailyLimit]
  return perPayment === null && perDay === null ? null : { perPayment, perDay, setAt: limitsSetAt }
}

/** The refusal of a payment that is too large by itself; null when it is not. */
export function tooLarge(amount: Micros, limits: Limits | null): ApiError | null {
  if (limits === null || limits.perPayment === null || amount <= limits.perPayment) return null
  return new ApiError('LimitExceeded', { message: `the limit per payment is ${formatAmount(limits.perPayment)}` })
}

/** The refusal of a payment that is too large after what was sent today; null when it is not. */
export function tooMuch(amount: Micros, sent: Micros, limits: Limits | null): ApiError | null {
  if (limits === null || limits.perDay === null || sent + amount <= limits.perDay) return null
  const message = `the limit per day is ${formatAmount(limits.perDay)}, ${formatAmount(sent)} was sent today`
  return new ApiError('LimitExceeded', { message })
}
