import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'
import { limits } from './limits.ts'

/** A body that trickles is not waited for: whoever reads it is told so, and the caller gets 408. */
export function cutSlowBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  // Nearly always: it has come with the headers.
  if (raw.complete) return
  const seconds = request.routeOptions.config.bodySeconds ?? limits.bodySeconds
  const deadline = setTimeout(() => {
    if (raw.complete) return
    if (reply.sent || raw.listenerCount('error') === 0) return void raw.destroy()
    // What is left of the body is not read: the connection cannot serve another request.
    reply.header('connection', 'close')
    raw.emit('error', new ApiError('RequestTimeout'))
  }, seconds * 1000)
  raw.once('end', () => clearTimeout(deadline))
  raw.once('close', () => clearTimeout(deadline))
}
