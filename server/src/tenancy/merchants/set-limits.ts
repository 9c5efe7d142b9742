import { ApiError } from '../../platform/http/errors.ts'
import type { ChangeNeeds } from './read-merchant.ts'
import { type Limits, updateLimits } from './sql.ts'

export type { Limits } from './sql.ts'

/** The most a merchant may send; null: as much as it has. Holds everywhere within a few seconds. */
export async function setLimits(
  needs: ChangeNeeds & { clock: () => Date },
  { merchantId, ...limits }: { merchantId: string } & Limits,
): Promise<void> {
  if (!(await updateLimits(needs.sql, merchantId, limits, needs.clock()))) throw new ApiError('MerchantNotFound')
  needs.readMerchant?.forget(merchantId)
}
