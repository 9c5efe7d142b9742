import { type Socket, Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { App } from './app-type.ts'

/** A connection that was unused for this long is probably not about to be used. */
const idleMs = 1_000
const longestAtTheDoorMs = 2_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Before it is closed under load: see `drainGently`. `isFollowed`: another process accepts new connections. */
    drain: (end: { isFollowed: boolean }) => Promise<void>
    /** Ends responses without end (streams): no new connections are accepted. */
    stopping: AbortSignal
  }
}

/**
 * How a server ends without cutting anybody off. First it is no longer ready and goes on as before, for balancers to
 * notice: unless another process serves at the same address, which is then as ready as before. Then nobody new is let in,
 * and open connections are closed with their next response. What nobody has used for a while may then be
 * closed.
 */
export function drainGently(app: App, { seconds }: { seconds: number }) {
  const state = { draining: false, doorIsClosed: false }
  let staysReady = false
  const stopping = new AbortController()
  app.decorate('stopping', stopping.signal)

  const connections = new Set<Socket>()
  app.server.on('connection', socket => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  app.decorate('drain', async ({ isFollowed }) => {
    staysReady = isFollowed
    state.draining = !staysReady
    if (state.draining) await delay(seconds * 1000)
    await nobodyAtTheDoor(app.server)
    // Only the door: closing an HTTP server would cut idle connections off, and some of them are just about to be used.
    Server.prototype.close.call(app.server)
    state.doorIsClosed = true
    stopping.abort()
    await delay(Math.min(idleMs, seconds * 1000))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (state.doorIsClosed) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    state.draining = !staysReady
    stopping.abort()
    // A connection is let go as soon as its last request is answered, whatever the client thinks of keeping it.
    const letGo = setInterval(() => setImmediate(closeUnused), 20)
    app.server.once('close', () => clearInterval(letGo))
    // Closing closes idle connections at once, so it follows the turn in which what has arrived was read.
    await nextTurn()
  })
  return state

  /** Called after a turn has read from all sockets: a call that had arrived in one makes its connection busy. */
  function closeUnused() {
    app.server.closeIdleConnections()
    // Node considers a connection that has sent nothing yet busy, and its timeout is not checked any more.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }
}

/** Node lets one caller in each turn, and those that still wait are cut off when the door is closed. */
async function nobodyAtTheDoor(server: Server): Promise<void> {
  const untilMs = performance.now() + longestAtTheDoorMs
  let cameIn = true
  const note = () => void (cameIn = true)
  server.on('connection', note)
  while (cameIn && performance.now() < untilMs) {
    cameIn = false
    await nextTurn()
  }
  server.off('connection', note)
}

/** For this long after a request another one is likely. */
const recentMs = 200

export type RecentRequests = ReturnType<typeof recentRequests>

/** Whether this process is serving requests: work that can wait then uses fewer resources. */
export function recentRequests() {
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    note: () => void (lastMs = performance.now()),
    areThere: (): boolean => performance.now() - lastMs < recentMs,
  }
}
