import { type Micros, percentOf } from '../../platform/brazil/money.ts'

/** A merchant's billing plan: a fixed part in whole cents, and a percentage in millionths of a percent. */
export type BillingPlan = { chargeFixed: Micros; chargeRate: bigint }

/** Fixed part plus percentage, the percentage rounded half up to the cent. */
export const chargesFor = (plan: BillingPlan, amount: Micros): Micros =>
  plan.chargeFixed + percentOf(amount, plan.chargeRate)

/** Of money that comes in: never more than has come, so that nobody is poorer for having been paid. */
export function chargesForIncoming(plan: BillingPlan, amount: Micros): Micros {
  const charges = chargesFor(plan, amount)
  return charges < amount ? charges : amount
}
