import { expect, test } from 'vitest'
import { createAccessKey } from '../src/tenancy/access-keys/create-access-key.ts'
import { type Answer, call, cashInBody, clientWith, logIn } from './kit/api-client.ts'
import { openTrilho, times } from './kit/trilho.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant()
const id = await api.createCashIn()
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Sent = { method?: string; body?: string; headers?: Record<string, string> }

const send = (path: string, init: Sent = {}, token = api.token) =>
  call(trilho.url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  send(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const tooLarge = JSON.stringify({ accessKey: 'x'.repeat(300 * 1024) })

async function companyToken(): Promise<string> {
  const key = { merchantId: api.merchantId, scopes: ['company-payments' as const] }
  return (await logIn(trilho.url, await createAccessKey(trilho.needs, key))).text
}

test.each<[string, number, string, string | null, () => Promise<Answer>]>([
  ['a body without its fields', 400, 'InvalidRequestFormatError', null, () => post('/accounts/pix/cashin', '{}')],
  ['an address that is no address', 400, 'InvalidRequestFormatError', null, () => send('/%zz')],
  ['no token', 401, 'AuthenticationError', 'AuthenticationTokenInvalid', () => send('/accounts/balance', {}, 'x')],
  ['a wrong key', 401, 'AuthenticationError', 'AccessKeyUnauthorized', () => logIn(trilho.url, { ...api, secret: '' })],
  [
    'a key without the scope',
    403,
    'AuthorizationError',
    'ScopeNotAllowed',
    async () => send('/accounts/transactions/pix', {}, await companyToken()),
  ],
  ['an unknown route', 404, 'NotFoundError', 'RouteNotFound', () => send('/nowhere')],
  ['an unknown route without a token', 404, 'NotFoundError', 'RouteNotFound', () => call(`${trilho.url}/nowhere`)],
  ['an unknown transaction', 404, 'NotFoundError', 'TransactionNotFound', () => api.read('x')],
  ['a wrong method', 405, 'MethodNotAllowedError', 'MethodNotAllowed', () => send('/login', { method: 'DELETE' })],
  [
    'a fake document',
    409,
    'OperationError',
    'CounterpartyTaxNumberInvalid',
    () => api.requestCashIn({ payer: { cpf: '11111111111' } }),
  ],
  ['a body too large', 413, 'BodyTooLargeError', 'BodyTooLarge', () => post('/login', tooLarge)],
  [
    'a compressed body',
    415,
    'UnsupportedMediaTypeError',
    'ContentEncodingNotSupported',
    () => post('/login', '{}', { 'content-encoding': 'gzip' }),
  ],
])('%s is refused with %i %s in the envelope, with the id of the request', async (_, status, name, reason, ask) => {
  const answer = await ask()
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('x-request-id')).toMatch(uuid)
  expect(answer.body).toEqual({
    statusCode: 'Error',
    error: { name, code: name, message: expect.any(String), details: expect.anything() },
  })
  const { details } = answer.body.error
  expect(Array.isArray(details) ? null : details.reason).toBe(reason)
  expect(Array.isArray(details) || details.requestId === answer.headers.get('x-request-id')).toBe(true)
})

test.each([
  ['data', () => api.get('/accounts/balance')],
  ['a token', () => logIn(trilho.url, api)],
  ['a picture', async () => call((await api.read(id)).body.data.payment.qrCodeLocation)],
  ['the reference', () => call(`${trilho.url}/openapi.json`)],
  ['its page', () => call(`${trilho.url}/docs/`)],
  ['health', () => call(`${trilho.url}/healthz`)],
])('a response with %s has a request id too, and forbids content sniffing', async (_, ask) => {
  const { status, headers } = await ask()
  expect([200, 201]).toContain(status)
  expect(headers.get('x-request-id')).toMatch(uuid)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each(['12345678', 'order_42-retry-1', 'a'.repeat(64), '0190c2f3-7a55-7cc0-8000-5a1f0e9d1c11'])(
  'the request id %j of the caller is used in header and details',
  async given => {
    const headers = { 'x-request-id': given }
    for (const path of ['/accounts/balance', '/nowhere', '/%zz'])
      expect((await send(path, { headers })).headers.get('x-request-id')).toBe(given)
    expect((await send('/nowhere', { headers })).body.error.details.requestId).toBe(given)
  },
)

test.each(['', 'short', 'a'.repeat(65), 'with space', '<script>alert(1)</script>', 'ação-ação', '{"a":"bbbbbb"}'])(
  'the request id %j is replaced by a generated one',
  async given => {
    const { headers } = await send('/accounts/balance', { headers: { 'x-request-id': given } })
    expect(headers.get('x-request-id')).toMatch(uuid)
  },
)

test.each(['', '/v1', '/partners-int', '/v1/partners-int'])(
  'with the prefix %j every route behaves the same',
  async prefix => {
    expect((await send(`${prefix}/accounts/balance`)).body.data.currency).toBe('BRL')
    expect((await send(`${prefix}/accounts/balance?x=1`)).body.data.currency).toBe('BRL')
    expect((await send(`${prefix}/accounts/balance/`)).status).toBe(200)
    expect((await send(`${prefix}/accounts/transactions/pix/${id}`)).body.data.transaction.id).toBe(id)
    const page = await send(`${prefix}/accounts/transactions/pix?dataset.limit=5&dataset.offset=1`)
    expect(page.body.data).toMatchObject({ limit: 5, offset: 1 })
    expect((await logIn(trilho.url + prefix, api)).status).toBe(201)
    expect((await post(`${prefix}/accounts/pix/cashin`, JSON.stringify(cashInBody()))).status).toBe(201)
    const wrongMethod = await send(`${prefix}/login`)
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST'])
  },
)

test.each([
  '/v1x/accounts/balance',
  '/v2/accounts/balance',
  '/V1/accounts/balance',
  '/v1/v1/accounts/balance',
  '/partners-int/v1/accounts/balance',
  '/partners-int-x/accounts/balance',
  '/partners-int/partners-int/accounts/balance',
  '/x/v1/accounts/balance',
  '/v1accounts/balance',
  '//v1/accounts/balance',
  '/accounts',
  '/accounts/balance/x',
  '/Accounts/Balance',
  '/',
  '/v1',
  '/v1?x=1',
])('%s is no route', async path => {
  const { status, body } = await send(path)
  expect([status, body.error.details.reason]).toEqual([404, 'RouteNotFound'])
})

test.each([
  ['PUT', '/login', 'POST'],
  ['GET', '/accounts/pix/cashin', 'POST'],
  ['POST', '/accounts/balance', 'GET, HEAD'],
  ['PATCH', `/accounts/transactions/pix/${id}`, 'GET, HEAD'],
  ['POST', `/sandbox/transactions/complete/${id}`, 'PUT'],
  ['OPTIONS', '/accounts/balance?x=1', 'GET, HEAD'],
  ['DELETE', '/login/', 'POST'],
])('%s %s responds with 405 and `allow: %s`', async (method, path, allow) => {
  const { status, headers } = await send(path, { method })
  expect([status, headers.get('allow')]).toEqual([405, allow])
})

const bodies: [what: string, body: string, headers: Record<string, string>][] = [
  ['a broken body', '{"a":', {}],
  ['bytes of no type', 'x', { 'content-type': 'application/x-unknown' }],
  ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a compressed body', 'x', { 'content-encoding': 'gzip' }],
  ['a body too large', tooLarge, {}],
]

test.each(bodies)('with %s an unknown route is a 404, and a wrong method a 405', async (_, body, headers) => {
  const sent = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
  expect((await send('/nowhere', sent)).status).toBe(404)
  const wrong = await send('/accounts/balance', sent)
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const uploading = await send('/uploads/whatever?expires=1', sent)
  expect([uploading.status, uploading.headers.get('allow')]).toEqual([405, 'PUT'])
})

test('HEAD responds like GET, without the body', async () => {
  const headers = { authorization: `Bearer ${api.token}` }
  const response = await fetch(`${trilho.url}/accounts/balance`, { method: 'HEAD', headers })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

const required = (path: string, property: string) => ({
  path,
  code: 'required',
  message: `must have required property '${property}'`,
  info: { missingProperty: property },
})

test.each([
  ['nothing', {}, [required('', 'payment'), required('', 'webhook')]],
  [
    'an empty payer and no value',
    { payment: { payer: {} }, webhook: {} },
    [required('/payment', 'value'), required('/payment/payer', 'cpf'), required('/webhook', 'url')],
  ],
  [
    'everything wrong',
    {
      payment: {
        payer: { cpf: '123', name: 7 },
        value: { original: '-1', editable: 'yes' },
        expiresIn: 0,
      },
      transaction: { orderId: '' },
      webhook: { url: 'nowhere', customHeaderName: 'Host', customHeaderValue: 'a\nb' },
    },
    [
      ['/payment/payer/cpf', 'pattern'],
      ['/payment/payer/name', 'type'],
      ['/payment/value/original', 'pattern'],
      ['/payment/value/editable', 'type'],
      ['/payment/expiresIn', 'minimum'],
      ['/transaction/orderId', 'minLength'],
      ['/webhook/url', 'format'],
      ['/webhook/customHeaderName', 'format'],
      ['/webhook/customHeaderValue', 'pattern'],
    ].map(([path, code]) => ({ path, code, message: expect.any(String), info: expect.any(Object) })),
  ],
])('the refusal of a cash-in with %s lists all problems', async (_, body, problems) => {
  const { status, body: answer } = await api.post('/accounts/pix/cashin', body)
  expect(status).toBe(400)
  expect(answer.error.details).toHaveLength(problems.length)
  expect(answer.error.details).toEqual(expect.arrayContaining(problems))
})

test('problems of a query are reported in the same form, with the allowed values', async () => {
  const { status, body } = await api.get('/accounts/transactions/pix?dataset.limit=7&dataset.offset=-1&type=Loan')
  expect(status).toBe(400)
  const info = Object.fromEntries(body.error.details.map((d: { path: string; info: object }) => [d.path, d.info]))
  expect(info).toEqual({
    '/dataset.limit': { allowedValues: [5, 10, 20] },
    '/dataset.offset': { comparison: '>=', limit: 0 },
    '/type': { allowedValues: ['Credit', 'Debit'] },
  })
})

test('unknown fields are ignored, in bodies and in queries', async () => {
  const body = { ...cashInBody(), color: 'red', __proto: 1, constructor: { prototype: {} } }
  expect((await api.post('/accounts/pix/cashin?color=red', body)).status).toBe(201)
  expect((await api.get('/accounts/transactions/pix?color=red')).status).toBe(200)
})

test('a key above its rate limit must wait; another key of the same merchant need not', async () => {
  const limited = await openTrilho({ RATE_LIMIT: '5' })
  const hasty = await limited.newMerchant()
  const key = await createAccessKey(limited.needs, { merchantId: hasty.merchantId, scopes: ['payments'] })
  const other = clientWith(limited.url, (await logIn(limited.url, key)).text)
  const answers = await Promise.all(times(40, () => hasty.get('/accounts/balance')))
  const served = answers.filter(answer => answer.status === 200)
  const refused = answers.filter(answer => answer.status === 429)
  expect(served.length).toBeGreaterThanOrEqual(5)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused).toHaveLength(40 - served.length)
  expect(refused[0]?.body.error).toMatchObject({ name: 'RateLimitError', details: { reason: 'RateLimitExceeded' } })
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  const calm = await Promise.all(times(5, () => other.get('/accounts/balance')))
  expect(calm.map(answer => answer.status)).toEqual(Array(5).fill(200))
  await expect.poll(async () => (await hasty.get('/accounts/balance')).status).toBe(200)
})

test('production has no sandbox endpoints', async () => {
  const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(32) })
  const merchant = await production.newMerchant()
  expect((await merchant.get('/accounts/balance')).status).toBe(200)
  for (const simulation of ['complete', 'error', 'cancel', 'register', 'reverse', 'refund']) {
    const { status, body } = await merchant.simulate(simulation, id)
    expect([status, body.error.details.reason]).toEqual([404, 'RouteNotFound'])
  }
  const { body: reference } = await call(`${production.url}/openapi.json`)
  expect(Object.keys(reference.paths).filter(path => path.startsWith('/sandbox'))).toEqual([])
})
