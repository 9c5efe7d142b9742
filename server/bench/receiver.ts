import { createServer } from 'node:http'

/** A merchant's receiver that is as fast as can be: it reads, counts and says yes. */
let count = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(String(count))
  request.resume().on('end', () => {
    count++
    response.end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('is ready at\n'))
