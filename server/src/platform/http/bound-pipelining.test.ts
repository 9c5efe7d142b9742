import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { cleanUp } from '../../../test/kit/clean-up.ts'
import { times } from '../../../test/kit/trilho.ts'
import { boundPipelining } from './bound-pipelining.ts'
import { limits } from './limits.ts'

/** A server that responds in a later turn of the event loop, and a connection that sends so many requests ahead. */
async function sendAhead(count: number) {
  let atOnce = 0
  let most = 0
  let begun = 0
  const server = createServer((request, response) => {
    begun++
    most = Math.max(most, ++atOnce)
    setImmediate(() => {
      atOnce--
      response.end(request.url)
    })
  })
  boundPipelining(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(async () => void server.close())
  const { port } = server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let text = ''
  socket.on('data', part => (text += part.toString()))
  const last = `GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
  socket.write(times(count - 1, i => `GET /${i} HTTP/1.1\r\nhost: x\r\n\r\n`).join('') + last)
  await once(socket, 'close')
  return { paths: text.match(/^\/(\d+|last)/gm) ?? [], most, begun }
}

test('requests that a connection sends ahead are handled one after the other, and answered in their order', async () => {
  const { paths, most } = await sendAhead(20)
  expect(paths.join(' ')).toBe([...times(19, i => `/${i}`), '/last'].join(' '))
  expect(most).toBe(1)
})

test('a connection that sends more ahead than the limit is cut, and none of those that wait is handled', async () => {
  const { paths, begun } = await sendAhead(10 * limits.pipelined)
  expect(paths).not.toContain('/last')
  expect(begun).toBe(1)
})
