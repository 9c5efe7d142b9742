import { type Micros, formatAmount, parseAmount } from '../../platform/brazil/money.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import type { PlanForm } from './portal-schemas.ts'

export type Plan = Pick<Merchant, 'chargeFixed' | 'chargeRate'>

/** A decimal that may be zero, as whole millionths; the form has been checked. */
export const millionths = (text: string): Micros => (/[1-9]/.test(text) ? parseAmount(text) : 0n)

/** Millionths of a percent and millionths of a real read alike. */
export const readPlan = ({ fixed, percent }: PlanForm): Plan => ({
  chargeFixed: millionths(fixed),
  chargeRate: millionths(percent),
})

export const planView = ({ chargeFixed, chargeRate }: Plan) => ({
  fixed: formatAmount(chargeFixed),
  percent: formatAmount(chargeRate),
})
