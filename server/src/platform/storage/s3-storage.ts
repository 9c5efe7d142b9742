import { type Storage, type StoredId, startBytes } from './storage.ts'
import { Agent as HttpAgent } from 'node:http'
import { type AgentOptions, Agent as HttpsAgent } from 'node:https'
import type { Readable } from 'node:stream'

/** A bucket with the S3 API. An accepted upload is copied to the key that is read, so a second one changes nothing. */
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

export type Bucket = { bucket: string; region: string; endpoint: string | null; accessKey: string; secret: string }

/** The DNS lookup for a bucket that is not ours: it allows only addresses that may be called. */
export type Lookup = NonNullable<AgentOptions['lookup']>

/** The timeout of one call to a bucket. */
export const longestCallMs = 8_000

/** The SDK is large, so only a server that stores files in a bucket loads it. */
export async function openBucket(
  { bucket, region, endpoint, accessKey, secret }: Bucket,
  callMs: number,
  lookup?: Lookup,
) {
  const s3 = await import('@aws-sdk/client-s3')
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
  const client = new s3.S3Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secret },
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Most S3-compatible servers and clients of signed URLs know no other checksums than S3's own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 2_000,
      socketTimeout: callMs,
      ...(lookup && { httpAgent: new HttpAgent({ lookup }), httpsAgent: new HttpsAgent({ lookup }) }),
    },
  })
  /** Every call ends, with all its attempts: with a response or aborted. */
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
      const command = new s3.GetObjectCommand({ ...of(key), Range: range, IfMatch: etag })
      const found = await unlessGone(client.send(command, inTime()))
      return found && Buffer.from((await found.Body?.transformToByteArray()) ?? [])
    },
    copy: (from: string, etag: string, to: string) =>
      client.send(
        new s3.CopyObjectCommand({ ...of(to), CopySource: `${bucket}/${from}`, CopySourceIfMatch: etag }),
        inTime(),
      ),
    async get(key: string): Promise<Readable> {
      // Reading the bytes may take longer, as long as they keep coming.
      const patience = new AbortController()
      const timer = setTimeout(() => patience.abort(), callMs)
      const response = client.send(new s3.GetObjectCommand(of(key)), { abortSignal: patience.signal })
      const { Body } = await response.finally(() => clearTimeout(timer))
      return Body as Readable
    },
    put: (key: string, bytes: Buffer) => client.send(new s3.PutObjectCommand({ ...of(key), Body: bytes }), inTime()),
    /** Stores a file of any length from a stream. */
    upload: (key: string, pieces: AsyncIterable<string | Buffer>): Promise<number> => {
      const named = (UploadId: string) => ({ ...of(key), UploadId })
      return uploadParts(
        {
          put: bytes => client.send(new s3.PutObjectCommand({ ...of(key), Body: bytes }), inTime()),
          begin: async () => (await client.send(new s3.CreateMultipartUploadCommand(of(key)), inTime())).UploadId ?? '',
          take: async (id, PartNumber, bytes) =>
            (await client.send(new s3.UploadPartCommand({ ...named(id), PartNumber, Body: bytes }), inTime())).ETag,
          finish: (id, Parts) =>
            client.send(new s3.CompleteMultipartUploadCommand({ ...named(id), MultipartUpload: { Parts } }), inTime()),
          abort: id => client.send(new s3.AbortMultipartUploadCommand(named(id)), inTime()),
        },
        pieces,
      )
    },
    delete: (key: string) => client.send(new s3.DeleteObjectCommand(of(key)), inTime()),
  }
}

/** Null if it does not exist, or (412) has changed. */
const unlessGone = <Found>(found: Promise<Found>): Promise<Found | null> =>
  found.catch((error: unknown) => {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
    if ($metadata?.httpStatusCode === 404 || $metadata?.httpStatusCode === 412) return null
    throw error
  })

/** Every part except the last must have five megabytes, and a file may have 10,000 parts. */
const partBytes = 8 * 1024 * 1024

type Part = { ETag: string | undefined; PartNumber: number }

/** How a bucket receives a file in parts. */
type PartTaker = {
  /** For a file that fits into one part. */
  put: (bytes: Buffer) => Promise<unknown>
  begin: () => Promise<string>
  take: (uploadId: string, number: number, bytes: Buffer) => Promise<string | undefined>
  finish: (uploadId: string, parts: Part[]) => Promise<unknown>
  abort: (uploadId: string) => Promise<unknown>
}

/** Sends a file of unknown length with one part in memory at a time. Returns the size in bytes. */
async function uploadParts(to: PartTaker, pieces: AsyncIterable<string | Buffer>): Promise<number> {
  let uploadId: string | undefined
  const parts: Part[] = []
  let sizeBytes = 0
  try {
    for await (const { bytes, isLast } of inParts(pieces)) {
      sizeBytes += bytes.length
      if (isLast && uploadId === undefined) {
        await to.put(bytes)
        return sizeBytes
      }
      uploadId ??= await to.begin()
      const number = parts.length + 1
      parts.push({ ETag: await to.take(uploadId, number, bytes), PartNumber: number })
    }
    await to.finish(uploadId ?? '', parts)
    return sizeBytes
  } catch (error) {
    if (uploadId !== undefined) await to.abort(uploadId).catch(() => {})
    throw error
  }
}

/** An empty file has one part too. */
async function* inParts(pieces: AsyncIterable<string | Buffer>) {
  let waiting: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    if (length > 0 && length + bytes.length > partBytes) {
      yield { bytes: Buffer.concat(waiting), isLast: false }
      waiting = []
      length = 0
    }
    waiting.push(bytes)
    length += bytes.length
  }
  yield { bytes: Buffer.concat(waiting), isLast: true }
}
