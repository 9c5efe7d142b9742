import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from './limits.ts'

type Waiting = [request: IncomingMessage, response: ServerResponse]

/**
 * Node begins every request that a connection has sent at once, however many wait for their responses. Here the requests of
 * one connection are handled one after the other, as their responses go out. A connection that sends more ahead than the
 * limit is cut, and none of those that wait is handled.
 */
export function boundPipelining(server: Server): void {
  const waitingOf = new WeakMap<Socket, Waiting[]>()
  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const waiting = waitingOf.get(socket)
    if (waiting === undefined) return handle(socket, [request, response])
    if (waiting.push([request, response]) <= limits.pipelined) return
    waiting.length = 0
    socket.destroy()
  })

  function handle(socket: Socket, [request, response]: Waiting): void {
    const waiting = waitingOf.get(socket) ?? []
    waitingOf.set(socket, waiting)
    response.once('close', () => {
      const next = socket.destroyed ? undefined : waiting.shift()
      if (next === undefined) waitingOf.delete(socket)
      else handle(socket, next)
    })
    for (const listener of handlers) listener.call(server, request, response)
  }
}
