import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { isFromNetworks, readNetwork } from './networks.ts'

const trilho = await openTrilho({ TRUST_PROXY: 'yes' })

async function newShop() {
  const { merchantId, accessKey, secret } = await trilho.newMerchant()
  const owner = await newPortalPerson(trilho, { merchantId })
  const path = `/merchants/${merchantId}/keys`
  const [key] = (await owner.get(path)).body.data.items
  const json = { 'content-type': 'application/json' }
  const logIn = (from: string) =>
    call(`${trilho.url}/login`, {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': from },
      body: JSON.stringify({ accessKey, secret }),
    })
  const balance = (token: string, from: string) =>
    call(`${trilho.url}/accounts/balance`, { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from } })
  const restrict = (networks: string[]) => owner.put(`${path}/${key.id}/networks`, { networks })
  return { owner, path, key, logIn, balance, restrict }
}

test('a key that is restricted to networks logs in and calls only from there, by IPv4 and IPv6, as the proxy has seen it', async () => {
  const shop = await newShop()
  const token = (await shop.logIn('198.51.100.7')).text
  const { body } = await shop.restrict([' 203.0.113.0/24', '2001:DB8::/32', '192.0.2.9'])
  expect(body.data.networks).toEqual(['203.0.113.0/24', '2001:db8::/32', '192.0.2.9/32'])
  expect(refusalOf(await shop.logIn('198.51.100.7'))).toEqual([401, 'AccessKeyUnauthorized'])
  await expect
    .poll(async () => refusalOf(await shop.balance(token, '198.51.100.7')))
    .toEqual([403, 'NetworkNotAllowed'])
  for (const from of ['203.0.113.200', '2001:db8:1::5', '192.0.2.9', '::ffff:203.0.113.4']) {
    expect([from, (await shop.logIn(from)).status]).toEqual([from, 201])
    expect([from, (await shop.balance(token, from)).status]).toEqual([from, 200])
  }
  // Only the last address was written by the proxy.
  expect((await shop.balance(token, '203.0.113.200, 198.51.100.7')).status).toBe(403)
  expect((await shop.balance(token, '198.51.100.7, 203.0.113.200')).status).toBe(200)
  await shop.restrict([])
  expect((await shop.logIn('198.51.100.7')).status).toBe(201)
})

test('a key can be made for networks: it never logs in from elsewhere, and a wrong network makes none', async () => {
  const { owner, path } = await newShop()
  const make = (networks: string[]) => owner.post(path, { name: 'ERP', scopes: ['payments'], networks })
  expect((await make(['10.0.0.0/33'])).status).toBe(400)
  const { key, secret } = (await make(['203.0.113.0/24', '192.0.2.9'])).body.data
  expect(key.networks).toEqual(['203.0.113.0/24', '192.0.2.9/32'])
  const logIn = (from: string) =>
    call(`${trilho.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ accessKey: key.accessKey, secret }),
    })
  expect(refusalOf(await logIn('198.51.100.7'))).toEqual([401, 'AccessKeyUnauthorized'])
  expect((await logIn('203.0.113.200')).status).toBe(201)
})

test('a key that replaces another has its networks', async () => {
  const shop = await newShop()
  await shop.restrict(['203.0.113.0/24'])
  const { body } = await shop.owner.post(`${shop.path}/${shop.key.id}/rotate`, { overlap: 'day' })
  expect(body.data.key.networks).toEqual(['203.0.113.0/24'])
})

test.each(['', '10.0.0.0/33', '10.0.0/8', '2001:db8::/129', '10.0.0.0/8/8', 'example.com', '10.0.0.0/-1'])(
  '%j is no network',
  async network => {
    const shop = await newShop()
    expect((await shop.restrict([network])).status).toBe(400)
    expect(() => readNetwork(network)).toThrow('networks')
  },
)

test('an address that is none is in no network', () => {
  expect(isFromNetworks({ networks: ['0.0.0.0/0', '::/0'] }, 'unknown')).toBe(false)
  expect(isFromNetworks({ networks: [] }, 'unknown')).toBe(true)
})
