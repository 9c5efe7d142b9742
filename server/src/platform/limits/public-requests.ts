import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../http/app-type.ts'
import { limits } from '../http/limits.ts'
import { publicPlaces } from './public-slots.ts'
import { publicTurns } from './public-queue.ts'
import { strangerConnections } from './unauthenticated-connections.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the place that a public request has while it is worked on. */
    leavePlace: (() => void) | null
  }
}

type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
type Given = { trustsProxy: boolean }

/** Whoever shows a valid token goes ahead. Everybody else takes turns, in places of which there are so many. */
export function boundStrangers(app: App, authenticate: Authenticate, { trustsProxy }: Given): void {
  const turn = publicTurns()
  const takePlace = publicPlaces()
  // All who come by a proxy have its address; how many connections each of them has is for the proxy to bound.
  const connections = strangerConnections(app.server, {
    perAddress: trustsProxy ? Number.POSITIVE_INFINITY : limits.connectionsPerAddress,
  })
  const isOpen = (request: FastifyRequest) => request.is404 || request.routeOptions.config.public === true

  app.addHook('onRequest', async (request, reply) => {
    if (isOpen(request)) return turn(request.ip)
    try {
      await authenticate(request, reply)
    } catch (error) {
      await turn(request.ip)
      throw error
    }
    connections.isKnown(request.raw.socket)
  })

  app.decorateRequest('leavePlace', null)
  // Only now, when the body has come: one that trickles takes nobody's place.
  app.addHook('preHandler', (request, reply, done) => {
    if (isOpen(request)) {
      request.leavePlace = takePlace(request.ip)
      reply.raw.once('close', request.leavePlace)
    }
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leavePlace?.()
    done(null, payload)
  })
}
