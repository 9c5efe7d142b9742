import { expect, test } from 'vitest'
import { openTrilho, times } from '../../server/test/kit/trilho.ts'
import { TrilhoError, type TrilhoReason, refusal } from '../src/index.ts'
import { retryAfterMs } from '../src/read-answer.ts'
import { isRetried, pauseMs } from '../src/retry.ts'
import { between, charge, connect } from './kit.ts'

const server = await openTrilho()
const merchant = await server.newMerchant({ balance: '100' })
const cashInPath = '/accounts/pix/cashin'

test('a cash-in whose response was lost is sent again with the same key and request id, and is created once', async () => {
  const line = between(async ({ path, headers, body, method }, count) => {
    if (path !== cashInPath || count > 1) return undefined
    await fetch(server.url + path, { method, headers: keptHeaders(headers), body })
    throw new TypeError('the connection was reset')
  })
  const { trilho, notes } = connect(server.url, merchant, line)
  const { transaction } = await trilho.pix.createCashIn(charge('1.01'))
  const [first, second] = line.sentTo(cashInPath)
  for (const name of ['idempotency-key', 'x-request-id']) {
    expect(first?.headers.get(name)).toMatch(/^[\da-f-]{36}$/)
    expect(second?.headers.get(name)).toBe(first?.headers.get(name))
  }
  expect(second?.body).toBe(first?.body)
  const { items } = await trilho.transactions.list()
  expect(items.filter(({ amount }) => amount === '1.010000').map(({ id }) => id)).toEqual([transaction.id])
  const { requestId } = notes[1] ?? { requestId: '' }
  expect(notes.slice(1, 3)).toMatchObject([
    { attempt: 1, status: null, requestId, error: { reason: 'ConnectionFailed' }, retryInMs: expect.any(Number) },
    { attempt: 2, status: 201, requestId },
  ])
})

/** Of a request that went through the client; the length is fetch's own. */
const keptHeaders = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => name !== 'content-length'))

test('a caller’s own key makes a payment idempotent over several calls', async () => {
  const { trilho } = connect(server.url, merchant)
  const pay = () => trilho.pix.createCashIn(charge('1.02'), { idempotencyKey: 'basket-1' })
  expect((await pay()).transaction.id).toBe((await pay()).transaction.id)
})

test('every POST has a key, and nothing else has', async () => {
  const line = between(() => undefined)
  const { trilho } = connect(server.url, merchant, line)
  await trilho.account.readBalance()
  await trilho.deliveries.resendUndelivered({ url: 'https://shop.example.com' })
  expect(line.sent.map(({ method, headers }) => [method, headers.has('idempotency-key')])).toEqual([
    ['POST', true],
    ['GET', false],
    ['POST', true],
  ])
})

test('a call that may have been executed is retried only if it is idempotent; one that was not, always', () => {
  const answers = (reason: TrilhoReason) => {
    const error = new TrilhoError({ reason, message: '', requestId: '' })
    return [isRetried(error, { repeat: 'safe' }), isRetried(error, { repeat: 'unsafe' })]
  }
  const nothingDone = ['RequestTimeout', 'RateLimitExceeded', 'BankUnavailable', 'ServerOverloaded'] as const
  for (const reason of nothingDone) expect([reason, answers(reason)]).toEqual([reason, [true, true]])
  const mayBeDone = ['ConnectionFailed', 'ServiceUnavailable', 'InternalError'] as const
  for (const reason of mayBeDone) expect([reason, answers(reason)]).toEqual([reason, [true, false]])
  const final = ['InsufficientBalance', 'WebhookUnreachable', 'BankNotConnected', 'TimedOut', 'RouteNotFound'] as const
  for (const reason of final) expect([reason, answers(reason)]).toEqual([reason, [false, false]])
})

test('a simulation whose response was lost is not retried: it would be refused as already done', async () => {
  const line = between(({ path }) => (path.startsWith('/sandbox') ? refusal(503, 'ServiceUnavailable') : undefined))
  const { trilho } = connect(server.url, merchant, line)
  await expect(trilho.sandbox.complete('x')).rejects.toMatchObject({ reason: 'ServiceUnavailable' })
  expect(line.sentTo('/sandbox/transactions/complete/x')).toHaveLength(1)
})

test('a server that is down is called three times by default, also where a proxy responds for it', async () => {
  const line = between(({ path }) =>
    path === '/login' ? undefined : new Response('<h1>Bad gateway</h1>', { status: 502 }),
  )
  const { trilho } = connect(server.url, merchant, line)
  await expect(trilho.account.readBalance()).rejects.toMatchObject({ status: 502, reason: 'ServiceUnavailable' })
  expect(line.sentTo('/accounts/balance')).toHaveLength(3)
  await expect(trilho.account.readBalance({ retries: 0 })).rejects.toMatchObject({ status: 502 })
  expect(line.sentTo('/accounts/balance')).toHaveLength(4)
})

test('Retry-After is honoured, in seconds and as a date by the server’s clock', async () => {
  expect(retryAfterMs(new Headers({ 'retry-after': '7' }))).toBe(7_000)
  const date = 'Mon, 16 Nov 2037 10:00:00 GMT'
  expect(retryAfterMs(new Headers({ 'retry-after': 'Mon, 16 Nov 2037 10:00:09 GMT', date }))).toBe(9_000)
  expect(retryAfterMs(new Headers({ 'retry-after': 'Mon, 16 Nov 2037 09:00:00 GMT', date }))).toBe(0)
  expect(retryAfterMs(new Headers())).toBeNull()
  const line = between(({ path }, count) =>
    path === '/login' || count > 1 ? undefined : refusal(429, 'RateLimitExceeded', { 'retry-after': '1' }),
  )
  const { trilho, notes } = connect(server.url, merchant, line)
  await trilho.account.readBalance()
  expect(notes[1]?.retryInMs).toBeGreaterThanOrEqual(1_000)
  expect(notes[1]?.retryInMs).toBeLessThan(1_250)
})

test('retry delays are random and grow up to a limit', () => {
  for (const [before, most] of [
    [0, 250],
    [1, 500],
    [3, 2_000],
    [20, 4_000],
  ] as const) {
    const pauses = times(200, () => pauseMs(before, { retryAfterMs: null }))
    expect(Math.max(...pauses)).toBeLessThanOrEqual(most)
    expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(most / 2)
  }
})

test('a call that would have to wait longer than its deadline fails at once with the reason', async () => {
  const line = between(({ path }) =>
    path === '/login' ? undefined : refusal(503, 'ServerOverloaded', { 'retry-after': '60' }),
  )
  const { trilho, notes } = connect(server.url, merchant, { ...line, timeoutMs: 5_000 })
  await expect(trilho.account.readBalance()).rejects.toMatchObject({ reason: 'ServerOverloaded', retryAfterMs: 60_000 })
  expect(notes.map(note => note.retryInMs)).toEqual(notes.map(() => undefined))
})

test('a call ends at its deadline, whatever it waits for, and can still be found by its request id', async () => {
  const { trilho } = connect(
    server.url,
    merchant,
    between(({ path }) => (path === '/login' ? undefined : never())),
  )
  await expect(trilho.account.readBalance({ timeoutMs: 50 })).rejects.toMatchObject({
    reason: 'TimedOut',
    status: null,
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  const slowLogin = connect(server.url, merchant, between(never)).trilho
  await expect(slowLogin.account.readBalance({ timeoutMs: 50 })).rejects.toMatchObject({ reason: 'TimedOut' })
})

const never = () => new Promise<Response>(() => undefined)

test('a call aborts with its signal and the signal’s reason, and does not start with an aborted one', async () => {
  const line = between(({ path }) => (path === '/login' ? undefined : never()))
  const { trilho } = connect(server.url, merchant, line)
  const leaving = new AbortController()
  const reading = trilho.account.readBalance({ signal: leaving.signal })
  await expect.poll(() => line.sentTo('/accounts/balance')).toHaveLength(1)
  leaving.abort(new Error('the buyer has left'))
  await expect(reading).rejects.toThrow('the buyer has left')
  await expect(trilho.account.readBalance({ signal: leaving.signal })).rejects.toThrow('the buyer has left')
  expect(line.sentTo('/accounts/balance')).toHaveLength(1)
})

test('a file download has no deadline, only its signal', async () => {
  const { trilho } = connect(server.url, merchant)
  const leaving = new AbortController()
  const answer = await trilho.account.downloadStatement({}, { signal: leaving.signal, timeoutMs: 2_000 })
  leaving.abort(new Error('enough'))
  await expect(answer.text()).rejects.toThrow('enough')
})

test('a hook that throws does not affect calls', async () => {
  const onRequest = () => {
    throw new Error('the log is full')
  }
  const { trilho } = connect(server.url, merchant, { onRequest, onAnswer: onRequest })
  expect(await trilho.account.readBalance()).toMatchObject({ currency: 'BRL' })
})
