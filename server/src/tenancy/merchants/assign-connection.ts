import { ApiError } from '../../platform/http/errors.ts'
import type { ChangeNeeds } from './read-merchant.ts'
import { updateConnection } from './sql.ts'

/** The bank of a merchant's next payments; null: the default one. Payments under way stay with their own. */
export async function assignConnection(
  needs: ChangeNeeds,
  { merchantId, connectionId }: { merchantId: string; connectionId: string | null },
): Promise<void> {
  if (!(await updateConnection(needs.sql, merchantId, connectionId))) throw new ApiError('MerchantNotFound')
  needs.readMerchant?.forget(merchantId)
}
