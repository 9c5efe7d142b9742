import { type ServerResponse, createServer } from 'node:http'

/** A merchant's receiver, as fast as possible: it reads, counts and responds with 200. On hold it responds when released. */
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
