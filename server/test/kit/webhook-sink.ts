import { type IncomingHttpHeaders, type RequestListener, type ServerResponse, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { cleanUp } from './clean-up.ts'
import { inTime } from './patience.ts'

export type Received = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: Record<string, unknown>
}

/** The receiver's response: a status and headers, or with `instead` any faulty behaviour. */
type Answer = { status?: number; headers?: Record<string, string>; instead?: (response: ServerResponse) => unknown }

/** A merchant's webhook receiver: a real HTTP(S) server that stores the events it receives. Closed when the file ends. */
export async function openSink(answer: Answer = {}, port = 0, certificate?: { cert: string; key: string }) {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const receive: RequestListener = (request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', piece => (text += piece))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, text, body: text === '' ? {} : JSON.parse(text) })
      if (answer.instead) answer.instead(response)
      else response.writeHead(answer.status ?? 200, answer.headers).end()
      for (const check of waiting) check()
    })
  }
  const server = certificate === undefined ? createServer(receive) : createTlsServer(certificate, receive)
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  cleanUp(close)
  const eventsOf = (id: string) => received.filter(event => event.body.id === id)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    port: (server.address() as AddressInfo).port,
    received,
    eventsOf,
    close,
    /** Resolves when that many events of the transaction have arrived. */
    waitForEvents: (id: string, count: number): Promise<Received[]> => {
      const arrived = new Promise<Received[]>(resolve => {
        const check = () => {
          if (eventsOf(id).length < count) return
          waiting.delete(check)
          resolve(eventsOf(id))
        }
        waiting.add(check)
        check()
      })
      const statesOf = (events: Received[]) => events.map(({ body }) => String(body.transactionState)).join(', ')
      return inTime(`${count} events of ${id}`, arrived, () => {
        return `${eventsOf(id).length} of it (${statesOf(eventsOf(id))}), ${received.length} of all`
      })
    },
  }
}
