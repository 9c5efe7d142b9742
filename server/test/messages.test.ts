import { expect, test } from 'vitest'
import { call, cashInBody, cashOutBody } from './kit/api-client.ts'
import { openTrilho } from './kit/trilho.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant()

const cashIn = (change: object) => api.post('/accounts/pix/cashin', { ...cashInBody(), ...change })
const list = (query: string) => api.get(`/accounts/transactions/pix?${query}`)

/** Typical mistakes of a newcomer, and the message that helps. */
test.each([
  [
    'no field at all',
    () => cashIn({ payment: undefined, webhook: undefined }),
    'In the body: payment is missing, for example {"value":{"original":"10.50"}}; webhook is missing, for example {"url":"https://example.com/hooks"}.',
  ],
  [
    'an amount with a comma',
    () => cashIn({ payment: { value: { original: '10,50' } } }),
    'In the body: payment.value.original has the wrong format, for example "10.50".',
  ],
  [
    'an amount with too many decimals',
    () => cashIn({ payment: { value: { original: '10.1234567' } } }),
    'In the body: payment.value.original must have 6 decimals at most, for example "10.50".',
  ],
  [
    'an amount of nothing',
    () => cashIn({ payment: { value: { original: '0.00' } } }),
    'In the body: payment.value.original must be more than zero, for example "10.50".',
  ],
  [
    'an offset whose plus the query has lost',
    () => list('startDate=2026-01-31T00:00:00+00:00'),
    'In the query: startDate has a space before its offset: write the + of an offset as %2B in a query, for example "2026-01-31T00:00:00Z".',
  ],
  [
    'an amount as a number',
    () => cashIn({ payment: { value: { original: 10.5 } } }),
    'In the body: payment.value.original must be text, for example "10.50".',
  ],
  [
    'a short CPF and an address without a scheme',
    () => cashIn({ payment: { payer: { cpf: '123' }, value: { original: '1' } }, webhook: { url: 'example.com' } }),
    'In the body: payment.payer.cpf has the wrong format, for example "529.982.247-25"; webhook.url must be an absolute http or https address, without a password in it, for example "https://example.com/hooks".',
  ],
  [
    "a header's value without its name",
    () => cashIn({ webhook: { url: 'https://example.com', customHeaderValue: 'x' } }),
    'In the body: webhook.customHeaderName is missing, for example "x-shop-token".',
  ],
  [
    'a kind of key that there is not',
    () => api.post('/accounts/pix/cashout', cashOutBody({ key: { type: 'FONE', value: '1' } })),
    'In the body: payment.key.type must be one of CPF, EMAIL, PHONE, EVP, CNPJ.',
  ],
  [
    'a page of seven, and a day for a moment',
    () => list('dataset.limit=7&startDate=2026-01-31'),
    'In the query: startDate must be a date and time with a time zone, for example "2026-01-31T00:00:00Z"; dataset.limit must be one of 5, 10, 20.',
  ],
  [
    'a period backwards',
    () => list('startDate=2026-02-01T00:00:00Z&endDate=2026-01-01T00:00:00Z'),
    'In the query: endDate must not be before startDate.',
  ],
  [
    'a path that is no UTF-8',
    () => api.get('/accounts/transactions/pix/%ff'),
    'In the path: it must be percent-encoded UTF-8, with parts of 500 characters at most.',
  ],
  [
    'a header too long',
    () => api.requestCashIn({}, { 'idempotency-key': 'k'.repeat(256) }),
    'In the headers: idempotency-key must have 255 characters at most.',
  ],
  [
    'no JSON',
    () => call(`${trilho.url}/login`, { method: 'POST', body: 'accessKey=x' }),
    'In the headers: content-type must be application/json, with a body in JSON.',
  ],
])('%s gets a message that says what to do', async (_, ask, sentence) => {
  const { status, body } = await ask()
  expect([status, body.error.message]).toEqual([400, sentence])
})

test.each([
  ['EMAIL', 'maria', 'the value is not an EMAIL key such as maria@example.com'],
  ['EVP', '1', 'the value is not an EVP key such as 7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
  ['PHONE', '11912345678', 'the value is not a PHONE key such as +5511912345678'],
  ['CPF', '1', 'the value is not a CPF key such as 529.982.247-25'],
])('a value that is no %s key gets an example of one', async (type, value, sentence) => {
  const { status, body } = await api.post('/accounts/pix/cashout', cashOutBody({ key: { type, value } }))
  expect([status, body.error.details.message]).toEqual([409, sentence])
})

test('details stay as Ajv writes them, pattern included', async () => {
  const { body } = await cashIn({ payment: { value: { original: '10,50' } } })
  expect(body.error.details).toStrictEqual([
    {
      path: '/payment/value/original',
      code: 'pattern',
      message: expect.stringMatching(/^must match pattern "\^/),
      info: { pattern: expect.stringMatching(/^\^/) },
    },
  ])
})

test.each([
  ['PHONE', '11912345678', '+5511912345678'],
  ['CPF', '123', '529.982.247-25'],
])('the refusal of a value that is no %s key says what one looks like', async (type, value, example) => {
  const { body } = await api.requestCashOut({ key: { type, value } })
  expect(body.error.details).toMatchObject({ reason: 'PixKeyInvalid', message: expect.stringContaining(example) })
})

test.each([
  '/accounts/transactions/pix',
  '/accounts/statement',
  '/webhooks/deliveries',
  '/accounts/transaction-requests?dataset.limit=5&dataset.offset=0&status=Pending',
])('%s refuses a period that ends before it starts', async path => {
  const period = 'startDate=2026-02-01T00:00:00Z&endDate=2026-01-31T23:59:59Z'
  const { status, body } = await api.get(`${path}${path.includes('?') ? '&' : '?'}${period}`)
  expect([status, body.error.details[0]?.path]).toEqual([400, '/endDate'])
  const moment = 'startDate=2026-02-01T00:00:00Z&endDate=2026-02-01T00:00:00Z'
  expect((await api.get(`${path}${path.includes('?') ? '&' : '?'}${moment}`)).status).toBe(200)
})
