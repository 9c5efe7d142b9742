import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { InvalidRequest, missing } from '../../platform/http/errors.ts'
import { sharedBuckets } from '../../platform/limits/token-buckets.ts'
import { readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { checkWebhookAddress } from './address-guard.ts'
import type { Notify } from './event.ts'
import { webhookTarget } from './webhook-target.ts'

/** Ten in a row, then one every five seconds per merchant: enough to try a URL, too few to disturb another server. */
export const testEventLimits = (needs: { sql: Sql }) =>
  sharedBuckets(needs, { name: 'test events', perSecond: 0.2, burst: 10, settleMs: 0 })

type Needs = {
  sql: Sql
  clock: () => Date
  isSandbox: boolean
  door: { commit: (work: (write: { tx: Tx; notify: Notify }) => Promise<void>) => Promise<void> }
  testEventLimits: ReturnType<typeof testEventLimits>
}

/** Sends an event without a transaction to the merchant's URL or another one, retried and listed like any other. */
export async function sendTestEvent(
  needs: Needs,
  input: { id: string; merchantId: string; url: string | null; audit?: Audit },
): Promise<void> {
  const { id, merchantId } = input
  const own = { webhookUrl: input.url, webhookHeaderName: null, webhookHeaderValue: null }
  const target = webhookTarget(own, (await readMerchantNow(needs, merchantId)).webhookUrl)
  if (target === null) throw new InvalidRequest([missing('', 'url')])
  checkWebhookAddress(target.url, needs.isSandbox)
  needs.testEventLimits.spend(merchantId)

  const createdAt = needs.clock()
  const payload = JSON.stringify({
    event: 'Test',
    id,
    date: createdAt.toISOString(),
    message: 'A test event: nothing has happened to any transaction.',
  })
  const event = { merchantId, id, transactionId: null, position: 1, payload, ...target, createdAt }
  await needs.door.commit(async ({ tx, notify }) => {
    await notify([event])
    await recordAudit(tx, input.audit)
  })
}
