import { amountOrNull, formatAmount, type Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type BillingPlan, chargesForIncoming } from '../../money/ledger/charges.ts'
import { type Merchant, readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { listConnections } from '../../money/rails/connections.ts'
import { readLimits } from '../../money/transactions/limits/read-limits.ts'
import { shownAddress } from '../../money/webhooks/set-webhook-address.ts'
import type { CompanyView } from './portal-schemas.ts'

type Needs = { sql: Sql; clock: () => Date }

const exampleAmounts: Micros[] = [10_000_000n, 100_000_000n, 1_000_000_000n]

/** Everything the platform has settled with a merchant, as it is this moment. */
export async function readCompany(needs: Needs, merchantId: string): Promise<CompanyView> {
  const merchant = await readMerchantNow(needs, merchantId)
  const [bank, limits] = await Promise.all([bankOf(needs, merchant), readLimits(needs, merchant)])
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
    approvalPolicy: { approversNeeded, operatorApprovesAbove: amountOrNull(merchant.operatorApprovesAbove) },
    limits,
  }
}

/** The connections of its own, or else the default one. */
async function bankOf(needs: Needs, { chargeConnections, payoutConnections }: Merchant): Promise<string | null> {
  const own = [...chargeConnections, ...payoutConnections]
  const connections = await listConnections(needs)
  const used = connections.filter(({ id, isDefault }) => (own.length === 0 ? isDefault : own.includes(id)))
  return used.length === 0 ? null : used.map(({ name }) => name).join(', ')
}

const exampleOf = (plan: BillingPlan, amount: Micros) => {
  const charges = chargesForIncoming(plan, amount)
  return { amount: formatAmount(amount), charges: formatAmount(charges), left: formatAmount(amount - charges) }
}
