import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { cleanUp } from '../../../../test/kit/clean-up.ts'
import { times } from '../../../../test/kit/trilho.ts'
import { BankAway } from './bank.ts'
import { bankClient } from './bank-client.ts'
import { standard } from './dialects/standard.ts'
import { received } from './received.ts'

/** A bank on this machine, in the clear, that notes who asked for what. */
const calledPaths: string[] = []
let answer = (_token: string): { status: number; body: object } => ({ status: 200, body: {} })
const server = createServer((request, response) => {
  calledPaths.push(request.url ?? '')
  const isToken = request.url === '/token'
  const token = { access_token: `t-${calledPaths.filter(path => path === '/token').length}`, expires_in: 3600 }
  const { status, body } = isToken ? { status: 200, body: token } : answer(request.headers.authorization ?? '')
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
cleanUp(async () => void server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function newClient() {
  const keys = { clientId: 'id', clientSecret: 'secret', pixKey: 'pix@ours.test', ispb: '99999004' }
  const settings = { pixUrl: url, tokenUrl: `${url}/token`, payoutUrl: null, ...keys, certificates: [], ca: null }
  const bank = bankClient('test', settings, standard)
  cleanUp(bank.close)
  return bank
}
const tokensAsked = () => calledPaths.filter(path => path === '/token').length
const ask = { operation: 'test', method: 'POST', url: `${url}/cob` } as const

beforeEach(() => void (calledPaths.length = 0))

test('all callers go with one token, and one that the bank refuses is renewed', async () => {
  const bank = newClient()
  answer = token => ({ status: token === 'Bearer t-1' ? 200 : 401, body: {} })
  await Promise.all(times(10, () => bank.call(ask)))
  expect((await bank.call(ask)).status).toBe(200)
  expect(tokensAsked()).toBe(1)
  answer = token => ({ status: token === 'Bearer t-2' ? 200 : 401, body: {} })
  expect((await bank.call(ask)).status).toBe(200)
  expect(tokensAsked()).toBe(2)
})

test('a bank that does not answer is not called any more, until one call gets an answer', async () => {
  const bank = newClient()
  answer = () => ({ status: 500, body: {} })
  for (const _ of times(5, () => 0)) await expect(bank.call(ask)).rejects.toThrow(BankAway)
  const before = calledPaths.length
  await expect(bank.call(ask)).rejects.toThrow('it has not answered for a while')
  expect([calledPaths.length, bank.isUp()]).toEqual([before, false])
  answer = () => ({ status: 200, body: {} })
  const statusNow = () => bank.call(ask).then(({ status }) => status, String)
  await expect.poll(statusNow, { timeout: 10_000 }).toBe(200)
  expect([await statusNow(), bank.isUp()]).toEqual([200, true])
})

test('a payment to a key that is not ours is none of ours, read or listed', async () => {
  const rail = received(newClient(), standard)
  const pix = { endToEndId: 'E99999004202611161200abcdefghijk', valor: '3.00', chave: 'pix@theirs.test' }
  const find = async () => {
    const [from, until] = [new Date(0), new Date(1)]
    const listed = await Array.fromAsync(rail.listReceived({ from, until }))
    return [await rail.readReceived(pix.endToEndId), listed[0] ?? null].map(found => found?.amount ?? null)
  }
  answer = () => ({ status: 200, body: { ...pix, pix: [pix] } })
  expect(await find()).toEqual([null, null])
  pix.chave = 'pix@ours.test'
  expect(await find()).toEqual([3_000_000n, 3_000_000n])
})
