import type { ChangeNeeds } from './read-merchant.ts'
import { updateWebhookUrl } from './sql.ts'

/** Writes the address down; whether it may be called is decided by `webhooks/set-webhook-address.ts`. */
export const keepWebhookAddress = async (needs: ChangeNeeds, merchantId: string, url: string | null): Promise<void> => {
  await updateWebhookUrl(needs.sql, merchantId, url)
  needs.readMerchant?.forget(merchantId)
}
