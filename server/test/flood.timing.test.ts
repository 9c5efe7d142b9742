import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { type Api, apiClient, call } from './kit/api-client.ts'
import { cleanUp } from './kit/clean-up.ts'
import { dataFolder, mainScript, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { openTrilho, times } from './kit/trilho.ts'

const { databaseUrl } = await openTrilho()
const folder = await dataFolder()
const server = await spawnServer({ TRILHO_DATA: folder, DATABASE_URL: databaseUrl })
await server.ready()
const api = await apiClient(server.url, await readSandboxFile(folder))
const page = (await call(`${server.url}/portal`)).text
const script = new URL(/src="([^"]+\.js)"/.exec(page)?.[1] ?? '', `${server.url}/portal`).pathname

type Flood = { request: string; connections: number; times?: number; reads?: boolean }

/**
 * Sends requests on many connections, each again after its response, or once without reading the response. In a thread of its
 * own, which does not delay the payments that are measured. A connection that is closed comes again.
 */
const flooding = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, request, times, connections, reads, turns } } = require('node:worker_threads')
  const all = Buffer.from(request.repeat(times))
  const open = () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(all))
    socket.on('error', () => {}).on('close', () => {
      Atomics.add(turns, 0, 1)
      setTimeout(open, 20)
    })
    if (!reads) return socket.pause()
    socket.on('data', part => {
      Atomics.add(turns, 0, part.toString('latin1').split('HTTP/1.1 ').length - 1)
      if (socket.writableLength === 0) socket.write(all)
    })
  }
  for (let i = 0; i < connections; i++) open()
  setTimeout(() => parentPort.postMessage('begun'), 500)`

/** Payments until the flood has had its turn meanwhile: how long twenty took at most, and what memory the server then needs. */
async function payDuring(url: string, client: Api, { reads = true, times: requests = 1, ...given }: Flood) {
  // Answers that the flood has got, and connections of it that were closed.
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData = { port: Number(new URL(url).port), turns, reads, times: requests, ...given }
  const thread = new Worker(flooding, { eval: true, workerData })
  cleanUp(async () => void (await thread.terminate()))
  await once(thread, 'message')
  const before = Atomics.load(turns, 0)
  let ms = 0
  do ms = Math.max(ms, await payTwenty(client))
  while (reads && Atomics.load(turns, 0) === before)
  const { text: metrics } = await call(`${url}/metrics`)
  await thread.terminate()
  return { ms, memory: Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]) }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const wrongLogin = '{"accessKey":"ak_1","secret":"no"}'
const login = `POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${wrongLogin.length}\r\n\r\n${wrongLogin}`

const floods: [what: string, Flood][] = [
  ['everybody reading the portal', { request: get(script), connections: 450 }],
  ['readers of the portal that take nothing', { request: get(script), connections: 500, reads: false }],
  ['readers of openapi.json', { request: get('/openapi.json'), connections: 450 }],
  ['wrong logins', { request: login, connections: 450 }],
  ['addresses that are not there', { request: get('/nowhere'), connections: 450 }],
  ['readers of the metrics', { request: get('/metrics'), connections: 450 }],
]

/** Twenty payments one after the other, all of which are answered; returns how long they took. */
async function payTwenty(client: Api): Promise<number> {
  const startedAt = performance.now()
  for (const _ of times(20, () => null)) expect((await client.requestCashIn()).status).toBe(201)
  return performance.now() - startedAt
}

/** Loose, because the machine is busy with the flood, too: it was hundreds of times as long before floods were bounded. */
const mostTimes = 60

test.each(floods)(
  'during a flood of %s payments still get their share, and memory is bounded',
  async (_what, given) => {
    const quietMs = await payTwenty(api)
    const { ms, memory } = await payDuring(server.url, api, given)
    expect(ms / quietMs).toBeLessThan(mostTimes)
    expect(memory).toBeLessThan(600e6)
  },
)

// The same by a merchant with a valid token: what it sends is bounded by connection and by key before anything is parsed.
const limited = await spawnServer({ TRILHO_DATA: folder, DATABASE_URL: databaseUrl, RATE_LIMIT: '50' }, [
  '--inspect=127.0.0.1:0',
  mainScript,
])
await limited.ready()
const { otherMerchant } = await readSandboxFile(folder)
const { token } = await apiClient(limited.url, otherMerchant)
const payer = await apiClient(limited.url, await readSandboxFile(folder))
const bearer = `host: x\r\nauthorization: Bearer ${token}\r\n`
const balance = `GET /accounts/balance HTTP/1.1\r\n${bearer}\r\n`
const bodyOf = (body: string) =>
  `POST /accounts/pix/cashin HTTP/1.1\r\n${bearer}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const deep = `{"x":${'['.repeat(120_000)}${']'.repeat(120_000)}}`

const inspector = new WebSocket(/ws:\S+/.exec(limited.errors())?.[0] ?? '')
await once(inspector, 'open')
cleanUp(async () => inspector.close())

/** What the server's heap and buffers hold once its collector has run: left alone it may run minutes later. */
async function heldBytes(): Promise<number> {
  inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(inspector, 'message')
  const { text } = await call(`${limited.url}/metrics`)
  const bytesOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return bytesOf('nodejs_heap_size_used_bytes') + bytesOf('nodejs_external_memory_bytes')
}

test.each<[what: string, Flood]>([
  ['40,000 pipelined requests on each connection', { request: balance, times: 40_000, connections: 20 }],
  ['bodies that are nested deeply', { request: bodyOf(deep), times: 1, connections: 100 }],
  ['bodies of a megabyte', { request: bodyOf('x'.repeat(1_000_000)), times: 1, connections: 100 }],
])(
  'during a flood of %s by a valid token all payments of others are answered, memory is bounded, and what the flood took is given back',
  async (_what, given) => {
    const quietMs = await payTwenty(payer)
    const quietBytes = await heldBytes()
    // The second flood finds what the first has left.
    for (const _ of ['first', 'second']) {
      const { ms, memory } = await payDuring(limited.url, payer, given)
      expect(ms / quietMs).toBeLessThan(mostTimes)
      // It was a gigabyte.
      expect(memory).toBeLessThan(600e6)
      await expect.poll(async () => (await heldBytes()) / quietBytes, { timeout: 60_000 }).toBeLessThan(1.5)
    }
  },
)
