import { expect, test } from 'vitest'
import { type Answer, call, clientWith } from '../../../test/kit/api-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
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
const grantForm = 'grant_type=client_credentials'
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
  ['a lone percent sign', () => askByForm(grant, basic('%', '%'))],
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

const inOAuthsWords = (error: string) => ({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) })

test.each<[string, () => Promise<Answer>, number, string]>([
  [
    'another type',
    () => ask('grant_type=client_credentials', { 'content-type': 'text/plain' }),
    400,
    'invalid_request',
  ],
  ['no type', () => ask(grantForm, { 'content-type': '' }), 400, 'invalid_request'],
  ['nothing', () => call(`${trilho.url}/oauth/token`, { method: 'POST' }), 400, 'invalid_request'],
  ['broken JSON', () => ask('{', { 'content-type': 'application/json' }), 400, 'invalid_request'],
  [
    'a field that is no text',
    () => ask('{"grant_type":1}', { 'content-type': 'application/json' }),
    400,
    'invalid_request',
  ],
  [
    'no UTF-8',
    () => askByForm(grant, { 'content-type': 'application/x-www-form-urlencoded; charset=latin1' }),
    400,
    'invalid_request',
  ],
  ['a NUL in the key', () => askByForm({ ...grant, ...credentials, client_id: 'a\u0000' }), 400, 'invalid_request'],
  [
    'half a surrogate pair',
    () => askByJson({ ...grant, ...credentials, client_secret: '\ud800' }),
    400,
    'invalid_request',
  ],
  ['too much', () => askByForm({ ...grant, client_id: 'x'.repeat(300_000) }), 413, 'invalid_request'],
  ['a compressed body', () => askByForm(grant, { 'content-encoding': 'gzip' }), 415, 'invalid_request'],
  ['another method', () => call(`${trilho.url}/oauth/token`), 405, 'invalid_request'],
  [
    'another method with a broken body',
    () => call(`${trilho.url}/v1/oauth/token`, { method: 'PUT', body: '{' }),
    405,
    'invalid_request',
  ],
])('%s is refused in the words of OAuth too', async (_, asked, status, error) => {
  const answer = await asked()
  expect([answer.status, answer.body]).toEqual([status, inOAuthsWords(error)])
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null)
})

test('an internal error has the format of OAuth, and reveals nothing internal', async () => {
  const broken = await openTrilho()
  await broken.sql`alter table access_keys rename to lost`
  const { status, body } = await call(`${broken.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...grant, ...credentials }).toString(),
  })
  expect([status, body]).toEqual([500, inOAuthsWords('server_error')])
})

test('guessing secrets here is as limited as at /login', async () => {
  const key = await createAccessKey(trilho.needs, { merchantId, scopes: ['payments'] })
  const guess = () => askByForm({ ...grant, client_id: key.accessKey, client_secret: 'sk_wrong' })
  for (const _ of times(10, index => index)) expect((await guess()).status).toBe(401)
  const { status, headers, body } = await guess()
  expect([status, body]).toEqual([429, inOAuthsWords('temporarily_unavailable')])
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  const atLogin = await call(`${trilho.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(key),
  })
  expect(atLogin.status).toBe(429)
})
