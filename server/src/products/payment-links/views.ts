import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import type { Link } from './link.ts'

const priced = (amount: Micros | null) => (amount === null ? null : formatAmount(amount))

export const linkView = (link: Link, addresses: PublicAddresses) => ({
  id: link.id,
  url: addresses.paymentLink(link.merchantId, link.id),
  state: link.state,
  title: link.title,
  description: link.description,
  amount: priced(link.amount),
  minAmount: priced(link.minAmount),
  maxAmount: priced(link.maxAmount),
  stock: link.stock,
  endsAt: link.endsAt === null ? null : link.endsAt.toISOString(),
  asksPayer: link.asksPayer,
  redirectUrl: link.redirectUrl,
  qrCode: link.qrCode,
  openCount: link.openCount,
  paidCount: link.paidCount,
  paidAmount: formatAmount(link.paidAmount),
  creationDate: link.createdAt.toISOString(),
})
