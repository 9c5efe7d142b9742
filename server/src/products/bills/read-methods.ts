import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { type Needs, bankFor } from '../../money/rails/choose-bank.ts'
import { nullIfNotConnected } from '../../money/rails/rails-of.ts'
import { type BillMethod, billMethods } from './bill.ts'

/** How bills of a merchant can be paid, and whether their boletos need the district of the payer's address. */
export type BillMethods = { methods: BillMethod[]; needsDistrict: boolean }

/** Boletos only at a bank that registers them. */
export async function readMethods(
  needs: Needs & { readMerchant: ReadMerchant },
  merchantId: string,
): Promise<BillMethods> {
  const rails = await bankFor(needs, await needs.readMerchant(merchantId), 'boletos').catch(nullIfNotConnected)
  return rails?.boletos
    ? { methods: [...billMethods], needsDistrict: rails.boletos.needsDistrict }
    : { methods: ['pix'], needsDistrict: false }
}
