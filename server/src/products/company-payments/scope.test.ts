import { expect, test } from 'vitest'
import { apiClient, call } from '../../../test/kit/api-client.ts'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { createAccessKey } from '../../tenancy/access-keys/create-access-key.ts'

const trilho = await openTrilho()
const payments = await trilho.newMerchant({ scopes: ['payments'] })
const companies = await trilho.newMerchant({ scopes: ['company-payments'] })
const id = '019a0000-0000-7000-8000-000000000000'

const routes = [
  ['GET', '/receivers?dataset.limit=5&dataset.offset=0'],
  ['GET', `/receivers/${id}`],
  ['GET', `/receivers/${id}/accounts`],
  ['POST', '/accounts/transaction-requests'],
  ['GET', '/accounts/transaction-requests'],
  ['GET', `/accounts/transaction-requests/${id}`],
  ['PUT', `/accounts/transaction-requests/cancel/${id}`],
  ['POST', '/documents'],
  ['GET', '/documents'],
  ['GET', `/documents/${id}/content`],
  ['DELETE', `/documents/${id}`],
  ['PUT', `/sandbox/transaction-requests/approve/${id}`],
  ['PUT', `/sandbox/transaction-requests/reject/${id}`],
] as const

const ask = (method: string, path: string, token?: string) =>
  call(`${trilho.url}/v1/partners-int${path}`, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

test.each(routes)('%s %s needs the scope company-payments, and a token', async (method, path) => {
  const { status, body } = await ask(method, path, payments.token)
  expect(status).toBe(403)
  expect(body.error).toMatchObject({
    name: 'AuthorizationError',
    details: {
      reason: 'ScopeNotAllowed',
      message: 'needs an access key with the scope company-payments; this key has payments',
    },
  })
  expect((await ask(method, path)).status).toBe(401)
  expect([200, 400, 404]).toContain((await ask(method, path, companies.token)).status)
})

test('the routes above are all that the reference lists under company payments', async () => {
  const { body } = await call(`${trilho.url}/openapi.json`)
  const listed = Object.entries(body.paths as Record<string, Record<string, { tags: string[] }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => tags.includes('Company payments'))
        .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, id)}`),
  )
  expect(listed.sort()).toEqual(
    routes
      .map(([method, path]) => `${method} ${path.split('?')[0]}`)
      .filter(route => !route.includes('/sandbox/'))
      .sort(),
  )
})

test('a key of company payments alone follows its own payment to the end: read, balance and simulation', async () => {
  const payer = await newPayer(trilho, { scopes: ['company-payments'] })
  const { id, refTransaction } = await payer.createRequest('10.50')
  await payer.approve(id)
  expect((await payer.simulate('complete', refTransaction)).body.data).toMatchObject({ transactionState: 'Completed' })
  expect(await payer.stateOf(refTransaction)).toBe('Completed')
  expect(await payer.availableBalance()).toBe('989.500000')
})

test('it may neither read nor complete other payments, and the refusal names the scope that is missing', async () => {
  const payer = await newPayer(trilho)
  const cashIn = await payer.createCashIn()
  const key = await createAccessKey(trilho.needs, { merchantId: payer.merchantId, scopes: ['company-payments'] })
  const limited = await apiClient(trilho.url, key)
  const refused = { reason: 'ScopeNotAllowed', message: expect.stringContaining('the scope payments') }
  for (const { status, body } of [await limited.read(cashIn), await limited.simulate('complete', cashIn)])
    expect([status, body.error.details]).toMatchObject([403, refused])
  expect(await payer.stateOf(cashIn)).toBe('Registered')
  const { refTransaction } = await payer.createRequest()
  expect((await limited.read(refTransaction)).status).toBe(200)
})
