import { dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import type { KeyLimit } from '../../money/transactions/limits/summed-limits.ts'
import { limitsAt } from '../../tenancy/merchants/limits.ts'
import { rulesAt } from '../../tenancy/merchants/payout-rules.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'

const newForMs = 24 * 60 * 60_000

/** What an access key may pay out without people. */
export function keyLimitsOf(merchant: Merchant, keySince: Date | null, at: Date): KeyLimit[] {
  const limits: KeyLimit[] = []
  const { newKeyLimit } = rulesAt(merchant, at)
  if (newKeyLimit !== null && keySince !== null && at.getTime() - keySince.getTime() < newForMs)
    limits.push({ what: 'of an access key in its first 24 hours', since: keySince, most: newKeyLimit })
  const { keyDailyLimit } = limitsAt(merchant, at)
  if (keyDailyLimit !== null)
    limits.push({ what: 'of an access key per day', since: startOfDay(dayOf(at)), most: keyDailyLimit })
  return limits
}
