import { faultOfAddress } from '../../platform/http/address-guard.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { memo } from '../../platform/lib/remember.ts'

/** Refuses at creation what can be checked without a look-up; the addresses of a name are checked when connecting. */
export function checkWebhookAddress(url: string, isSandbox: boolean): void {
  const message = (isSandbox ? faultInSandbox : faultInProduction)(url)
  if (message !== '') throw new ApiError('WebhookAddressNotAllowed', { message })
}

/** Cached, because a merchant sends the same few URLs in all its requests. */
const faultInSandbox = memo(url => faultOf(url, true))
const faultInProduction = memo(url => faultOf(url, false))

function faultOf(url: string, isSandbox: boolean): string {
  const fault = faultOfAddress(url, isSandbox)
  if (fault === 'notHttps') return 'webhook.url must start with https://'
  return fault === null ? '' : `${new URL(url).hostname.replace(/^\[|\]$/g, '')} is not a public address`
}
