import { type Bucket, longestCallMs, openBucket } from './s3-bucket.ts'
import type { Storage, StoredId } from './storage.ts'

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
