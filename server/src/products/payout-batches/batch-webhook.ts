import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import type { Webhook } from '../../money/transactions/new-transaction.ts'
import type { Batch } from './batch.ts'

/** Where payouts of a batch are told: its own address, else the merchant's; null: nowhere. */
export function batchWebhook(batch: Batch, merchant: Merchant): Webhook | null {
  if (batch.webhookUrl === null) return merchant.webhookUrl === null ? null : { url: merchant.webhookUrl }
  const { webhookUrl: url, webhookHeaderName, webhookHeaderValue } = batch
  return {
    url,
    customHeaderName: webhookHeaderName ?? undefined,
    customHeaderValue: webhookHeaderValue ?? undefined,
  }
}
