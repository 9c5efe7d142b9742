import { amountOrNull, formatAmount } from '../../platform/brazil/money.ts'
import { maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import type { CheckedCashOut } from './check-cash-out.ts'

/** The transaction as it is now: a repeated order may be over. The amount is written as it was requested. */
const createdView = (t: Transaction, requestedAmount: string) => ({
  id: t.id,
  orderId: t.orderId,
  date: t.createdAt.toISOString(),
  state: formatState(t.state),
  amount: requestedAmount,
})

/** One that waits for approval says so; for others nothing is added. */
export const cashOutView = (t: Transaction, requestedAmount: string) => ({
  ...createdView(t, requestedAmount),
  ...(t.state === 'Requested' ? { waitsForApproval: true as const } : {}),
})

/** The owner only as far as one recognises whom one knows. */
export const checkView = ({
  recipient,
  owner,
  amount,
  charges,
  available,
  limits,
  sentToday,
  ...c
}: CheckedCashOut) => ({
  refusal: c.refusal && { reason: c.refusal.reason, message: c.refusal.extra.message ?? c.refusal.reason },
  key: { type: recipient.keyType, value: recipient.key },
  owner: owner && { name: owner.name && maskName(owner.name), taxNumber: maskTaxNumber(owner.taxNumber) },
  amount: formatAmount(amount),
  charges: formatAmount(charges),
  balance: { available: formatAmount(available), after: formatAmount(available - amount - charges) },
  limits: {
    perPayment: amountOrNull(limits?.perPayment ?? null),
    perDay: amountOrNull(limits?.perDay ?? null),
    sentToday: amountOrNull(sentToday),
  },
  token: c.check?.token ?? null,
  expiresAt: c.check?.expiresAt.toISOString() ?? null,
})

/** The first word, and of the others the first letter: `Maria S. S.` */
const maskName = (name: string): string => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return [first, ...others.map(word => `${word[0]}.`)].join(' ')
}

/** A charge that can no longer be paid has no QR code any more. */
export const cashInView = (t: Transaction, requestedAmount: string, addresses: PublicAddresses, now: Date) => ({
  transaction: createdView(t, requestedAmount),
  ...(isPayable(t, now)
    ? { payment: { qrCode: t.qrCode ?? '', qrCodeLocation: addresses.qrCode(t.merchantId, t.id) } }
    : {}),
})

/** One without an end is being cancelled at its bank. */
const isPayable = ({ state, expiresAt }: Transaction, now: Date) =>
  state === 'Registered' && expiresAt !== null && expiresAt > now
