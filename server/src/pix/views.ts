import type { PublicAddresses } from '../http/public-addresses.ts'
import { spellState } from '../transactions/spell-state.ts'
import type { Transaction } from '../transactions/transaction.ts'

/** The transaction as it is now: a repeated order may be over. The amount is written as it was requested. */
export const createdView = (t: Transaction, requestedAmount: string) => ({
  id: t.id,
  orderId: t.orderId,
  date: t.createdAt.toISOString(),
  state: spellState(t.state),
  amount: requestedAmount,
})

/** A charge that can no longer be paid has no QR code any more. */
export const cashInView = (t: Transaction, requestedAmount: string, addresses: PublicAddresses, now: Date) => ({
  transaction: createdView(t, requestedAmount),
  ...(isPayable(t, now)
    ? { payment: { qrCode: t.qrCode ?? '', qrCodeLocation: addresses.qrCode(t.merchantId, t.id) } }
    : {}),
})

const isPayable = ({ state, expiresAt }: Transaction, now: Date) =>
  state === 'Registered' && (expiresAt === null || expiresAt > now)
