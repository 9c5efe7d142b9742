import { type Socket, connect, createServer } from 'node:net'
import { cleanUp } from './clean-up.ts'

/** A network link to a server on this machine, which can be cut: then nothing passes, and nothing says so. */
export async function openLink(toPort: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const add = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    if (isCut) socket.pause()
  }
  const door = createServer(client => {
    const server = connect(toPort, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      add(from)
      from.on('data', piece => void (isCut || to.write(piece)))
      from.once('close', () => void (isCut || to.destroy()))
    }
  })
  await new Promise<void>(resolve => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  const endAll = () => sockets.forEach(socket => socket.destroy())
  cleanUp(() => {
    endAll()
    door.close()
  })
  return {
    host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    cut() {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    /** What was on its way is lost, with its connections. */
    mend() {
      isCut = false
      endAll()
    },
  }
}
