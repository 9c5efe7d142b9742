import { expect, test } from 'vitest'
import { readAccessKey } from '../src/tenancy/access-keys/access-key.ts'
import { revokeAccessKey } from '../src/tenancy/access-keys/change-access-key.ts'
import { createAccessKey } from '../src/tenancy/access-keys/create-access-key.ts'
import { clientWith, logIn } from './kit/api-client.ts'
import { openStream } from './kit/event-stream.ts'
import { slowness } from './kit/slowness.ts'
import { openTrilho } from './kit/trilho.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const mostMs = 5_000

async function newKey() {
  const key = await createAccessKey(trilho.needs, { merchantId, scopes: ['payments'] })
  const { text: token } = await logIn(trilho.url, key)
  const revoke = () => revokeAccessKey(trilho.needs, { merchantId, keyId: readAccessKey(key.accessKey)?.id ?? '' })
  return { key, token, revoke }
}

test('a revoked key stops on every server within 5 seconds, though its token is still fresh', async () => {
  const second = await trilho.startServer()
  const { key, token, revoke } = await newKey()
  const servers = [clientWith(trilho.url, token), clientWith(second.url, token)]
  const statuses = () => Promise.all(servers.map(async api => (await api.get('/accounts/balance')).status))
  expect(await statuses()).toEqual([200, 200])
  await revoke()
  await expect.poll(statuses, { timeout: mostMs * slowness(), interval: 100 }).toEqual([401, 401])
  const refused = await servers[1]?.get('/accounts/balance')
  expect(refused?.body.error.details.reason).toBe('AuthenticationTokenInvalid')
  expect((await logIn(second.url, key)).status).toBe(401)
})

test('a stream ends within 5 seconds after its key was revoked', async () => {
  const { token, revoke } = await newKey()
  const stream = await openStream(trilho.url, { token })
  const startedMs = performance.now()
  await revoke()
  await stream.ended
  expect(performance.now() - startedMs).toBeLessThan(mostMs * slowness())
  expect(stream.text()).toMatch(/: the token has expired: log in and connect again\n\n$/)
})
