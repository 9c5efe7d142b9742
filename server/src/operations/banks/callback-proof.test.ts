import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { startRealBank } from '../../../test/kit/real-bank.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { connectBank } from '../../money/rails/connect-bank.ts'
import { ensureCallbackUrls } from './ensure-callback-urls.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40), TRUST_PROXY: 'yes' }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const callbackSecret = 'a-secret-of-callbacks'

async function connect(name: string, proof: object) {
  // Each has a key of its own: a key belongs to one connection.
  const pixKey = `${name.toLowerCase()}@efi.test`
  await bank.control('PUT', `/keys/${pixKey}`, { name: 'Trilho', taxId: '11222333000181', partner: 'efi' })
  const given = { ...(await bank.settingsOf('efi')), pixKey, ...proof }
  return connectBank(needs, { name, dialect: 'efi', isDefault: false, settings: given })
}

const send = async (address: string, headers: Record<string, string> = {}) => {
  const body = JSON.stringify({ pix: [] })
  const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body } as const
  return (await call(`${trilho.url}/bank-notices/${address}`, sent)).status
}
const keptOf = async (id: string) => (await sql`select 1 from bank_notices where connection_id = ${id}`).length

test('with a callback secret, only callbacks that have it are stored; the bank gets the URL with it', async () => {
  const { id, callbackToken } = await connect('Secret', { callbackSecret })
  const wrong = ['', '?hmac=', `?hmac=${callbackSecret}x`, `/pix?hmac=${callbackSecret.slice(1)}`]
  for (const query of wrong) expect([query, await send(callbackToken + query)]).toEqual([query, 404])
  expect(await keptOf(id)).toBe(0)
  expect(await send(`${callbackToken}?hmac=${callbackSecret}&ignorar=/pix`)).toBe(200)
  expect(await keptOf(id)).toBe(1)

  expect(await ensureCallbackUrls(needs)).toBe(1)
  const { received } = await needs.railsOf(id)
  const callbackUrl = `${trilho.url}/bank-notices/${callbackToken}?hmac=${callbackSecret}&ignorar=`
  expect(await received?.callbackPlaces[0]?.read()).toBe(callbackUrl)
  expect(trilho.logged.join('\n')).not.toContain(callbackSecret)
})

test('where a proxy asks banks for their certificate, only callbacks that it has verified are stored', async () => {
  const { id, callbackToken } = await connect('Proxy', { proxyVerifiesBank: true })
  expect(await send(callbackToken)).toBe(404)
  expect(await send(callbackToken, { 'x-client-verified': 'FAILED' })).toBe(404)
  expect(await keptOf(id)).toBe(0)
  expect(await send(callbackToken, { 'x-client-verified': 'SUCCESS' })).toBe(200)
  expect(await keptOf(id)).toBe(1)
})

test('a header that came without a proxy of ours proves nothing', async () => {
  const bare = await openTrilho({ ...settings, TRUST_PROXY: 'no' }, { isConnected: false })
  const given = { ...(await bank.settingsOf('efi')), proxyVerifiesBank: true }
  const requested = { name: 'Proxy', dialect: 'efi', isDefault: false, settings: given }
  const { callbackToken } = await connectBank(bare.needs, requested)
  const headers = { 'content-type': 'application/json', 'x-client-verified': 'SUCCESS' }
  const sent = { method: 'POST', headers, body: '{}' } as const
  expect((await call(`${bare.url}/bank-notices/${callbackToken}`, sent)).status).toBe(404)
})

test('without either the address stands alone, and a secret that is easily guessed is refused', async () => {
  const { id, callbackToken } = await connect('Plain', {})
  expect([await send(callbackToken), await send(`${callbackToken}/pix`), await keptOf(id)]).toEqual([200, 200, 2])
  await expect(connect('Short', { callbackSecret: '1234' })).rejects.toThrow('callbackSecret must have')
})
