import type { Sql } from '../../platform/db/db.ts'
import { readBalance } from '../../money/ledger/read-balance.ts'
import { readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { awaitsOwner } from './invite-owner.ts'
import type { MerchantDetail } from './portal-schemas.ts'
import { merchantDetail } from './views.ts'

/** A merchant as its operators see it, as it is this moment. */
export async function readMerchantDetail(
  needs: { sql: Sql; clock: () => Date },
  merchantId: string,
): Promise<MerchantDetail> {
  const merchant = await readMerchantNow(needs, merchantId)
  const { available, held, blocked, total } = await readBalance(needs, merchantId)
  return merchantDetail(merchant, {
    balance: { available, held, blocked, total },
    awaitsOwner: await awaitsOwner(needs, merchantId),
  })
}
