import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { cleanUp } from '../../../test/kit/clean-up.ts'
import { times } from '../../../test/kit/trilho.ts'
import { unauthenticatedConnections } from './public-requests.ts'

test('of connections without a token the oldest beyond the limit are closed, after they had time to show one', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  const connections = unauthenticatedConnections(server, { perAddress: 3 })
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const accepted: Socket[] = []
  server.on('connection', socket => accepted.push(socket))
  const open = async () => {
    const client = connect(port, '127.0.0.1')
    cleanUp(async () => client.destroy())
    await once(server, 'connection')
  }
  cleanUp(async () => server.close())
  for (const _ of times(6, () => null)) await open()
  const closed = () => accepted.map(socket => socket.destroyed)

  connections.isKnown(accepted[0] as Socket)
  connections.closeOldest()
  expect(closed()).toEqual(times(6, () => false))
  connections.closeOldest()
  expect(closed()).toEqual([false, true, true, false, false, false])
})
