import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { DueChargeRequest } from '../../money/rails/rails.ts'
import { taxNumberOf } from '../../money/transactions/counterparty.ts'
import { type WholeBill, endOf } from './bill.ts'
import { storedTermsOf } from './read-terms.ts'

/** What a bank is sent of a stored bill. */
export async function billAtBank(needs: { readMerchant: ReadMerchant }, bill: WholeBill): Promise<DueChargeRequest> {
  const { merchantId, id, counterparty, payerContact } = bill
  const merchant = await needs.readMerchant(merchantId)
  return {
    ...storedTermsOf(bill),
    merchantId,
    merchantNumber: merchant.number,
    transactionId: id,
    receiver: merchant,
    payer: { ...payerContact, taxNumber: taxNumberOf(counterparty) ?? '', name: counterparty?.name ?? '' },
    message: bill.orderDescription,
    expiresAt: endOf(bill.payableUntil),
  }
}
