import { amountOrNull, formatAmount, type Micros } from '../../../platform/brazil/money.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { limitsAt } from '../../../tenancy/merchants/limits.ts'
import { clockOf } from '../../../tenancy/merchants/merchant-clock.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import { readSentToday } from './open-outflows.ts'
import type { LimitsData } from './schemas.ts'

const sendingOf = (perTransaction: Micros | null, perDay: Micros | null, sentToday: Micros) => ({
  perTransaction: amountOrNull(perTransaction),
  perDay: amountOrNull(perDay),
  sentToday: formatAmount(sentToday),
  usedPercent: perDay === null ? null : Number(least(100n, (sentToday * 100n) / perDay)),
})

const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** The most a merchant may send as of now, and what it has sent today. */
export async function readLimits(needs: { sql: Sql; clock: () => Date }, merchant: Merchant) {
  const now = clockOf(needs, merchant)
  const limits = limitsAt(merchant, now)
  const { limitsRaisedAt: raisedAt } = merchant
  const [cashOuts, companyPayments] = await Promise.all([
    readSentToday(needs, merchant.id, 'pixCashOut', now),
    readSentToday(needs, merchant.id, 'companyPayment', now),
  ])
  return {
    cashOuts: sendingOf(limits.cashOutLimit, limits.cashOutDailyLimit, cashOuts),
    companyPayments: sendingOf(limits.companyPaymentLimit, limits.companyPaymentDailyLimit, companyPayments),
    perNight: amountOrNull(limits.nightLimit),
    perRecipient: amountOrNull(limits.recipientDailyLimit),
    newRecipient: amountOrNull(limits.newRecipientLimit),
    perKey: amountOrNull(limits.keyDailyLimit),
    nightFrom: limits.nightFrom,
    nightUntil: limits.nightUntil,
    newRecipientHours: limits.newRecipientHours,
    raisedAt: raisedAt !== null && raisedAt > now ? raisedAt.toISOString() : null,
  } satisfies LimitsData
}
