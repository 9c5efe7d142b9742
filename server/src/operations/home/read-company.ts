import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type BillingPlan, chargesForIncoming } from '../../money/ledger/charges.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import { type Merchant, readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { listConnections } from '../../money/rails/connections.ts'
import { readSentToday } from '../../money/transactions/limits/open-outflows.ts'
import { shownAddress } from '../../money/webhooks/set-webhook-address.ts'
import type { CompanyView } from './portal-schemas.ts'

type Needs = { sql: Sql; clock: () => Date }

const exampleAmounts: Micros[] = [10_000_000n, 100_000_000n, 1_000_000_000n]

/** Everything the platform has settled with a merchant, as it is this moment. */
export async function readCompany(needs: Needs, merchantId: string): Promise<CompanyView> {
  const merchant = await readMerchantNow(needs, merchantId)
  const now = clockOf(needs, merchant)
  const [bank, cashOuts, companyPayments] = await Promise.all([
    bankOf(needs, merchant),
    readSentToday(needs, merchantId, 'pixCashOut', now),
    readSentToday(needs, merchantId, 'companyPayment', now),
  ])
  const { name, taxNumber, city, accountNumber, createdAt, webhookUrl, approversNeeded } = merchant
  return {
    name,
    taxNumber,
    city,
    accountNumber,
    createdAt: createdAt.toISOString(),
    bank,
    webhookAddress: webhookUrl && shownAddress(webhookUrl),
    plan: {
      fixed: formatAmount(merchant.chargeFixed),
      percent: formatAmount(merchant.chargeRate),
      examples: exampleAmounts.map(amount => exampleOf(merchant, amount)),
    },
    approvalPolicy: { approversNeeded, operatorApprovesAbove: priced(merchant.operatorApprovesAbove) },
    limits: {
      cashOuts: sendingOf(merchant.cashOutLimit, merchant.cashOutDailyLimit, cashOuts),
      companyPayments: sendingOf(merchant.companyPaymentLimit, merchant.companyPaymentDailyLimit, companyPayments),
    },
  }
}

/** The connection of its own, or else the default one. */
async function bankOf(needs: Needs, { connectionId }: Merchant): Promise<string | null> {
  const connections = await listConnections(needs)
  const own = connections.find(({ id, isDefault }) => (connectionId === null ? isDefault : id === connectionId))
  return own?.name ?? null
}

const exampleOf = (plan: BillingPlan, amount: Micros) => {
  const charges = chargesForIncoming(plan, amount)
  return { amount: formatAmount(amount), charges: formatAmount(charges), left: formatAmount(amount - charges) }
}

const priced = (amount: Micros | null) => (amount === null ? null : formatAmount(amount))

const least = (a: bigint, b: bigint) => (a < b ? a : b)

const sendingOf = (perTransaction: Micros | null, perDay: Micros | null, sentToday: Micros) => ({
  perTransaction: priced(perTransaction),
  perDay: priced(perDay),
  sentToday: formatAmount(sentToday),
  usedPercent: perDay === null ? null : Number(least(100n, (sentToday * 100n) / perDay)),
})
