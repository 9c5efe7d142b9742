import type { OfxAccount } from '../../platform/http/ofx.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'

export type AccountNeeds = { readMerchant: ReadMerchant; railsOf: RailsOf }

/** A merchant's account as OFX names it: its number here, at the bank that moves its money. */
export async function ofxAccountOf(needs: AccountNeeds, merchantId: string): Promise<OfxAccount> {
  const { connectionId, accountNumber, createdAt } = await needs.readMerchant(merchantId)
  const { ispb } = await needs.railsOf(connectionId)
  return { bankId: ispb, number: accountNumber, openedAt: createdAt }
}
