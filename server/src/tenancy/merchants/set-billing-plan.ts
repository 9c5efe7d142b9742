import { ApiError } from '../../platform/http/errors.ts'
import type { ChangeNeeds } from './read-merchant.ts'
import { type Merchant, updatePlan } from './sql.ts'

/** What a merchant is charged from now on; payments that exist keep the plan they were made under. */
export async function setBillingPlan(
  needs: ChangeNeeds,
  { merchantId, ...plan }: { merchantId: string } & Pick<Merchant, 'chargeFixed' | 'chargeRate'>,
): Promise<void> {
  if (!(await updatePlan(needs.sql, merchantId, plan))) throw new ApiError('MerchantNotFound')
  needs.readMerchant?.forget(merchantId)
}
