import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { setWebhookAddress } from './set-webhook-address.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const production = { sql: trilho.sql, isSandbox: false }

const kept = async () => (await trilho.sql`select webhook_url from merchants where id = ${merchantId}`)[0]?.webhookUrl

test("a merchant's own webhook address is kept with its settings, and can be taken away", async () => {
  await setWebhookAddress(production, { merchantId, url: 'https://shop.example/hook?x=1' })
  expect(await kept()).toBe('https://shop.example/hook?x=1')
  await setWebhookAddress(production, { merchantId, url: null })
  expect(await kept()).toBeNull()
})

test.each([
  'shop.example/hook',
  'ftp://shop.example/',
  'https://me:secret@shop.example/',
  'https://shop.example/a b',
  `https://a.example/${'x'.repeat(2048)}`,
])('%s is no address', async url => {
  await expect(setWebhookAddress(production, { merchantId, url })).rejects.toMatchObject({
    problems: [{ path: '/url', code: 'format' }],
  })
  expect(await kept()).toBeNull()
})

test.each(['http://shop.example/', 'https://127.0.0.1/', 'https://169.254.169.254/', 'https://[fd00:ec2::254]/'])(
  'in production %s may not be called',
  async url => {
    await expect(setWebhookAddress(production, { merchantId, url })).rejects.toMatchObject({
      reason: 'WebhookAddressNotAllowed',
      status: 409,
    })
    expect(await kept()).toBeNull()
  },
)

test('a sandbox may be notified on its own machine, but never at a metadata address', async () => {
  const sandbox = { sql: trilho.sql, isSandbox: true }
  await setWebhookAddress(sandbox, { merchantId, url: 'http://127.0.0.1:4000/' })
  expect(await kept()).toBe('http://127.0.0.1:4000/')
  await expect(setWebhookAddress(sandbox, { merchantId, url: 'http://169.254.169.254/' })).rejects.toThrow(
    'WebhookAddressNotAllowed',
  )
})
