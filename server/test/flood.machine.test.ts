import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { apiClient, call } from './kit/api-client.ts'
import { cleanUp } from './kit/clean-up.ts'
import { dataFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { openTrilho, times } from './kit/trilho.ts'

const { databaseUrl } = await openTrilho()
const folder = await dataFolder()
const server = await spawnServer({ TRILHO_DATA: folder, DATABASE_URL: databaseUrl })
await server.ready()
const { port } = new URL(server.url)
const api = await apiClient(server.url, await readSandboxFile(folder))
const page = (await call(`${server.url}/portal`)).text
const script = new URL(/src="([^"]+\.js)"/.exec(page)?.[1] ?? '', `${server.url}/portal`).pathname

type Flood = { request: string; connections: number; reads: boolean }

/** Sends requests on many connections, each again after its response; or sends once and does not read the response. */
function flood({ request, connections, reads }: Flood): Socket[] {
  return times(connections, () => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request))
    socket.on('error', () => {})
    if (!reads) return socket.pause()
    let last = ''
    return socket.on('data', part => {
      const start = (last + part.toString('latin1')).slice(-20_000)
      last = start.slice(-100)
      if (/HTTP\/1\.1 \d/.test(start)) socket.write(request)
    })
  })
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const wrongLogin = '{"accessKey":"ak_1","secret":"no"}'
const login = `POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${wrongLogin.length}\r\n\r\n${wrongLogin}`

const floods: [what: string, Flood][] = [
  ['everybody reading the portal', { request: get(script), connections: 450, reads: true }],
  ['readers of the portal that take nothing', { request: get(script), connections: 500, reads: false }],
  ['readers of openapi.json', { request: get('/openapi.json'), connections: 450, reads: true }],
  ['wrong logins', { request: login, connections: 450, reads: true }],
  ['addresses that are not there', { request: get('/nowhere'), connections: 450, reads: true }],
  ['readers of the metrics', { request: get('/metrics'), connections: 450, reads: true }],
]

test.each(floods)(
  'during a flood of %s payments still get their share, and memory is bounded',
  async (_what, given) => {
    const sockets = flood(given)
    cleanUp(async () => sockets.forEach(socket => socket.destroy()))
    await Promise.all(sockets.map(socket => new Promise(resolve => socket.once('connect', resolve))))
    const startedAt = performance.now()
    for (const _ of times(20, () => null)) expect((await api.requestCashIn()).status).toBe(201)
    const ms = performance.now() - startedAt
    const { text: metrics } = await call(`${server.url}/metrics`)
    sockets.forEach(socket => socket.destroy())
    const memory = Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1])
    // A loose bound: without a flood they take some tenths of a second, and it was half a minute before.
    expect(ms).toBeLessThan(10_000)
    expect(memory).toBeLessThan(600e6)
  },
)

// The same by a merchant with a valid token: what it sends is bounded by connection and by key before anything is parsed.
const limited = await spawnServer({ TRILHO_DATA: folder, DATABASE_URL: databaseUrl, RATE_LIMIT: '50' })
await limited.ready()
const { otherMerchant } = await readSandboxFile(folder)
const { token } = await apiClient(limited.url, otherMerchant)
const payer = await apiClient(limited.url, await readSandboxFile(folder))
const bearer = `host: x\r\nauthorization: Bearer ${token}\r\n`
const balance = `GET /accounts/balance HTTP/1.1\r\n${bearer}\r\n`
const bodyOf = (body: string) =>
  `POST /accounts/pix/cashin HTTP/1.1\r\n${bearer}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const deep = `{"x":${'['.repeat(120_000)}${']'.repeat(120_000)}}`

/** In a thread of its own, which does not delay the payments that are measured. A connection that is closed comes again. */
const flooding = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, request, times, connections } } = require('node:worker_threads')
  const all = Buffer.from(request.repeat(times))
  const open = () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(all))
    socket.on('error', () => {}).on('close', () => setTimeout(open, 20))
    socket.on('data', () => socket.writableLength === 0 && socket.write(all))
  }
  for (let i = 0; i < connections; i++) open()
  setTimeout(() => parentPort.postMessage('begun'), 500)`

type Valid = { request: string; times: number; connections: number }

test.each<[what: string, Valid]>([
  ['40,000 pipelined requests on each connection', { request: balance, times: 40_000, connections: 20 }],
  ['bodies that are nested deeply', { request: bodyOf(deep), times: 1, connections: 100 }],
  ['bodies of a megabyte', { request: bodyOf('x'.repeat(1_000_000)), times: 1, connections: 100 }],
])(
  'during a flood of %s by a valid token payments of others get their share, and memory is bounded',
  async (_what, given) => {
    const workerData = { port: Number(new URL(limited.url).port), ...given }
    const thread = new Worker(flooding, { eval: true, workerData })
    cleanUp(async () => void (await thread.terminate()))
    await once(thread, 'message')
    const startedAt = performance.now()
    for (const _ of times(20, () => null)) expect((await payer.requestCashIn()).status).toBe(201)
    const ms = performance.now() - startedAt
    const { text: metrics } = await call(`${limited.url}/metrics`)
    await thread.terminate()
    const memory = Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1])
    // As loose as above; before they were bounded it took minutes, and a gigabyte.
    expect(ms).toBeLessThan(10_000)
    expect(memory).toBeLessThan(450e6)
  },
)
