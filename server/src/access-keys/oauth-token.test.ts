import { expect, test } from 'vitest'
import { call, clientWith } from '../../test/kit/api-client.ts'
import { openTrilho, times } from '../../test/kit/trilho.ts'
import { createAccessKey } from './create-access-key.ts'

const trilho = await openTrilho()
const { accessKey, secret, merchantId } = await trilho.newMerchant()

type Fields = Record<string, string>

const ask = (body: string, headers: Fields) => call(`${trilho.url}/oauth/token`, { method: 'POST', headers, body })
const askByForm = (fields: Fields, headers: Fields = {}) =>
  ask(new URLSearchParams(fields).toString(), { 'content-type': 'application/x-www-form-urlencoded', ...headers })
const askByJson = (fields: Fields) => ask(JSON.stringify(fields), { 'content-type': 'application/json' })
const basic = (id: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`,
})

const grant = { grant_type: 'client_credentials' }
const credentials = { client_id: accessKey, client_secret: secret }

test.each([
  ['by basic authentication', () => askByForm(grant, basic(accessKey, secret))],
  [
    'by basic authentication, both halves form-encoded',
    () => askByForm(grant, basic(accessKey.replaceAll('_', '%5F'), secret.replaceAll('_', '%5f'))),
  ],
  ['in the form', () => askByForm({ ...grant, ...credentials })],
  ['in JSON', () => askByJson({ ...grant, ...credentials })],
  ['with fields OAuth does not know', () => askByForm({ ...grant, ...credentials, audience: 'x' })],
])('key and secret sent %s are answered with a token that works', async (_, asked) => {
  const { status, headers, body } = await asked()
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'payments company-payments',
  })
  expect((await clientWith(trilho.url, body.access_token).get('/accounts/balance')).status).toBe(200)
})

test.each([
  ['a wrong secret by basic authentication', () => askByForm(grant, basic(accessKey, 'sk_wrong'))],
  ['a wrong secret in the form', () => askByForm({ ...grant, ...credentials, client_secret: 'sk_wrong' })],
  ['an unknown key', () => askByForm({ ...grant, client_id: 'nobody', client_secret: secret })],
  ['a stray percent sign', () => askByForm(grant, basic('%', '%'))],
])('%s is an invalid client, in the words of OAuth', async (_, asked) => {
  const { status, headers, body } = await asked()
  expect(status).toBe(401)
  expect(headers.get('www-authenticate')).toMatch(/^Basic /)
  expect(body).toEqual({ error: 'invalid_client', error_description: expect.any(String) })
})

test.each([
  ['another grant', { ...credentials, grant_type: 'password' }, 'unsupported_grant_type'],
  ['no grant', credentials, 'invalid_request'],
  ['no credentials', grant, 'invalid_request'],
  ['a key without a secret', { ...grant, client_id: accessKey }, 'invalid_request'],
  ['a secret without a key', { ...grant, client_secret: secret }, 'invalid_request'],
])('%s is refused in the words of OAuth', async (_, fields, error) => {
  const { status, body } = await askByForm(fields)
  expect(status).toBe(400)
  expect(body).toEqual({ error, error_description: expect.any(String) })
})

test('guessing secrets here is as limited as at /login', async () => {
  const key = await createAccessKey(trilho.needs, { merchantId, scopes: ['payments'] })
  const guess = () => askByForm({ ...grant, client_id: key.accessKey, client_secret: 'sk_wrong' })
  for (const _ of times(10, index => index)) expect((await guess()).status).toBe(401)
  const { status, headers } = await guess()
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  const atLogin = await call(`${trilho.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(key),
  })
  expect(atLogin.status).toBe(429)
})
