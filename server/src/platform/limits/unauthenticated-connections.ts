import type { Server, Socket } from 'node:net'
import { limits } from '../http/limits.ts'

/**
 * Connections that have shown no token. They are never refused, because a merchant's looks like any other until its
 * first request: the oldest beyond the limits are closed, each after it had time to show one.
 */
export function strangerConnections(server: Server, { perAddress }: { perAddress: number }) {
  const strangers = new Map<Socket, { address: string; isNew: boolean }>()
  server.on('connection', (socket: Socket) => {
    strangers.set(socket, { address: socket.remoteAddress ?? '', isNew: true })
    socket.once('close', () => strangers.delete(socket))
  })
  const watch = setInterval(closeOldest, limits.connectionsEverySeconds * 1000).unref()
  server.once('close', () => clearInterval(watch))

  function closeOldest() {
    const ofAddress = new Map<string, number>()
    let all = 0
    // Newest first: those count, and the older ones are beyond the limit.
    for (const [socket, stranger] of Array.from(strangers).toReversed()) {
      const own = (ofAddress.get(stranger.address) ?? 0) + 1
      ofAddress.set(stranger.address, own)
      all++
      if (!stranger.isNew && (own > perAddress || all > limits.connections)) socket.destroy()
      stranger.isNew = false
    }
  }

  return {
    closeOldest,
    /** It has shown a valid token. */
    isKnown: (socket: Socket): void => void strangers.delete(socket),
  }
}
