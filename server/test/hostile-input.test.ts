import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { type Answer, call, cashInBody } from './kit/api-client.ts'
import { openTrilho } from './kit/trilho.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant()
const id = await api.createCashIn({ payer: null })

type Headers = Record<string, string>

const send = (
  method: string,
  path: string,
  body: string | Uint8Array<ArrayBuffer> | undefined,
  headers: Headers = {},
) =>
  call(trilho.url + path, {
    method,
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  })
const postCashIn = (body: string | Uint8Array<ArrayBuffer> | undefined, headers?: Headers) =>
  send('POST', '/accounts/pix/cashin', body, headers)

const refusalOf = ({ status, body }: Answer) => [status, body.error?.name]
const invalid = [400, 'InvalidRequestFormatError']

const good = JSON.stringify(cashInBody())
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each([
  ['no body', undefined],
  ['an empty body', ''],
  ['a space', ' '],
  ['half an object', good.slice(0, -5)],
  ['two objects', good + good],
  ['single quotes', good.replaceAll('"', "'")],
  ['a byte order mark', `\ufeff${good}`],
  ['not JSON at all', '<payment/>'],
  ['null', 'null'],
  ['a number', '42'],
  ['a huge number', '1e999'],
  ['a text', '"payment"'],
  ['true', 'true'],
  ['an array', '[]'],
  ['an array of requests', `[${good}]`],
  ['arrays 100,000 deep', nested(100_000)],
  ['arrays 100,000 deep around a forbidden key', `${'['.repeat(100_000)}{"__proto__":1}${']'.repeat(100_000)}`],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
])('%s for a body is an invalid request', async (_, body) => {
  expect(refusalOf(await postCashIn(body))).toEqual(invalid)
})

test.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
])('a body sent as %j is an invalid request', async type => {
  expect(refusalOf(await postCashIn(good, { 'content-type': type }))).toEqual(invalid)
})

test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8'])(
  'a body sent as %j is JSON',
  async type => {
    expect((await postCashIn(good, { 'content-type': type })).status).toBe(201)
  },
)

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const ordered = (orderId: string) => JSON.stringify(cashInBody({ transaction: { orderId } }))

test('order ids that are not UTF-8 are refused, so that two of them never become one', async () => {
  for (const orderId of ['pão-1', 'pêo-1'])
    expect(refusalOf(await postCashIn(latin1(ordered(orderId))))).toEqual(invalid)
  for (const charset of ['iso-8859-1', 'utf-16', '"windows-1252"', '']) {
    const headers = { 'content-type': `application/json; charset=${charset}` }
    expect(refusalOf(await postCashIn(ordered('pao-1'), headers))).toEqual(invalid)
  }
  expect(refusalOf(await api.get('/accounts/transactions/pix?orderId=p%E3o-1'))).toEqual(invalid)
  expect((await api.get('/accounts/transactions/pix?orderId=p%C3%A3o-1')).body.data.total).toBe(0)
})

test.each(['a=1&b=p%E3o', latin1('b=pão')])('a form that is not UTF-8 is refused (%#)', async body => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send('POST', '/sandbox/bank', body, headers)).status).toBe(400)
})

test('nesting 100,000 deep in an unknown field is ignored', async () => {
  expect((await postCashIn(good.replace('{', `{"x":${nested(100_000)},`))).status).toBe(201)
})

test.each(['__proto__', '\\u005f_proto__', 'constructor'])(
  'a field named %s has no effect on other requests',
  async field => {
    const poison = `"${field}":{"prototype":{"polluted":1},"polluted":1,"payment":1}`
    const body = good.replace('{', `{${poison},`).replace('"payment":{', `"payment":{${poison},`)
    expect((await postCashIn(body)).status).toBe(201)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  },
)

test('a required field is not taken from __proto__', async () => {
  expect(refusalOf(await postCashIn(`{"__proto__":${good}}`))).toEqual(invalid)
  expect(refusalOf(await postCashIn(`{"\\u005f_proto__":${good}}`))).toEqual(invalid)
})

/** Every text field that can be sent, as a function that builds its body. */
const texts: [field: string, method: string, path: string, around: (text: string) => object][] = [
  ['accessKey', 'POST', '/login', text => ({ accessKey: text, secret: 'x' })],
  ['secret', 'POST', '/login', text => ({ accessKey: 'x', secret: text })],
  ['payer/cpf', 'POST', '/accounts/pix/cashin', text => cashInBody({ payer: { cpf: text } })],
  ['payer/name', 'POST', '/accounts/pix/cashin', text => cashInBody({ payer: { cpf: '52998224725', name: text } })],
  ['value/original', 'POST', '/accounts/pix/cashin', text => cashInBody({ amount: text })],
  ['orderId', 'POST', '/accounts/pix/cashin', text => cashInBody({ transaction: { orderId: text } })],
  ['orderDescription', 'POST', '/accounts/pix/cashin', text => cashInBody({ transaction: { orderDescription: text } })],
  ['url', 'POST', '/accounts/pix/cashin', text => cashInBody({ webhook: { url: `http://127.0.0.1/${text}` } })],
  [
    'customHeaderName',
    'POST',
    '/accounts/pix/cashin',
    text => cashInBody({ webhook: { url: 'http://127.0.0.1/', customHeaderName: text } }),
  ],
  [
    'customHeaderValue',
    'POST',
    '/accounts/pix/cashin',
    text => cashInBody({ webhook: { url: 'http://127.0.0.1/', customHeaderName: 'x-a', customHeaderValue: text } }),
  ],
  ['name', 'PUT', `/sandbox/transactions/complete/${id}`, text => ({ name: text, taxNumber: '52998224725' })],
  ['taxNumber', 'PUT', `/sandbox/transactions/complete/${id}`, text => ({ name: 'x', taxNumber: text })],
  ['amount', 'PUT', `/sandbox/transactions/complete/${id}`, text => ({ name: 'x', taxNumber: 'x', amount: text })],
]

const unkeepable = { 'a NUL character': 'a\u0000b', 'half a surrogate pair': 'a\ud800b', 'the other half': 'a\udc00b' }

test.each(texts.flatMap(row => Object.entries(unkeepable).map(([name, text]) => [row[0], name, text, row] as const)))(
  '%s with %s, which the database cannot store, is an invalid request',
  async (field, _, text, [, method, path, around]) => {
    const answer = await send(method, path, JSON.stringify(around(text)))
    expect(refusalOf(answer)).toEqual(invalid)
    const problems = answer.body.error.details as { path: string }[]
    expect(problems.filter(problem => problem.path.endsWith(`/${field}`))).toHaveLength(1)
  },
)

test('letters of every script, and emoji, are returned as they were sent', async () => {
  const name = 'João 日本語 ✓ 👩🏽‍💻'
  const created = await api.createCashIn({ payer: { cpf: '52998224725', name } })
  expect((await api.read(created)).body.data.payment.payer.name).toBe(name)
})

test.each([
  'orderId=a%00b',
  'orderId=a&orderId=b',
  'dataset.limit=5&dataset.limit=5',
  'dataset.limit=',
  'dataset.limit=5.5',
  'dataset.offset=1e400',
  'dataset.offset=99999999999999999999',
  'dataset.offset=NaN',
  'state=Registered&state=Completed',
  'startDate=2026-01-01',
  'startDate=2026-02-30T00:00:00Z',
  'startDate=2026-01-01T23:59:60Z',
  'startDate=0000-01-01T00:00:00Z',
  'startDate=0001-01-01T00:00:00%2B10:00',
  'endDate=9999-12-31T23:59:59-10:00',
  'startDate=2026-01-01T00:00:00%2B05',
  'endDate=%2B012026-01-01T00:00:00Z',
  'cursor=x',
  'cursor=urn:uuid:01890000-0000-7000-8000-000000000000',
  'cursor=01890000-0000-7000-8000-000000000000%00',
])('a list requested with %s is an invalid request', async query => {
  expect(refusalOf(await api.get(`/accounts/transactions/pix?${query}`))).toEqual(invalid)
})

test.each([
  '?',
  '?&&&',
  '?=',
  '?%zz=1',
  '?x=%zz',
  '?x=100%',
  '?[]=1',
  '?__proto__=1&constructor=2',
  `?x=${'y'.repeat(8000)}`,
])('a list requested with the odd query %s succeeds', async query => {
  expect((await api.get(`/accounts/transactions/pix${query}`)).status).toBe(200)
})

test.each(['%00', 'a%00b', '%20', '..%2f..%2fetc%2fpasswd', '%F0%9F%92%A9', "'; drop table transactions"])(
  'a transaction id like %s is not found',
  async odd => {
    const answers = [await api.read(odd), await api.simulate('cancel', odd), await call(`${trilho.url}/qr/${odd}`)]
    for (const answer of answers) expect(refusalOf(answer)).toEqual([404, 'NotFoundError'])
  },
)

test.each(['%zz', '%', '%ff', '%c0%ae', 'x'.repeat(600)])(
  'a path that ends with %s is an invalid request',
  async odd => {
    expect(refusalOf(await api.read(odd))).toEqual(invalid)
  },
)

/** Writes raw bytes and returns everything received until the server closes the connection. */
const sendRaw = (text: string) =>
  new Promise<Omit<Answer, 'bytes'>>((resolve, reject) => {
    let received = ''
    const socket = connect(Number(new URL(trilho.url).port), '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', piece => (received += piece))
    socket.on('error', reject).on('close', () => {
      const [head = '', body = ''] = received.split('\r\n\r\n')
      const [first = '', ...lines] = head.split('\r\n')
      const headers = new Headers(lines.map(line => line.split(': ') as [string, string]))
      resolve({ status: Number(first.split(' ')[1]), headers, text: body, body: JSON.parse(body) })
    })
  })

const host = 'host: localhost\r\nconnection: close\r\n'

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['another version', `GET / HTTP/9.9\r\n${host}\r\n`, 400],
  ['an unknown method', `BREW / HTTP/1.1\r\n${host}\r\n`, 400],
  ['a broken header', `GET /healthz HTTP/1.1\r\n${host}no colon here\r\n\r\n`, 400],
  ['a NUL in a header', `GET /healthz HTTP/1.1\r\n${host}x: a\u0000b\r\n\r\n`, 400],
  ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['a length that is none', `POST /login HTTP/1.1\r\n${host}content-length: x\r\n\r\n{}`, 400],
  ['two lengths', `POST /login HTTP/1.1\r\n${host}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400],
  [
    'a length and pieces',
    `POST /login HTTP/1.1\r\n${host}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
    400,
  ],
  ['broken pieces', `POST /login HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`, 400],
  ['headers without end', `GET /healthz HTTP/1.1\r\n${host}x: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['an address without end', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
])('%s on the wire gets a response in the envelope', async (_, text, status) => {
  const answer = await sendRaw(text)
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({ statusCode: 'Error', error: { name: 'InvalidRequestFormatError' } })
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('an unknown `expect` header is not refused', async () => {
  const answer = await sendRaw(`GET /nowhere HTTP/1.1\r\n${host}expect: miracles\r\n\r\n`)
  expect([answer.status, answer.body.statusCode]).toEqual([404, 'Error'])
})
