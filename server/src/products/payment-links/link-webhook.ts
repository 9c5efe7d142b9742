import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import type { Webhook } from '../../money/transactions/new-transaction.ts'
import type { Link } from './link.ts'

/** Where payments by a link are told: its own address, else the merchant's; null: nowhere. */
export function linkWebhook(link: Link, merchant: Merchant): Webhook | null {
  if (link.webhookUrl === null) return merchant.webhookUrl === null ? null : { url: merchant.webhookUrl }
  const { webhookUrl: url, webhookHeaderName, webhookHeaderValue } = link
  return {
    url,
    customHeaderName: webhookHeaderName ?? undefined,
    customHeaderValue: webhookHeaderValue ?? undefined,
  }
}
