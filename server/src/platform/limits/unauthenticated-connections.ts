import type { Server, Socket } from 'node:net'
import { limits } from '../http/limits.ts'

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
