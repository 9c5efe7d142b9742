import type { Micros } from '../../platform/brazil/money.ts'
import { type BillingPlan, chargesFor } from '../../money/ledger/charges.ts'

const cent = 10_000n
const wholePercent = 100_000_000n

/** The largest amount in whole cents that a balance pays together with its charges; zero where there is none. */
export function maxWithdrawal(plan: BillingPlan, available: Micros): Micros {
  const guess = ((available - plan.chargeFixed) * wholePercent) / (wholePercent + plan.chargeRate)
  // Charges are rounded to the cent: the guess is a cent too high at most.
  let amount = (guess / cent + 1n) * cent
  while (amount > 0n && amount + chargesFor(plan, amount) > available) amount -= cent
  return amount > 0n ? amount : 0n
}
