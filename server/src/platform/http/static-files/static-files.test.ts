import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { type AddressInfo, connect } from 'node:net'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { call } from '../../../../test/kit/api-client.ts'
import { cleanUp } from '../../../../test/kit/clean-up.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import type { App } from '../app-type.ts'
import { edgeOptions, installEdge } from '../edge.ts'
import { chooseVersion, textFile } from './static-file.ts'
import { filesUnderWay, serveStaticFiles } from './file-edge.ts'

const trilho = await openTrilho()
const page = await call(`${trilho.url}/docs`)
const script = /\/docs\/assets\/[\w-]+\.js/.exec(page.text)?.[0] ?? ''

type Input = { method?: string; headers?: Record<string, string> }

/** As sent: nothing is decompressed on the way. */
const ask = (path: string, { method = 'GET', headers = {} }: Input = {}) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    request(trilho.url + path, { method, headers }, response => {
      const parts: Buffer[] = []
      response.on('data', part => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })

const plain = { identity: (body: Buffer) => body, br: brotliDecompressSync, gzip: gunzipSync }
const files = [script, '/openapi.json', '/docs', '/docs/errors?lang=en', '/pages.js', '/portal/begin.js']

test.each(files)('%s is sent as the caller takes it: brotli, gzip or plain', async path => {
  const whole = await ask(path)
  expect([whole.status, whole.headers['content-encoding']]).toEqual([200, undefined])
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', 'identity'],
    ['nothing;q=x', 'identity'],
  ] as const) {
    const sent = await ask(path, { headers: { 'accept-encoding': accepted } })
    expect([accepted, sent.headers['content-encoding'] ?? 'identity']).toEqual([accepted, encoding])
    expect(sent.headers).toMatchObject({
      vary: expect.stringMatching(/(^|, )accept-encoding$/),
      'content-length': String(sent.body.length),
    })
    expect(plain[encoding](sent.body).equals(whole.body)).toBe(true)
  }
})

test.each(files)('%s is not sent again to a browser that has it, and HEAD answers as GET does', async path => {
  const headers = { 'accept-encoding': 'br' }
  const { headers: got, body } = await ask(path, { headers })
  const again = await ask(path, { headers: { ...headers, 'if-none-match': `"x", W/${String(got.etag)}` } })
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, got.etag])
  expect((await ask(path, { headers: { 'if-none-match': String(got.etag) } })).status).toBe(200)
  const head = await ask(path, { method: 'HEAD', headers })
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(body.length)])
  expect([head.headers.etag, head.headers['content-type']]).toEqual([got.etag, got['content-type']])
})

test('files named after their content are kept for ever, the others asked for each time', async () => {
  const immutable = 'public, max-age=31536000, immutable'
  for (const path of files)
    expect([path, (await ask(path)).headers['cache-control']]).toEqual([
      path,
      [script, '/pages.js'].includes(path) ? immutable : 'no-cache',
    ])
})

test('the reference is not framed, and runs nothing of anybody else', async () => {
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
  )
  expect(page.headers.get('x-frame-options')).toBe('DENY')
})

test('the plain version is sent where a caller forbids all others, and the best where all are allowed', () => {
  const version = (encoding: 'br' | 'gzip' | 'identity') => ({ encoding, bytes: 1, read: () => Buffer.alloc(1) })
  const file = { type: 'x', tag: 'x', versions: [version('br'), version('gzip'), version('identity')] }
  for (const [accepted, encoding] of [
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity;q=0', 'identity'],
    ['BR', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
  ])
    expect([accepted, chooseVersion(file, accepted)?.encoding]).toEqual([accepted, encoding])
})

/** A server of one file that no socket swallows whole. */
async function openLarge() {
  const app: App = Fastify(edgeOptions).withTypeProvider<TypeBoxTypeProvider>()
  installEdge(app, { isHttps: false, isReadOnly: false })
  serveStaticFiles(app)
  const file = await textFile('large.js', 'x'.repeat(8_000_000))
  app.get('/large.js', { config: { public: true } }, (_request, reply) => reply.sendStatic(file, 'immutable'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  cleanUp(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { port, ask: () => fetch(`http://127.0.0.1:${port}/large.js`, { method: 'GET' }) }
}

test('of large files so many are on their way to one address', async () => {
  const { port, ask: askLarge } = await openLarge()
  const readers = times(40, () => connect(port, '127.0.0.1').on('error', () => {}))
  const answers = await Promise.all(
    readers.map(
      reader =>
        new Promise<string>(resolve => {
          reader.once('data', part => {
            reader.pause()
            resolve(part.toString('latin1'))
          })
          reader.write(`GET /large.js HTTP/1.1\r\nhost: x\r\n\r\n`)
        }),
    ),
  )
  const count = (status: string) => answers.filter(one => one.startsWith(`HTTP/1.1 ${status} `)).length
  for (const refused of answers.filter(one => !one.startsWith('HTTP/1.1 200 '))) {
    expect(refused).not.toMatch(/immutable|etag/)
    expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '').error.details.reason).toMatch(/RateLimit|Overloaded/)
  }
  expect(count('200')).toBeGreaterThan(0)
  expect(count('200')).toBeLessThanOrEqual(32)
  expect(count('429') + count('503')).toBe(40 - count('200'))
  readers.forEach(reader => reader.destroy())
  await expect.poll(async () => (await askLarge()).status).toBe(200)
})

test('a reader is dropped when it has not taken enough of a file in time', () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  let now = 0
  const underWay = filesUnderWay(() => now)
  const reader = () => {
    const socket = {
      bytesWritten: 1_000,
      writableLength: 0,
      isDropped: false,
      destroy: () => (socket.isDropped = true),
    }
    return socket
  }
  const [slow, quick, gone] = [reader(), reader(), reader()]
  const [, , end] = [slow, quick, gone].map(one => underWay.begin('a', 5_000_000, one as never))
  now = 9_000
  vi.advanceTimersByTime(1_000)
  expect([slow.isDropped, quick.isDropped]).toEqual([false, false])
  Object.assign(slow, { bytesWritten: 3_000_000, writableLength: 2_990_000 })
  Object.assign(quick, { bytesWritten: 3_000_000, writableLength: 1_000_000 })
  end?.()
  now = 30_000
  vi.advanceTimersByTime(1_000)
  expect([slow.isDropped, quick.isDropped, gone.isDropped]).toEqual([true, false, false])
  vi.useRealTimers()
})
