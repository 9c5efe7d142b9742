import type { Readable } from 'node:stream'
import { type Storage, type StoredId, startBytes } from './storage.ts'

export type Bucket = { bucket: string; region: string; endpoint: string | null; accessKey: string; secret: string }

/** How long a call of a bucket may take. */
const longestCallMs = 8_000

/**
 * A bucket that speaks S3. Uploads go straight to it, to a place of their own: only what has been judged is copied to
 * where it is read from, so an address used twice changes nothing.
 */
export function s3Storage(place: Bucket, callMs = longestCallMs): Storage {
  let opened: ReturnType<typeof openBucket> | undefined
  const s3 = () => (opened ??= openBucket(place, callMs))
  const keptKey = ({ merchantId, id }: StoredId) => `documents/${merchantId}/${id}/content`
  const incomingKey = ({ merchantId, id }: StoredId) => `documents/${merchantId}/${id}/incoming`
  const remove = async (key: string) => void (await (await s3()).delete(key))

  return {
    uploadAddress: async (id, seconds) => (await s3()).signPut(incomingKey(id), seconds),

    async incoming(id) {
      const bucket = await s3()
      const key = incomingKey(id)
      const found = await bucket.head(key)
      if (found === null) return null
      const start = found.sizeBytes === 0 ? Buffer.alloc(0) : await bucket.start(key, found.etag)
      if (start === null) return null
      const keep = async () => {
        await bucket.copy(key, found.etag, keptKey(id))
        await remove(key)
      }
      return { sizeBytes: found.sizeBytes, start, keep, discard: () => remove(key) }
    },

    discardIncoming: id => remove(incomingKey(id)),
    get: async id => (await s3()).get(keptKey(id)),
    delete: async id => void (await Promise.all([remove(keptKey(id)), remove(incomingKey(id))])),
  }
}

/** The SDK is large: only a server that keeps its files in a bucket loads it. */
async function openBucket({ bucket, region, endpoint, accessKey, secret }: Bucket, callMs: number) {
  const s3 = await import('@aws-sdk/client-s3')
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
  const client = new s3.S3Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secret },
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Other checksums than S3's own are unknown to most servers that speak S3, and to whoever uses a signed address.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2_000, socketTimeout: callMs },
  })
  /** Every call ends, with all its attempts: answered, or aborted. */
  const inTime = () => ({ abortSignal: AbortSignal.timeout(callMs) })
  const of = (key: string) => ({ Bucket: bucket, Key: key })

  return {
    signPut: (key: string, seconds: number) =>
      getSignedUrl(client, new s3.PutObjectCommand(of(key)), { expiresIn: seconds }),
    async head(key: string): Promise<{ sizeBytes: number; etag: string } | null> {
      const found = await unlessGone(client.send(new s3.HeadObjectCommand(of(key)), inTime()))
      return found && { sizeBytes: found.ContentLength ?? 0, etag: found.ETag ?? '' }
    },
    async start(key: string, etag: string): Promise<Buffer | null> {
      const range = `bytes=0-${startBytes - 1}`
      const asked = new s3.GetObjectCommand({ ...of(key), Range: range, IfMatch: etag })
      const found = await unlessGone(client.send(asked, inTime()))
      return found && Buffer.from((await found.Body?.transformToByteArray()) ?? [])
    },
    copy: (from: string, etag: string, to: string) =>
      client.send(
        new s3.CopyObjectCommand({ ...of(to), CopySource: `${bucket}/${from}`, CopySourceIfMatch: etag }),
        inTime(),
      ),
    async get(key: string): Promise<Readable> {
      // The bytes themselves may take longer, as long as they keep coming.
      const patience = new AbortController()
      const timer = setTimeout(() => patience.abort(), callMs)
      const asked = client.send(new s3.GetObjectCommand(of(key)), { abortSignal: patience.signal })
      const { Body } = await asked.finally(() => clearTimeout(timer))
      return Body as Readable
    },
    delete: (key: string) => client.send(new s3.DeleteObjectCommand(of(key)), inTime()),
  }
}

/** Null: it is not there, or (412) no longer the same. */
const unlessGone = <Found>(asked: Promise<Found>): Promise<Found | null> =>
  asked.catch((error: unknown) => {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
    if ($metadata?.httpStatusCode === 404 || $metadata?.httpStatusCode === 412) return null
    throw error
  })
