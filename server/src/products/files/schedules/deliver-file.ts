import type { Sql, Tx } from '../../../platform/db/db.ts'
import { type Key, type Place, openSealedText } from '../../../platform/lib/seal.ts'
import type { File } from '../states.ts'
import {
  type BucketPlace,
  type Schedule,
  type ScheduleFault,
  selectSchedule,
  selectSealedSecrets,
  updateFault,
  updateSealedSecret,
} from './sql.ts'
import type { SealedColumn } from '../../../platform/db/reseal.ts'
import { isIP } from 'node:net'
import { openBucket } from '../../../platform/storage/s3-storage.ts'
import { isAllowedAddress } from '../../../platform/http/address-guard.ts'
import { resolveHost } from '../../../platform/http/resolve-host.ts'

export type { Schedule } from './sql.ts'

export type DeliverNeeds = { sql: Sql; storageKey: Key; isSandbox: boolean }

/** The schedule that requested a file; null: none did, or it was deleted since. */
export const readSchedule = async (needs: { sql: Sql }, { merchantId, scheduleId }: File): Promise<Schedule | null> =>
  scheduleId === null ? null : ((await selectSchedule(needs.sql, merchantId, scheduleId)) ?? null)

/** Puts a file into the bucket of its schedule, always under the same name, so that a repeat changes nothing. */
export async function putIntoBucket(
  needs: DeliverNeeds,
  file: File,
  name: string,
  bytes: () => Promise<AsyncIterable<Buffer>>,
): Promise<void> {
  const schedule = await readSchedule(needs, file)
  if (schedule === null || schedule.bucket === null || schedule.sealed === null) return
  const secret = secretOf(needs, schedule.id, schedule.sealed)
  await putToBucket({ ...schedule.bucket, secret }, name, await bytes(), needs.isSandbox)
}

export const placeOfBucketSecret = (scheduleId: string): Place => `file_schedules.sealed ${scheduleId}`

function secretOf({ storageKey }: DeliverNeeds, id: string, sealed: string): string {
  try {
    return openSealedText(storageKey, sealed, placeOfBucketSecret(id))
  } catch {
    throw new BucketRefused('the secret of the bucket can no longer be read: create the schedule again')
  }
}

/** The schedule shows whether its last file failed. */
export async function keepFault(tx: Tx, { merchantId, scheduleId }: File, fault: ScheduleFault | null): Promise<void> {
  if (scheduleId !== null) await updateFault(tx, merchantId, scheduleId, fault)
}

/** For when the server's secret changes. */
export const sealedBucketSecrets: SealedColumn = {
  what: 'secrets of buckets that files are put into',
  placeOf: placeOfBucketSecret,
  select: selectSealedSecrets,
  update: updateSealedSecret,
}

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
