import { type ServerResponse, createServer } from 'node:http'

/** A merchant's receiver that is as fast as can be: it reads, counts and says yes. Asked to hold, it answers when let go. */
let count = 0
let held: ServerResponse[] | null = null

function accept(response: ServerResponse) {
  if (response.destroyed) return
  count++
  response.end()
}

const commands: Record<string, () => void> = {
  '/hold': () => (held ??= []),
  '/let-go': () => {
    const waiting = held ?? []
    held = null
    waiting.forEach(accept)
  },
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(String(count))
  const command = commands[request.url ?? '']
  request.resume().on('end', () => {
    if (command !== undefined) {
      command()
      response.end()
    } else if (held !== null) held.push(response)
    else accept(response)
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('is ready at\n'))
