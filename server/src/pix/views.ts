import type { PublicAddresses } from '../http/public-addresses.ts'
import { birthOf } from '../transactions/states.ts'
import type { Transaction } from '../transactions/transaction.ts'

/** A repeated order is answered as the first was, whatever has become of it. The amount is written as it was requested. */
export const createdView = (t: Transaction, requestedAmount: string) => ({
  id: t.id,
  orderId: t.orderId,
  date: t.createdAt.toISOString(),
  state: birthOf(t.operation).to,
  amount: requestedAmount,
})

export const cashInView = (t: Transaction, requestedAmount: string, addresses: PublicAddresses) => ({
  transaction: createdView(t, requestedAmount),
  payment: { qrCode: t.qrCode ?? '', qrCodeLocation: addresses.qrCode(t.merchantId, t.id) },
})
