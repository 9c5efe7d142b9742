import type { Sql } from '../db/db.ts'
import { ApiError } from '../http/errors.ts'
import { type Merchant, updatePlan } from './sql.ts'

/** What a merchant is charged from now on; payments that exist keep the plan they were made under. */
export async function setBillingPlan(
  needs: { sql: Sql },
  { merchantId, ...plan }: { merchantId: string } & Pick<Merchant, 'chargeFixed' | 'chargeRate'>,
): Promise<void> {
  if (!(await updatePlan(needs.sql, merchantId, plan))) throw new ApiError('MerchantNotFound')
}
