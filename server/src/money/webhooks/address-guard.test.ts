import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { afterAll, expect, test } from 'vitest'
import { guardedConnector, isAllowedAddress } from '../../platform/http/address-guard.ts'
import { checkWebhookAddress } from './address-guard.ts'
import { webhookSender } from './send.ts'

const allowed = (url: string, isSandbox: boolean) => {
  try {
    checkWebhookAddress(url, isSandbox)
    return true
  } catch {
    return false
  }
}

const everywhere = `
  8.8.8.8 93.184.216.34 1.1.1.1 223.255.255.254 [2606:4700:4700::1111] [2a00:1450:4001:82a::200e]
  [::ffff:8.8.8.8] [64:ff9b::808:808] shop.example xn--caf-dma.example metadata.google.internal`

const inSandboxOnly = `
  127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.255.255.254 127.0.0.1.
  １２７.0.0.1 ①②⑦.0.0.1 [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1]
  localhost LOCALHOST localhost. shop.localhost`

const nowhere = `
  0.0.0.0 0 0x0 10.0.0.1 10.1 0xa000001 012.0.0.1 167772161 172.16.0.1 172.31.255.255 192.168.0.1 0xc0.168.1
  100.64.0.1 100.100.100.200 169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.170.2 169.254.1.1
  168.63.129.16 192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1
  255.255.255.255 192.88.99.1
  [::] [::127.0.0.1] [::8.8.8.8] [::ffff:10.0.0.1] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [::ffff:0:127.0.0.1]
  [64:ff9b::a9fe:a9fe] [64:ff9b::10.0.0.1] [64:ff9b:1::8.8.8.8] [2002:7f00:1::] [2002:a9fe:a9fe::1] [2002:808:808::1]
  [2001:0:4136:e378:8000:63bf:3fff:fdd2] [fe80::1] [fe80::a9fe:a9fe] [fc00::1] [fd00:ec2::254] [fd20:ce::254]
  [fec0::1] [ff02::1] [100::1] [2001:db8::1] [3fff::1] [5f00::1] [4000::1] [::2]`

const list = (text: string) => text.trim().split(/\s+/)

test.each(list(everywhere))('%s may be called in production and in a sandbox', host => {
  expect([allowed(`https://${host}/hook`, false), allowed(`https://${host}/hook`, true)]).toEqual([true, true])
})

test.each(list(inSandboxOnly))('%s may be called in a sandbox only', host => {
  expect([allowed(`https://${host}/hook`, false), allowed(`http://${host}:4000/hook`, true)]).toEqual([false, true])
})

test.each(list(nowhere))('%s is never called', host => {
  expect([allowed(`https://${host}/hook`, false), allowed(`http://${host}/hook`, true)]).toEqual([false, false])
})

test('production calls https only', () => {
  expect([allowed('http://shop.example/hook', false), allowed('http://shop.example/hook', true)]).toEqual([false, true])
})

test.each(['fe80::1%eth0', '::1%lo', '', 'shop.example', '999.1.1.1', '::ffff:999.1.1.1'])(
  '%j is no address that may be called',
  text => {
    expect([isAllowedAddress(text, false), text !== '::1%lo' && isAllowedAddress(text, true)]).toEqual([false, false])
  },
)

const received: string[] = []
const server = createServer((request, response) => {
  received.push(request.headers.host ?? '')
  response.end()
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => server.close())

const event = {
  merchantId: 'merchant',
  id: 'event',
  transactionId: null,
  position: 1,
  payload: '{}',
  url: '',
  headerName: null,
  headerValue: null,
  createdAt: new Date(),
}

/** Calls through the guard, with names that resolve as given. */
async function called(url: string, isSandbox: boolean, names: Record<string, string[]> = {}) {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return (names[host] ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const agent = new Agent({ connect: guardedConnector({ isSandbox, timeoutMs: 500 }, resolve) })
  const before = received.length
  const outcome = await request(url, { dispatcher: agent }).then(
    ({ statusCode }) => String(statusCode),
    (error: Error) => error.message,
  )
  await agent.destroy()
  return { outcome, asked, arrived: received.slice(before) }
}

test.each([
  ['a literal', `https://127.0.0.1:${port}/`, {}],
  ['a literal in hexadecimal', `https://0x7f000001:${port}/`, {}],
  ['a literal in brackets', `https://[::1]:${port}/`, {}],
  ['plain http', `http://shop.example:${port}/`, { 'shop.example': ['93.184.216.34'] }],
  ['a name for loopback', `https://shop.example:${port}/`, { 'shop.example': ['127.0.0.1'] }],
  ['a name for metadata', `https://shop.example:${port}/`, { 'shop.example': ['169.254.169.254'] }],
  ['a name with one bad address', `https://shop.example:${port}/`, { 'shop.example': ['93.184.216.34', '10.0.0.1'] }],
  ['a name with a mapped address', `https://shop.example:${port}/`, { 'shop.example': ['::ffff:127.0.0.1'] }],
])('in production %s is refused at connect time', async (_, url, names) => {
  const { outcome, arrived } = await called(url, false, names)
  expect(outcome).toMatch(/^the address is not allowed/)
  expect(arrived).toEqual([])
})

test.each([
  ['169.254.169.254', {}],
  ['metadata.google.internal', { 'metadata.google.internal': ['169.254.169.254'] }],
  ['intranet.example', { 'intranet.example': ['10.1.2.3'] }],
])('a sandbox does not call %s either', async (host, names) => {
  expect((await called(`http://${host}:${port}/`, true, names)).outcome).toMatch(/^the address is not allowed/)
})

test('a name is resolved once, and the address that was judged is the one that is called', async () => {
  const { outcome, asked, arrived } = await called(`http://shop.example:${port}/`, true, {
    'shop.example': ['127.0.0.1'],
  })
  expect([outcome, asked, arrived]).toEqual(['200', ['shop.example'], [`shop.example:${port}`]])
})

test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])('the sender of webhooks asks the guard: %s', async host => {
  const { send, close } = webhookSender({ isSandbox: false })
  const before = received.length
  const sent = await send({ ...event, url: `https://${host}:${port}/` }, {})
  await close()
  expect(sent).toMatchObject({ outcome: 'noConnection', error: expect.stringMatching(/^the address is not allowed/) })
  expect(received.slice(before)).toEqual([])
})
