import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../http/errors.ts'
import { limits } from '../http/limits.ts'
import { slotCounter } from '../lib/fair-queue.ts'

/** What a request announces; one that announces no length may send as much as its route accepts. */
function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  const bytes =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : routeOptions.bodyLimit
  return Number.isFinite(bytes) && bytes > limits.smallBodyBytes ? bytes : 0
}

/** How many requests a request counts as, for a key that may send so many in a second: by its body, before that is read. */
export const weightOf = (request: FastifyRequest, perSecond: number): number =>
  1 + (announcedBytes(request) / limits.bodyBytesPerSecond) * perSecond

/** Memory for bodies on their way in, shared by all keys. */
export function bodyMemory() {
  const bytes = slotCounter({ most: limits.bodyBytes, mostOfKey: limits.bodyBytesOfKey })
  return {
    /** Takes it until the response, or throws `ServerOverloaded`. */
    take(request: FastifyRequest, reply: FastifyReply): void {
      const own = Math.min(announcedBytes(request), request.routeOptions.bodyLimit)
      if (own === 0) return
      const { keyId } = request
      if (bytes.free(keyId) < own) throw new ApiError('ServerOverloaded')
      bytes.take(keyId, own)
      reply.raw.once('close', () => bytes.giveBack(keyId, own))
    },
  }
}

/** A large body that is refused is not read either: the connection is closed after the response. */
export function leaveUnread(request: FastifyRequest, reply: FastifyReply): void {
  if (announcedBytes(request) > 0 && !request.raw.complete) reply.header('connection', 'close')
}
