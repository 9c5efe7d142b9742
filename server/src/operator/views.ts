import { type Micros, formatAmount } from '../brazil/money.ts'
import { maskTaxNumber } from '../brazil/tax-number.ts'
import type { ListedMerchant } from '../merchants/list-merchants.ts'
import type { Merchant } from '../merchants/read-merchant.ts'
import { planView } from './plan.ts'
import type { MerchantDetail, MerchantItem, PlatformView } from './portal-schemas.ts'
import type { Platform } from './read-platform.ts'

const priced = (amount: Micros | null) => (amount === null ? null : formatAmount(amount))

const detailsOf = (merchant: ListedMerchant | Merchant) => ({
  id: merchant.id,
  name: merchant.name,
  taxNumber: maskTaxNumber(merchant.taxNumber),
  city: merchant.city,
  accountNumber: merchant.accountNumber,
  createdAt: merchant.createdAt.toISOString(),
})

export const merchantItem = (merchant: ListedMerchant): MerchantItem => ({
  ...detailsOf(merchant),
  available: formatAmount(merchant.available),
  held: formatAmount(merchant.held),
})

type Around = Pick<MerchantDetail, 'balance' | 'awaitsOwner'>

export const merchantDetail = (merchant: Merchant, { balance, awaitsOwner }: Around): MerchantDetail => ({
  ...detailsOf(merchant),
  balance,
  plan: planView(merchant),
  approvalPolicy: {
    approversNeeded: merchant.approversNeeded,
    operatorApprovesAbove: priced(merchant.operatorApprovesAbove),
  },
  limits: {
    cashOutLimit: priced(merchant.cashOutLimit),
    cashOutDailyLimit: priced(merchant.cashOutDailyLimit),
    companyPaymentLimit: priced(merchant.companyPaymentLimit),
    companyPaymentDailyLimit: priced(merchant.companyPaymentDailyLimit),
  },
  connectionId: merchant.connectionId,
  awaitsOwner,
})

export const platformView = ({ at, balance, books, connections, ...rest }: Platform): PlatformView => ({
  ...rest,
  at: at.toISOString(),
  balance: {
    available: formatAmount(balance.available),
    held: formatAmount(balance.held),
    fees: formatAmount(balance.fees),
    suspense: formatAmount(balance.suspense),
  },
  connections: connections.map(({ id, name, isDefault, isSimulator, isUp, pausedAt, certificateExpiresAt }) => ({
    id,
    name,
    isDefault,
    isSimulator,
    isUp,
    isPaused: pausedAt !== null,
    certificateEndsAt: certificateExpiresAt?.toISOString() ?? null,
  })),
  books: books === null ? null : { at: books.at.toISOString(), faults: books.faults, tookMs: books.tookMs },
})
