import { Transform, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../http/errors.ts'
import { limits } from '../http/limits.ts'
import { slotCounter } from '../lib/fair-queue.ts'

const isChunked = ({ headers }: FastifyRequest) => headers['transfer-encoding'] !== undefined

/** What counts of a body: nothing of a small one, and no more than its route accepts. */
const countedBytes = ({ routeOptions }: FastifyRequest, bytes: number): number =>
  bytes > limits.smallBodyBytes ? Math.min(bytes, routeOptions.bodyLimit) : 0

/** A chunked body announces no length: it is counted while it is read. */
const announcedBytes = (request: FastifyRequest): number =>
  isChunked(request) ? 0 : countedBytes(request, Number(request.headers['content-length'] ?? 0))

/** As how many requests so much of a body counts, for a key that may send so many in a second. */
export const weightOfBytes = (bytes: number, perSecond: number): number =>
  (bytes / limits.bodyBytesPerSecond) * perSecond

/** As how many requests a request counts, by what it announces, before its body is read. */
export const weightOf = (request: FastifyRequest, perSecond: number): number =>
  1 + weightOfBytes(announcedBytes(request), perSecond)

/** `charge` takes the bytes of a chunked body from the rate of its access key. */
type Given = { charge: (request: FastifyRequest, bytes: number) => void }

/** Memory for bodies on their way in, shared by all merchants. */
export function bodyMemory({ charge }: Given) {
  const memory = slotCounter({ most: limits.bodyBytes, mostOfKey: limits.bodyBytesOfMerchant })

  /** Takes it until the response is sent, or throws `ServerOverloaded`. */
  function takerOf({ merchantId }: FastifyRequest, { raw }: FastifyReply) {
    let taken = 0
    return (bytes: number): void => {
      if (bytes === 0 || raw.closed) return
      if (memory.free(merchantId) < bytes) throw new ApiError('ServerOverloaded')
      memory.take(merchantId, bytes)
      if (taken === 0) raw.once('close', () => memory.giveBack(merchantId, taken))
      taken += bytes
    }
  }

  return {
    takeAnnounced: (request: FastifyRequest, reply: FastifyReply): void =>
      takerOf(request, reply)(announcedBytes(request)),
    /** Charges a chunked body, and takes its memory, as it is read. */
    count(request: FastifyRequest, reply: FastifyReply, body: Readable): Readable {
      if (!isChunked(request) || request.merchantId === '') return body
      const take = takerOf(request, reply)
      let read = 0
      let counted = 0
      const counter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          read += chunk.length
          const added = countedBytes(request, read) - counted
          if (added === 0) return done(null, chunk)
          counted += added
          charge(request, added)
          try {
            take(added)
            done(null, chunk)
          } catch (error) {
            leaveUnread(request, reply)
            done(error as Error)
          }
        },
      })
      body.once('error', error => counter.destroy(error))
      return body.pipe(counter)
    },
  }
}

/** A large body that is refused is not read either: the connection is closed after the response. */
export function leaveUnread(request: FastifyRequest, reply: FastifyReply): void {
  if ((isChunked(request) || announcedBytes(request) > 0) && !request.raw.complete) reply.header('connection', 'close')
}
