import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test, vi } from 'vitest'
import { cleanUp } from '../../../../test/kit/clean-up.ts'
import { times } from '../../../../test/kit/trilho.ts'
import { BankAway, BankLimited } from './bank.ts'
import { bankClient } from './bank-client.ts'
import type { CallSettings } from './call-form.ts'
import type { Dialect } from './dialect.ts'
import { inter } from './dialects/inter.ts'
import { standard } from './dialects/standard.ts'
import { received } from './received.ts'

/** A bank on this machine, in the clear, that notes who asked for what. */
const calledPaths: string[] = []
const calledAccounts: (string | null)[] = []
type Answered = { status: number; body: object; headers?: Record<string, string> }
let answer = (_token: string): Answered => ({ status: 200, body: {} })
let tokenAnswer: Answered | null = null
const server = createServer((request, response) => {
  calledPaths.push(request.url ?? '')
  calledAccounts.push(request.headers['x-conta-corrente']?.toString() ?? null)
  const isToken = request.url === '/token'
  const token = { access_token: `t-${calledPaths.filter(path => path === '/token').length}`, expires_in: 3600 }
  const { status, body, headers }: Answered = isToken
    ? (tokenAnswer ?? { status: 200, body: token })
    : answer(request.headers.authorization ?? '')
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
cleanUp(async () => void server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function newClient(changes: CallSettings = {}, dialect: Dialect = standard) {
  const keys = { clientId: 'id', clientSecret: 'secret', pixKey: 'pix@ours.test', ispb: '99999004' }
  const settings = {
    pixUrl: url,
    tokenUrl: `${url}/token`,
    payoutUrl: null,
    ...keys,
    certificates: [],
    ca: null,
    ...changes,
  }
  const bank = bankClient('test', settings, dialect)
  cleanUp(bank.close)
  return bank
}
const tokensAsked = () => calledPaths.filter(path => path === '/token').length
const ask = { operation: 'create charge', method: 'POST', url: `${url}/cob` } as const

beforeEach(() => void (calledPaths.length = 0))

test("every call to Inter names the account, if the application has several, and the standard's resources have their paths", async () => {
  const account = { accountNumber: '1234567', query: { key: '{applicationKey}' }, applicationKey: 'a b' }
  const bank = newClient({ ...account, paths: { charge: '/v3/cob' } }, inter)
  await bank.call({ ...ask, url: `${bank.urls.charge}/1` })
  expect([calledPaths.at(-1), calledAccounts.at(-1)]).toEqual(['/v3/cob/1?key=a+b', '1234567'])
  await newClient({}, inter).call(ask)
  expect(calledAccounts.at(-1)).toBeNull()
})

test.each([
  ['the standard', standard, '/webhook/%2B5511912345678'],
  ['Inter, which wants it without its plus', inter, '/webhook/5511912345678'],
] as const)('the callback address of a phone key is at its own path at %s', async (_bank, dialect, path) => {
  const { settings, ...bank } = newClient({}, dialect)
  answer = () => ({ status: 200, body: {} })
  const rail = received({ ...bank, settings: { ...settings, pixKey: '+5511912345678' } }, dialect, () => new Date())
  await rail.callbackPlaces[0]?.set('https://pay.example.com')
  expect(calledPaths.at(-1)).toBe(path)
})

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

test('a token is used until it ends where the bank gives no other in its last minute, and nobody waits for that', async () => {
  const bank = newClient()
  answer = () => ({ status: 200, body: {} })
  await bank.call(ask)
  const now = performance.now.bind(performance)
  let laterMs = 3_570_000
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)
  cleanUp(async () => spy.mockRestore())
  tokenAnswer = { status: 429, body: {}, headers: { 'retry-after': '20' } }
  for (const _ of times(3, () => 0)) expect((await bank.call(ask)).status).toBe(200)
  expect(tokensAsked()).toBe(2)
  laterMs += 21_000
  tokenAnswer = null
  expect((await bank.call(ask)).status).toBe(200)
  await expect.poll(tokensAsked).toBe(3)
  tokenAnswer = { status: 429, body: {}, headers: { 'retry-after': '20' } }
  laterMs += 60_000
  expect((await bank.call(ask)).status).toBe(200)
  laterMs += 3_600_000
  await expect(bank.call(ask)).rejects.toThrow(BankLimited)
  tokenAnswer = null
  spy.mockRestore()
})

test('a bank that does not answer is not called any more, until one call gets an answer', async () => {
  const bank = newClient()
  answer = () => ({ status: 500, body: {} })
  for (const _ of times(5, () => 0)) await expect(bank.call(ask)).rejects.toThrow(BankAway)
  const before = calledPaths.length
  await expect(bank.call(ask)).rejects.toThrow('it has not answered for a while')
  expect([calledPaths.length, bank.awayFor().length === 0]).toEqual([before, false])
  answer = () => ({ status: 200, body: {} })
  const statusNow = () => bank.call(ask).then(({ status }) => status, String)
  await expect.poll(statusNow).toBe(200)
  expect([await statusNow(), bank.awayFor().length === 0]).toEqual([200, true])
})

test('a payment to a key that is not ours is marked as foreign, read or listed', async () => {
  const rail = received(newClient(), standard, () => new Date())
  const pix = { endToEndId: 'E99999004202611161200abcdefghijk', valor: '3.00', chave: 'pix@theirs.test' }
  const find = async () => {
    const [from, until] = [new Date(0), new Date(1)]
    const listed = await Array.fromAsync(rail.listReceived({ from, until }))
    const read = await rail.readReceived(pix.endToEndId)
    return [read, ...listed].map(one => [one?.amount, one?.foreignKey])
  }
  answer = () => ({ status: 200, body: { ...pix, pix: [pix] } })
  expect(await find()).toEqual(times(2, () => [3_000_000n, 'pix@theirs.test']))
  pix.chave = 'pix@ours.test'
  expect(await find()).toEqual(times(2, () => [3_000_000n, undefined]))
})

test('a 429 keeps one kind of call for its Retry-After, in seconds or as a date, and stops no other', async () => {
  const date = 'Tue, 17 Nov 2026 12:00:00 GMT'
  for (const headers of [{ 'retry-after': '30' }, { date, 'retry-after': 'Tue, 17 Nov 2026 12:00:30 GMT' }]) {
    const bank = newClient()
    answer = () => ({ status: 429, body: {}, headers })
    for (const _ of times(6, () => 0))
      await expect(bank.call(ask)).rejects.toSatisfy(
        error => error instanceof BankLimited && error.retryAfterSeconds > 25 && error.retryAfterSeconds <= 30,
      )
    expect(calledPaths.filter(path => path === '/cob')).toHaveLength(1)
    answer = () => ({ status: 200, body: {} })
    expect((await bank.call({ ...ask, operation: 'send payout' })).status).toBe(200)
    expect(bank.awayFor()).toEqual([])
    calledPaths.length = 0
  }
})
