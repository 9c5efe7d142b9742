import { type IncomingHttpHeaders, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: Record<string, unknown> }

/** A merchant's webhook receiver: a real HTTP server that keeps what it was told. Closed when the file ends. */
export async function openSink(answer: { status?: number } = {}) {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', piece => (text += piece))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) })
      response.statusCode = answer.status ?? 200
      response.end()
      for (const check of waiting) check()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const eventsOf = (id: string) => received.filter(event => event.body.id === id)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    eventsOf,
    /** Resolves when so many events of the transaction have come. */
    waitForEvents: (id: string, count: number): Promise<Received[]> =>
      new Promise(resolve => {
        const check = () => {
          if (eventsOf(id).length < count) return
          waiting.delete(check)
          resolve(eventsOf(id))
        }
        waiting.add(check)
        check()
      }),
  }
}
