import type { Audit } from '../audit-log/act.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { sealText } from '../../platform/lib/seal.ts'
import { newWebhookSecret, placeOfWebhookSecret } from './create-merchant.ts'
import {
  selectSealedPreviousSecrets,
  selectSealedSecrets,
  updateSealedSecret,
  updateWebhookSecret,
  updateWebhookUrl,
} from './sql.ts'
import type { SealedColumn } from '../../platform/db/reseal.ts'
import type { ChangeNeeds } from './read-merchant.ts'

/** How long events are also signed with the previous secret. */
const overlapMs = 24 * 60 * 60 * 1000

/** A new webhook secret, returned in clear once. The previous one stays valid for a day, any older one does not. */
export async function rotateWebhookSecret(
  needs: { sql: Sql; storageKey: Buffer; clock: () => Date },
  merchantId: string,
  audit?: Audit,
): Promise<{ webhookSecret: string; previousValidUntil: Date }> {
  const webhookSecret = newWebhookSecret()
  const at = needs.clock()
  const previousValidUntil = new Date(at.getTime() + overlapMs)
  const sealedSecret = sealText(needs.storageKey, webhookSecret, placeOfWebhookSecret(merchantId))
  await needs.sql.begin(async tx => {
    await updateWebhookSecret(tx, merchantId, { sealedSecret, at, previousUntil: previousValidUntil })
    await recordAudit(tx, audit)
  })
  return { webhookSecret, previousValidUntil }
}

/** Sealed again when the server's secret changes. */
export const sealedWebhookSecrets: SealedColumn[] = [
  {
    what: 'webhook secrets',
    placeOf: placeOfWebhookSecret,
    select: selectSealedSecrets,
    update: updateSealedSecret,
  },
  {
    what: 'webhook secrets before a rotation',
    placeOf: placeOfWebhookSecret,
    select: selectSealedPreviousSecrets,
    update: updateSealedSecret,
  },
]

/** Stores the address; `webhooks/set-webhook-address.ts` checks that it may be called. */
export const storeWebhookUrl = async (
  needs: ChangeNeeds,
  merchantId: string,
  settings: { url: string | null; events: readonly string[] | undefined },
  audit?: Audit,
): Promise<void> => {
  await needs.sql.begin(async tx => {
    await updateWebhookUrl(tx, merchantId, settings)
    await recordAudit(tx, audit)
  })
  needs.readMerchant?.invalidate(merchantId)
}
