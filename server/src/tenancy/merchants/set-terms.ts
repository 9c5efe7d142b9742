import { ApiError } from '../../platform/http/errors.ts'
import type { ChangeNeeds } from './read-merchant.ts'
import { type Limits, type Merchant, updateConnection, updateLimits, updatePlan, updatePolicy } from './sql.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Micros } from '../../platform/brazil/money.ts'

/** What a merchant is charged from now on; existing payments stay under the plan they were made with. */
export async function setBillingPlan(
  needs: ChangeNeeds,
  { merchantId, ...plan }: { merchantId: string } & Pick<Merchant, 'chargeFixed' | 'chargeRate'>,
): Promise<void> {
  if (!(await updatePlan(needs.sql, merchantId, plan))) throw new ApiError('MerchantNotFound')
  needs.readMerchant?.forget(merchantId)
}

export type { Limits } from './sql.ts'

/** The most a merchant may send; null: no limit but its balance. Takes effect everywhere within a few seconds. */
export async function setLimits(
  needs: ChangeNeeds & { clock: () => Date },
  { merchantId, ...limits }: { merchantId: string } & Limits,
): Promise<void> {
  if (!(await updateLimits(needs.sql, merchantId, limits, needs.clock()))) throw new ApiError('MerchantNotFound')
  needs.readMerchant?.forget(merchantId)
}

type NewPolicy = {
  merchantId: string
  /** How many of the merchant's people must approve, besides the requester. */
  approversNeeded: number
  /** Above this amount the operator must approve, too; null: never. */
  operatorApprovesAbove: Micros | null
}

/** Who must approve a merchant's payments, from the next decision on. */
export async function setApprovalPolicy(needs: { sql: Sql }, { merchantId, ...policy }: NewPolicy): Promise<void> {
  await updatePolicy(needs.sql, merchantId, policy)
}

/** The bank of a merchant's next payments; null: the default one. Payments in progress stay with their bank. */
export async function assignConnection(
  needs: ChangeNeeds,
  { merchantId, connectionId }: { merchantId: string; connectionId: string | null },
): Promise<void> {
  if (!(await updateConnection(needs.sql, merchantId, connectionId))) throw new ApiError('MerchantNotFound')
  needs.readMerchant?.forget(merchantId)
}
