import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../http/app-type.ts'
import { ApiError } from '../http/errors.ts'
import { limits } from '../http/limits.ts'
import { slotCounter, slotsPerTurn } from '../lib/fair-queue.ts'
import { unauthenticatedConnections } from './unauthenticated-connections.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the slot that a public request has while it is worked on. */
    leaveSlot: (() => void) | null
  }
}

type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
type Given = { trustsProxy: boolean }

/**
 * A request with a valid token goes ahead. Of all others a few start in each turn of the event loop, fair per address, and
 * a limited number is processed at once, so that they do not fill the database's queue. More are refused with 503.
 */
export function limitUnauthenticated(app: App, authenticate: Authenticate, { trustsProxy }: Given): void {
  const starts = slotsPerTurn(() => limits.publicPerTurn, {
    most: limits.publicWaiting,
    mostOfKey: limits.publicWaitingPerAddress,
  })
  const slots = slotCounter({ most: limits.publicAtOnce, mostOfKey: limits.publicAtOncePerAddress })
  // All who come by a proxy have its address; how many connections each of them has is for the proxy to bound.
  const connections = unauthenticatedConnections(app.server, {
    perAddress: trustsProxy ? Number.POSITIVE_INFINITY : limits.connectionsPerAddress,
  })
  async function waitToStart(address: string): Promise<void> {
    const start = starts(address)
    if (start === null) throw new ApiError('ServerOverloaded')
    await start
  }

  /** Returns what to call, once or more, when the work is done. */
  function takeSlot(address: string): () => void {
    if (slots.free(address) <= 0) throw new ApiError('ServerOverloaded')
    slots.take(address)
    let isDone = false
    return () => {
      if (!isDone) slots.giveBack(address)
      isDone = true
    }
  }

  const isOpen = (request: FastifyRequest) => request.is404 || request.routeOptions.config.public === true

  app.addHook('onRequest', async (request, reply) => {
    if (isOpen(request)) return waitToStart(request.ip)
    try {
      await authenticate(request, reply)
    } catch (error) {
      await waitToStart(request.ip)
      throw error
    }
    connections.isKnown(request.raw.socket)
  })

  app.decorateRequest('leaveSlot', null)
  // Only now, when the body has come: one that trickles takes nobody's slot.
  app.addHook('preHandler', (request, reply, done) => {
    if (isOpen(request)) {
      request.leaveSlot = takeSlot(request.ip)
      reply.raw.once('close', request.leaveSlot)
    }
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveSlot?.()
    done(null, payload)
  })
}
