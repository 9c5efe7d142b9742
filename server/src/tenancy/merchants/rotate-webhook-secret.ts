import type { Sql } from '../../platform/db/db.ts'
import { sealText } from '../../platform/lib/seal.ts'
import { newWebhookSecret } from './create-merchant.ts'
import { updateWebhookSecret } from './sql.ts'

/** How long events are signed with the secret before as well. */
const overlapMs = 24 * 60 * 60 * 1000

/**
 * A new webhook secret, answered in clear this once. The one before stays valid for a day, so that the merchant's
 * receiver can change over without losing an event; one from before that ends at once.
 */
export async function rotateWebhookSecret(
  needs: { sql: Sql; storageKey: Buffer; clock: () => Date },
  merchantId: string,
): Promise<{ webhookSecret: string; previousValidUntil: Date }> {
  const webhookSecret = newWebhookSecret()
  const at = needs.clock()
  const previousValidUntil = new Date(at.getTime() + overlapMs)
  const sealedSecret = sealText(needs.storageKey, webhookSecret)
  await updateWebhookSecret(needs.sql, merchantId, { sealedSecret, at, previousUntil: previousValidUntil })
  return { webhookSecret, previousValidUntil }
}
