import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentMerchant } from '../db/connections.ts'
import type { App } from '../http/app-type.ts'
import { ApiError } from '../http/errors.ts'
import { limits } from '../http/limits.ts'
import type { Reason } from '../http/reasons.ts'
import { slotCounter, slotsPerTurn } from '../lib/fair-queue.ts'
import { bodyMemory, leaveUnread } from './request-bodies.ts'
import type { Server, Socket } from 'node:net'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the slot that a request has while it is worked on. */
    leaveSlot: (() => void) | null
  }
}

type Given = {
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Takes the bytes of a body from the rate of the request's access key. */
  chargeBody: (request: FastifyRequest, bytes: number) => void
  trustsProxy: boolean
  /** How many requests of one access key are worked on at once; 0: any number. */
  requestsAtOnce: number
}

/**
 * A request with a valid token goes ahead, unless too many of its key are being worked on (429). Of all others a few start in each turn of the event loop, fair per address, and
 * a limited number is processed at once, so that they do not fill the database's queue. More are refused with 503.
 */
export function limitUnauthenticated(app: App, { authenticate, chargeBody, trustsProxy, requestsAtOnce }: Given): void {
  const starts = slotsPerTurn(() => limits.publicPerTurn, {
    most: limits.publicWaiting,
    mostOfKey: limits.publicWaitingPerAddress,
  })
  const slots = slotCounter({ most: limits.publicAtOnce, mostOfKey: limits.publicAtOncePerAddress })
  const slotsOfKeys = slotCounter({ most: Infinity, mostOfKey: requestsAtOnce || Infinity })
  // All who come by a proxy have its address; how many connections each of them has is for the proxy to bound.
  const connections = unauthenticatedConnections(app.server, {
    perAddress: trustsProxy ? Number.POSITIVE_INFINITY : limits.connectionsPerAddress,
  })
  const bodies = bodyMemory({ charge: chargeBody })
  async function waitToStart(address: string): Promise<void> {
    const start = starts(address)
    if (start === null) throw new ApiError('ServerOverloaded')
    await start
  }

  /** Until its response is sent, or its caller has gone. */
  function takeSlot(request: FastifyRequest, reply: FastifyReply, of: typeof slots, key: string, full: Reason) {
    if (of.free(key) <= 0) throw new ApiError(full)
    of.take(key)
    let isDone = false
    request.leaveSlot = () => {
      if (!isDone) of.giveBack(key)
      isDone = true
    }
    reply.raw.once('close', request.leaveSlot)
  }

  const isOpen = (request: FastifyRequest) => request.is404 || request.routeOptions.config.public === true

  app.addHook('onRequest', async (request, reply) => {
    if (isOpen(request)) return waitToStart(request.ip)
    try {
      await authenticate(request, reply)
      connections.isKnown(request.raw.socket)
      takeSlot(request, reply, slotsOfKeys, request.keyId, 'RateLimitExceeded')
      bodies.takeAnnounced(request, reply)
    } catch (error) {
      leaveUnread(request, reply)
      await waitToStart(request.ip)
      throw error
    }
  })

  app.addHook('preParsing', (request, reply, payload, done) => done(null, bodies.count(request, reply, payload)))

  app.decorateRequest('leaveSlot', null)
  // Only now, when the body has come: one that trickles takes nobody's slot.
  app.addHook('preHandler', (request, reply, done) => {
    if (!isOpen(request)) return currentMerchant.run(request.merchantId, done)
    takeSlot(request, reply, slots, request.ip, 'ServerOverloaded')
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveSlot?.()
    done(null, payload)
  })
}

/**
 * Connections that have shown no token. They are never refused, because a merchant's looks like any other until its
 * first request: the oldest beyond the limits are closed, each after it had time to show one.
 */
export function unauthenticatedConnections(server: Server, { perAddress }: { perAddress: number }) {
  const connections = new Map<Socket, { address: string; isNew: boolean }>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { address: socket.remoteAddress ?? '', isNew: true })
    socket.once('close', () => connections.delete(socket))
  })
  const watch = setInterval(closeOldest, limits.connectionsEverySeconds * 1000).unref()
  server.once('close', () => clearInterval(watch))

  function closeOldest() {
    const ofAddress = new Map<string, number>()
    let all = 0
    // Newest first: those count, and the older ones are beyond the limit.
    for (const [socket, connection] of Array.from(connections).toReversed()) {
      const own = (ofAddress.get(connection.address) ?? 0) + 1
      ofAddress.set(connection.address, own)
      all++
      if (!connection.isNew && (own > perAddress || all > limits.connections)) socket.destroy()
      connection.isNew = false
    }
  }

  return {
    closeOldest,
    /** It has shown a valid token. */
    isKnown: (socket: Socket): void => void connections.delete(socket),
  }
}
