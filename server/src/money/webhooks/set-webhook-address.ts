import type { Audit } from '../../tenancy/audit-log/act.ts'
import { InvalidRequest } from '../../platform/http/errors.ts'
import { isHttpUrl } from '../../platform/http/validation.ts'
import { storeWebhookUrl } from '../../tenancy/merchants/webhook-settings.ts'
import type { ChangeNeeds } from '../../tenancy/merchants/read-merchant.ts'
import type { OptionalEvent } from './states.ts'
import { checkWebhookAddress } from './address-guard.ts'

const longest = 2048

type Input = {
  merchantId: string
  url: string | null
  /** Which events that the contract does not know are sent there; not there: as before. */
  events?: readonly OptionalEvent[] | undefined
  audit?: Audit
}

/** The URL for a merchant's company payments and approvals; null: none. Checked like `webhook.url` of a payment. */
export async function setWebhookAddress(
  needs: ChangeNeeds & { isSandbox: boolean },
  { merchantId, url, events, audit }: Input,
): Promise<void> {
  if (url !== null) {
    if (!isHttpUrl(url) || url.length > longest)
      throw new InvalidRequest([
        { path: '/url', code: 'format', message: 'must match format "http-url"', info: { format: 'http-url' } },
      ])
    checkWebhookAddress(url, needs.isSandbox)
  }
  await storeWebhookUrl(needs, merchantId, { url, events: events && [...new Set(events)] }, audit)
}

/** A URL as the audit log records it: its query is often a secret. */
export function shownAddress(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}
