import { expect, test } from 'vitest'
import { call, cashInBody, clientWith, logIn } from './kit/api-client.ts'
import { openTrilho } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'

const payer = { cpf: '529.982.247-25', name: 'Maria Quitéria' }
const plainCpf = '52998224725'
const headerValue = 'shared-with-the-shop-only'
const wrongSecret = 'sk_wrongwrongwrongwrong'

test('no line of the log has secrets or personal data of a payer or a merchant', async () => {
  const trilho = await openTrilho({ LOG_LEVEL: 'trace' })
  const [sink, deafSink] = [await openSink(), await openSink({ status: 500 })]
  const api = await trilho.newMerchant()
  const webhook = { url: sink.url, customHeaderName: 'x-shop-token', customHeaderValue: headerValue }
  const cashIn = (changes: object = {}) => api.requestCashIn({ payer, webhook, ...changes })

  const created = await cashIn({ transaction: { orderId: plainCpf } })
  await cashIn({ payer: { ...payer, cpf: plainCpf } })
  const deaf = await api.createCashIn({ payer, webhook: { ...webhook, url: deafSink.url } })
  const unreachable = await api.createCashIn({ payer, webhook: { ...webhook, url: 'http://127.0.0.1:9/' } })
  const anonymous = await api.createCashIn({ payer: null, webhook })
  const { transaction, payment } = created.body.data
  const good = [
    await api.simulate('complete', transaction.id),
    await api.simulate('complete', anonymous, { name: payer.name, taxNumber: payer.cpf }),
    await api.simulate('complete', deaf),
    await api.read(transaction.id),
    await api.get(`/accounts/transactions/pix?orderId=${plainCpf}`),
    await call(payment.qrCodeLocation),
  ]
  expect(good.map(answer => answer.status)).toEqual(Array(6).fill(200))

  const bad = [
    await cashIn({ payer: { ...payer, cpf: '529.982.247-26' } }),
    await cashIn({ payer: { cpf: [plainCpf], name: { is: payer.name } } }),
    await cashIn({ transaction: { orderId: plainCpf, orderDescription: payer.name } }),
    await api.simulate('complete', unreachable),
    await api.simulate('complete', transaction.id, { name: payer.name, taxNumber: payer.cpf }),
    await api.get(`/accounts/${plainCpf}?name=${encodeURIComponent(payer.name)}`),
    await api.get(`/accounts/transactions/pix/${payer.cpf}`),
    await api.get(`/accounts/transactions/pix?state=${plainCpf}&cursor=${api.secret}`),
    await api.get(`/%zz${plainCpf}`),
    await clientWith(trilho.url, `${api.token}x`).get('/accounts/balance'),
    await logIn(trilho.url, { accessKey: api.accessKey, secret: wrongSecret }),
    await logIn(trilho.url, { accessKey: api.accessKey, secret: [api.secret] }),
    await call(`${trilho.url}/oauth/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${btoa(`${api.accessKey}:${wrongSecret}`)}`,
      },
      body: 'grant_type=client_credentials',
    }),
    await call(`${trilho.url}/accounts/pix/cashin`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(cashInBody({ payer })).slice(0, -3),
    }),
  ]
  expect(bad.map(answer => answer.status)).toEqual([
    409, 400, 409, 404, 409, 404, 404, 400, 400, 401, 401, 400, 401, 400,
  ])

  // The line of a request is written after its response is sent: the last one may come a little later.
  await expect.poll(() => linesOf(trilho.logged, 'request').length).toBeGreaterThanOrEqual(good.length + bad.length + 5)
  const log = trilho.logged.join('')
  const [, publicToken = ''] = payment.qrCodeLocation.split('/qr/')
  const secrets = [api.secret, wrongSecret, api.token, api.token.split('.')[2] ?? '', api.webhookSecret, publicToken]
  for (const secret of [...secrets, api.accessKey, headerValue, payer.cpf, plainCpf, '529.982.247-26', '52998224726'])
    expect(log).not.toContain(secret)
  expect(log).not.toMatch(/Maria|Quit/)
})

test('the response to a fault has no internal details; the log has it under the request id that the caller received', async () => {
  const trilho = await openTrilho()
  const api = await trilho.newMerchant()
  await trilho.sql`alter table balances rename to gone`
  const { status, headers, body } = await api.get('/accounts/balance')
  const requestId = headers.get('x-request-id')
  expect(status).toBe(500)
  expect(body).toEqual({
    statusCode: 'Error',
    error: {
      name: 'InternalError',
      code: 'InternalError',
      message: 'An error on our side. Contact us with the requestId.',
      details: { reason: 'InternalError', requestId },
    },
  })
  const [fault] = linesOf(trilho.logged, 'fault')
  expect(fault).toMatchObject({ level: 50, requestId })
  expect(fault?.fault).toContain('relation "balances" does not exist')
})

test('a fault whose message quotes payer data is logged without the quotation', async () => {
  const trilho = await openTrilho()
  const api = await trilho.newMerchant()
  await trilho.sql`drop index transactions_of_counterparty, transactions_of_participant`
  await trilho.sql`alter table transactions alter column counterparty type uuid using null`
  const { status, text } = await api.requestCashIn({ payer })
  expect(status).toBe(500)
  expect(text).not.toMatch(/uuid|syntax|Maria/)
  const [fault] = linesOf(trilho.logged, 'fault')
  expect(fault?.fault).toContain('invalid input syntax for type uuid')
  expect(fault?.fault).not.toMatch(/Maria|529/)
})

const linesOf = (logged: string[], message: string) =>
  logged.map(line => JSON.parse(line) as Record<string, unknown>).filter(line => line.msg === message)
