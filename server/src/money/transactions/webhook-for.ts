import { type OwnWebhook, webhookTarget } from '../webhooks/webhook-target.ts'
import type { Webhook } from './new-transaction.ts'

/** The webhook of a transaction that is opened for a link or a batch: the one of its link or batch, else the merchant's. */
export function webhookFor(own: OwnWebhook, merchant: { webhookUrl: string | null }): Webhook | null {
  const target = webhookTarget(own, merchant.webhookUrl)
  if (target === null) return null
  const { url, headerName, headerValue } = target
  return { url, customHeaderName: headerName ?? undefined, customHeaderValue: headerValue ?? undefined }
}
