import { isIP } from 'node:net'
import { openBucket } from '../../../platform/storage/s3-storage.ts'
import { isAllowedAddress } from '../../../money/webhooks/address-guard.ts'
import { resolveHost } from '../../../money/webhooks/resolve-host.ts'
import type { BucketPlace } from './sql.ts'

/** The bucket cannot be reached, or will not have the file. Its words reach the merchant. */
export class BucketRefused extends Error {}

type Given = BucketPlace & { secret: string }

const callMs = 30_000

/** Writes to a bucket that is the merchant's own, at addresses that may be called only. */
export async function putToBucket(
  place: Given,
  name: string,
  pieces: AsyncIterable<string | Buffer>,
  isSandbox: boolean,
): Promise<void> {
  const fault = faultOf(place.endpoint, isSandbox)
  if (fault !== null) throw new BucketRefused(fault)
  const bucket = await openBucket(place, callMs, guardedLookup(isSandbox))
  const key = [place.prefix.replaceAll(/^\/+|\/+$/g, ''), name].filter(part => part !== '').join('/')
  await bucket.upload(key, pieces).catch((error: unknown) => {
    throw new BucketRefused(meaningOf(error))
  })
}

/** What can be judged of an endpoint without asking anybody; null: nothing speaks against it. */
export function faultOf(endpoint: string | null, isSandbox: boolean): string | null {
  if (endpoint === null) return null
  const url = URL.parse(endpoint)
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.pathname !== '/' ||
    url.search !== ''
  )
    return 'the endpoint must be an address such as https://s3.example.com'
  if (url.protocol !== 'https:' && !isSandbox) return 'the endpoint must start with https://'
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const isLocalName = /(^|\.)localhost\.?$/.test(host)
  const isRefused = isIP(host) === 0 ? isLocalName && !isSandbox : !isAllowedAddress(host, isSandbox)
  return isRefused ? `${host} is not a public address` : null
}

/** Judged is the very address that is connected to: a name is resolved once, and all its addresses must be allowed. */
const guardedLookup = (isSandbox: boolean): NonNullable<Parameters<typeof openBucket>[2]> => {
  return (host, options, found) => {
    resolveHost(host).then(
      addresses => {
        if (!addresses.every(({ address }) => isAllowedAddress(address, isSandbox)))
          return found(new Error(`${host} is not a public address`), '')
        if (options.all === true) return found(null, addresses)
        found(null, addresses[0]?.address ?? '', addresses[0]?.family)
      },
      (error: NodeJS.ErrnoException) => found(error, ''),
    )
  }
}

/** The bucket's own code, such as AccessDenied or NoSuchBucket, or that it did not answer: nothing that it quotes. */
function meaningOf(error: unknown): string {
  const { name = '', code = '', message = '' } = error as { name?: string; code?: string; message?: string }
  if (message.endsWith('is not a public address')) return message
  const known = [name, code].find(word => /^[A-Z][A-Za-z]{3,40}$|^E[A-Z]{4,20}$/.test(word) && word !== 'Error')
  return known === undefined ? 'the bucket returned an unknown error' : `the bucket returned ${known}`
}
