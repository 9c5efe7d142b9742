import type { Sql } from '../db/db.ts'
import { updateWebhookUrl } from './sql.ts'

/** Writes the address down; whether it may be called is decided by `webhooks/set-webhook-address.ts`. */
export const keepWebhookAddress = async (
  needs: { sql: Sql },
  merchantId: string,
  url: string | null,
): Promise<void> => {
  await updateWebhookUrl(needs.sql, merchantId, url)
}
