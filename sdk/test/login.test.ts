import { expect, test, vi } from 'vitest'
import { openTrilho, times } from '../../server/test/kit/trilho.ts'
import { refusal } from '../src/index.ts'
import { type LoggedIn, tokenKeeper } from '../src/login.ts'
import { between, connect } from './kit.ts'

const server = await openTrilho()
const merchant = await server.newMerchant()

test('calls at the same time share one login, and later ones its token', async () => {
  const line = between(() => undefined)
  const { trilho } = connect(server.url, merchant, line)
  await Promise.all(times(10, () => trilho.account.readBalance()))
  await trilho.account.readBalance()
  expect(line.sentTo('/login')).toHaveLength(1)
})

test('an aborted caller does not abort the login of others', async () => {
  const gate = Promise.withResolvers<undefined>()
  const line = between(({ path }) => (path === '/login' ? gate.promise : undefined))
  const { trilho } = connect(server.url, merchant, line)
  const leaving = new AbortController()
  const left = trilho.account.readBalance({ signal: leaving.signal })
  const stays = trilho.account.readBalance()
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  gate.resolve(undefined)
  expect(await stays).toMatchObject({ currency: 'BRL' })
  expect(line.sentTo('/login')).toHaveLength(1)
})

test('a refused token is replaced once, also for a late caller, without an error', async () => {
  const renewed = Promise.withResolvers<void>()
  const line = between(async ({ path }, count) => {
    if (path !== '/accounts/balance' || count > 5) return undefined
    if (count === 5) await renewed.promise
    return refusal(401, 'AuthenticationTokenInvalid')
  })
  const { trilho, notes } = connect(server.url, merchant, { ...line, retries: 0 })
  const calls = times(5, () => trilho.account.readBalance())
  await Promise.all(calls.slice(0, 4))
  renewed.resolve()
  expect(await calls[4]).toMatchObject({ currency: 'BRL' })
  expect(line.sentTo('/login')).toHaveLength(2)
  expect(notes.filter(note => note.status === 401)).toHaveLength(5)
})

test('a revoked key is reported as such, after one more login', async () => {
  const line = between(({ path }) => (path === '/login' ? undefined : refusal(401, 'AuthenticationTokenInvalid')))
  const { trilho } = connect(server.url, merchant, line)
  await expect(trilho.account.readBalance()).rejects.toMatchObject({ reason: 'AuthenticationTokenInvalid' })
  expect(line.sentTo('/login')).toHaveLength(2)
  const wrong = connect(server.url, { ...merchant, secret: 'sk_wrong' }).trilho
  await expect(wrong.account.readBalance()).rejects.toMatchObject({ status: 401, reason: 'AccessKeyUnauthorized' })
})

/** A login that counts, with tokens that last so long by a server whose clock is an hour wrong. */
function countedLogins(lastsSeconds: number) {
  const serverNow = () => Math.floor((performance.timeOrigin + performance.now()) / 1000) + 3_600
  let count = 0
  return vi.fn<() => Promise<LoggedIn>>(async () => {
    const claims = btoa(JSON.stringify({ iat: 1, exp: serverNow() + lastsSeconds }))
    return { token: `x.${claims}.${count++}`, date: new Date(serverNow() * 1000).toUTCString() }
  })
}

test('a token is renewed before it expires by the server’s clock; a failed renewal affects no call until then', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  try {
    const logIn = countedLogins(600)
    const tokens = tokenKeeper(logIn)
    const first = await tokens.read()
    vi.advanceTimersByTime(535_000)
    expect(await tokens.read()).toBe(first)
    vi.advanceTimersByTime(10_000)
    logIn.mockRejectedValueOnce(new Error('not now'))
    expect(await tokens.read()).toBe(first)
    expect(await tokens.read()).not.toBe(first)
    expect(logIn).toHaveBeenCalledTimes(3)
    vi.advanceTimersByTime(600_000)
    logIn.mockRejectedValueOnce(new Error('not now'))
    await expect(tokens.read()).rejects.toThrow('not now')
  } finally {
    vi.useRealTimers()
  }
})

test('neither key nor token is in a client’s inspection, its hooks or its errors', async () => {
  const { trilho, notes } = connect(server.url, merchant)
  const error: unknown = await trilho.transactions.read('x').catch((caught: unknown) => caught)
  const { inspect } = await import('node:util')
  const shown = inspect([trilho, notes, error], { depth: 9, showHidden: true }) + JSON.stringify([trilho, notes, error])
  expect(shown).toContain('TransactionNotFound')
  expect(shown).not.toContain(merchant.secret)
  expect(shown).not.toContain(merchant.accessKey)
  expect(shown).not.toMatch(/eyJ/)
})
