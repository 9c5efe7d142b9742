import { expect, test } from 'vitest'
import { clientWith, logIn } from '../../../test/kit/api-client.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { readAccessKey } from './access-key.ts'
import { createAccessKey } from './create-access-key.ts'
import { revokeAccessKey } from './change-access-key.ts'
import type { Scope } from './states.ts'

const trilho = await openTrilho()
const merchant = await trilho.newMerchant()

const newKey = (scopes: Scope[] = ['payments']) =>
  createAccessKey(trilho.needs, { merchantId: merchant.merchantId, scopes })

const revoke = (accessKey: string) =>
  revokeAccessKey(trilho.needs, { merchantId: merchant.merchantId, keyId: readAccessKey(accessKey)?.id ?? '' })

async function stateOf(secret: string): Promise<string | undefined> {
  const [row] = await trilho.sql<{ state: string }[]>`
    select state from access_keys where secret_hash = encode(sha256(${secret}::bytea), 'hex')`
  return row?.state
}

test('the database holds a hash of the secret and the secret nowhere', async () => {
  const { secret } = await newKey()
  expect(await stateOf(secret)).toBe('Active')
  const dump = JSON.stringify(await trilho.sql`select k::text as row from access_keys k`)
  expect(dump).toContain(merchant.merchantId)
  for (const known of [secret, secret.slice(3), merchant.secret]) expect(dump).not.toContain(known)
})

test('two keys never share a secret', async () => {
  const [one, other] = [await newKey(), await newKey()]
  expect(one.secret).not.toBe(other.secret)
  expect(one.secret.length).toBeGreaterThanOrEqual(43)
})

test('a key for company payments alone cannot touch other payments', async () => {
  const key = await newKey(['company-payments'])
  const api = clientWith(trilho.url, (await logIn(trilho.url, key)).text)
  for (const answer of [await api.get('/accounts/transactions/pix'), await api.requestCashIn()]) {
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({
      statusCode: 'Error',
      error: {
        name: 'AuthorizationError',
        code: 'AuthorizationError',
        message: expect.any(String),
        details: {
          reason: 'ScopeNotAllowed',
          message: 'needs an access key with the scope payments; this key has company-payments',
          requestId: answer.headers.get('x-request-id'),
        },
      },
    })
  }
})

test('a revoked key stays revoked, and is not revoked twice', async () => {
  const { accessKey, secret } = await newKey()
  await revoke(accessKey)
  expect(await stateOf(secret)).toBe('Revoked')
  await expect(revoke(accessKey)).rejects.toMatchObject({ reason: 'KeyStateNotAllowed' })
  expect(await stateOf(secret)).toBe('Revoked')
})

test.each(['not-a-key', 'ak_', `ak_${'A'.repeat(43)}`])('%j, which is no key, cannot be revoked', async accessKey => {
  await expect(revoke(accessKey)).rejects.toMatchObject({ reason: 'KeyNotFound' })
})

test('of ten revocations at once one happens', async () => {
  const { accessKey } = await newKey()
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => revoke(accessKey)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test("another merchant's transaction is not found, neither to read nor to change", async () => {
  const [owner, outsider] = [await trilho.newMerchant(), await trilho.newMerchant()]
  const id = await owner.createCashIn()
  for (const answer of [await outsider.read(id), await outsider.simulate('cancel', id)]) {
    expect(answer.status).toBe(404)
    expect(answer.body.error.name).toBe('NotFoundError')
    expect(answer.body.error.details.reason).toBe('TransactionNotFound')
  }
  expect((await outsider.get('/accounts/transactions/pix')).body.data.total).toBe(0)
  expect(await owner.stateOf(id)).toBe('Registered')
})
