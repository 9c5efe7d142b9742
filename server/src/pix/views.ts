import type { PublicAddresses } from '../lib/public-addresses.ts'
import type { Transaction } from '../transactions/transaction.ts'

/** The amount is written as it was requested. */
export const createdView = (t: Transaction, requestedAmount: string) => ({
  id: t.id,
  orderId: t.orderId,
  date: t.createdAt.toISOString(),
  state: t.state,
  amount: requestedAmount,
})

export const cashInView = (t: Transaction, requestedAmount: string, addresses: PublicAddresses) => ({
  transaction: createdView(t, requestedAmount),
  payment: { qrCode: t.qrCode ?? '', qrCodeLocation: addresses.qrCode(t.merchantId, t.id) },
})
