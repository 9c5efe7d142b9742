import { createSigner } from 'fast-jwt'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Answer, call, clientWith, logIn } from '../../../test/kit/api-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { withOther } from '../../../test/kit/with-other.ts'
import { readAccessKey, spellAccessKey } from './access-key.ts'
import { createAccessKey } from './create-access-key.ts'
import { revokeAccessKey } from './change-access-key.ts'

// Behind a proxy of its own, so that a test can log in from any address it likes.
const trilho = await openTrilho({ TRUST_PROXY: 'yes' })
const merchant = await trilho.newMerchant()

const newKey = (key: Partial<Parameters<typeof createAccessKey>[1]> = {}, needs = trilho.needs) =>
  createAccessKey(needs, { merchantId: merchant.merchantId, scopes: ['payments'], ...key })

/** Statuses of one attempt after the other: the count of attempts is what matters. */
async function attempt(count: number, key: { accessKey: string; secret: string }): Promise<number[]> {
  const statuses: number[] = []
  for (const _ of times(count, index => index)) statuses.push((await logIn(trilho.url, key)).status)
  return statuses
}

test('logging in returns the bare token as text, and the token works', async () => {
  const { status, headers, text } = await logIn(trilho.url, await newKey())
  expect(status).toBe(201)
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(text).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect((await clientWith(trilho.url, text).get('/accounts/balance')).status).toBe(200)
})

test.each([
  [{ accessKey: 'ak_x' }, ['secret']],
  [{ secret: 'sk_x' }, ['accessKey']],
  [{}, ['accessKey', 'secret']],
])('logging in with %j names all that is missing', async (body, missing) => {
  const answer = await logIn(trilho.url, body)
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({
    statusCode: 'Error',
    error: {
      name: 'InvalidRequestFormatError',
      code: 'InvalidRequestFormatError',
      message: expect.any(String),
      details: missing.map(property => ({
        path: '',
        code: 'required',
        message: `must have required property '${property}'`,
        info: { missingProperty: property },
      })),
    },
  })
})

async function revokedKey() {
  const key = await newKey()
  const { merchantId = '', id: keyId = '' } = readAccessKey(key.accessKey) ?? {}
  await revokeAccessKey(trilho.needs, { merchantId, keyId })
  return key
}

const unknownId = '01890000-0000-7000-8000-000000000000'
const yesterday = new Date(Date.now() - 86_400_000)
const beforeYesterday = { ...trilho.needs, clock: () => new Date(yesterday.getTime() - 1_000) }

test.each([
  ['an unknown key', async () => ({ ...(await newKey()), accessKey: spellAccessKey(unknownId, unknownId) })],
  ['a malformed key', async () => ({ ...(await newKey()), accessKey: 'not-a-key' })],
  ['an empty key and secret', async () => ({ accessKey: '', secret: '' })],
  ['a wrong secret', async () => ({ ...(await newKey()), secret: 'sk_wrong' })],
  ["another key's secret", async () => ({ ...(await newKey()), secret: (await newKey()).secret })],
  ['a key past its expiry date', () => newKey({ expiresAt: yesterday }, beforeYesterday)],
  ['a Pending key', () => newKey({ isConfirmed: false })],
  ['a Revoked key', revokedKey],
])('%s is refused in the same words as every other', async (_, key) => {
  const { status, headers, body } = await logIn(trilho.url, await key())
  expect(status).toBe(401)
  expect(body).toEqual({
    statusCode: 'Error',
    error: {
      name: 'AuthenticationError',
      code: 'AuthenticationError',
      message:
        'The service could not complete the request. Unknown access key, wrong secret, or a key that is pending, expired or revoked.',
      details: { reason: 'AccessKeyUnauthorized', requestId: headers.get('x-request-id') },
    },
  })
})

test('a key that expires tomorrow logs in today', async () => {
  const key = await newKey({ expiresAt: new Date(Date.now() + 86_400_000) })
  expect((await logIn(trilho.url, key)).status).toBe(201)
})

test('after ten wrong secrets an address must wait with that key, even with the right secret', async () => {
  const key = await newKey()
  expect(await attempt(10, { ...key, secret: 'sk_wrong' })).toEqual(Array(10).fill(401))
  const answer = await logIn(trilho.url, key)
  expect(answer.status).toBe(429)
  expect(answer.body.error).toMatchObject({ name: 'RateLimitError', details: { reason: 'RateLimitExceeded' } })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(10)
})

test('one key waiting at one address delays no other key and no other address', async () => {
  const key = await newKey()
  expect((await attempt(11, { ...key, secret: 'sk_wrong' })).at(-1)).toBe(429)
  expect((await logIn(trilho.url, await newKey())).status).toBe(201)
  const elsewhere = await call(`${trilho.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: JSON.stringify(key),
  })
  expect(elsewhere.status).toBe(201)
})

test('a successful log-in resets the count of failures', async () => {
  const key = await newKey()
  const wrong = { ...key, secret: 'sk_wrong' }
  await attempt(9, wrong)
  expect(await attempt(1, key)).toEqual([201])
  expect(await attempt(11, wrong)).toEqual([...Array(10).fill(401), 429])
})

const keyOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const [head = '', claims = '', signature = ''] = merchant.token.split('.')
const signForeign = createSigner({ key: randomBytes(32), algorithm: 'HS256', expiresIn: 60_000 })

/** What a caller can go by: status, header and envelope, without the words. */
function refusalOf({ status, headers, body }: Answer) {
  const isSameId = body.error?.details?.requestId === headers.get('x-request-id')
  return [status, headers.get('www-authenticate'), body.error?.name, body.error?.details?.reason, isSameId]
}
const tokenInvalid = [401, 'Bearer realm="trilho"', 'AuthenticationError', 'AuthenticationTokenInvalid', true]

test.each([
  ['no token', undefined],
  ['an empty one', 'Bearer '],
  ['another scheme', `Basic ${merchant.token}`],
  ['the bare token', merchant.token],
  ['two tokens', `Bearer ${merchant.token} ${merchant.token}`],
  ['what is no token', 'Bearer abc.def.ghi'],
  ['one signed by somebody else', `Bearer ${signForeign(keyOf(merchant.token))}`],
  ['changed claims', `Bearer ${head}.${withOther(claims, 0)}.${signature}`],
  ['a cut signature', `Bearer ${head}.${claims}.${signature.slice(0, -2)}`],
  ['no signature', `Bearer ${head}.${claims}.`],
  ['alg none', `Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`],
  ['alg none with the signature left', `Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${claims}.${signature}`],
])('a call with %s is not authenticated', async (_, authorization) => {
  const headers = authorization === undefined ? {} : { authorization }
  expect(refusalOf(await call(`${trilho.url}/accounts/balance`, { headers }))).toEqual(tokenInvalid)
})

test('the scheme is accepted in any case, as HTTP requires', async () => {
  const headers = { authorization: `bearer ${merchant.token}` }
  expect((await call(`${trilho.url}/accounts/balance`, { headers })).status).toBe(200)
})

test('a token stops when its lifetime is over, however often it was used before', async () => {
  const shortLived = await openTrilho({ TOKEN_LIFETIME: '2' })
  const api = await shortLived.newMerchant()
  expect((await api.get('/accounts/balance')).status).toBe(200)
  await expect.poll(async () => (await api.get('/accounts/balance')).status).toBe(401)
  expect(refusalOf(await api.get('/accounts/balance'))).toEqual(tokenInvalid)
})
