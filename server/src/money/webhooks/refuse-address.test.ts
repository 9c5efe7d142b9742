import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'

const sandbox = await (await openTrilho()).newMerchant({ balance: '100' })
const live = await (
  await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'a secret of more than 32 characters' })
).newMerchant({ balance: '100' })

const requests = [
  ['a cash-in', (api: typeof live, url: string) => api.requestCashIn({ webhook: { url } })],
  ['a cash-out', (api: typeof live, url: string) => api.requestCashOut({ amount: '1', webhook: { url } })],
  ['a payment initiation', (api: typeof live, url: string) => api.requestInitiation({ webhook: { url } })],
] as const

test.each(requests)(
  '%s with an address that may not be called is refused, and nothing is created',
  async (_, request) => {
    for (const [api, urls] of [
      [sandbox, ['http://169.254.169.254/latest', 'http://[fd00:ec2::254]/', 'http://0xa9fea9fe/', 'http://10.0.0.1/']],
      [
        live,
        [
          'http://shop.example/hook',
          'https://127.1/',
          'https://[::1]/',
          'https://localhost/',
          'https://168.63.129.16/',
        ],
      ],
    ] as const)
      for (const url of urls) {
        const { status, body } = await request(api, url)
        expect([status, body.error.details.reason]).toEqual([409, 'WebhookAddressNotAllowed'])
      }
    for (const api of [sandbox, live]) {
      expect((await api.get('/accounts/transactions/pix')).body.data.items).toEqual([])
      expect(await api.availableBalance()).toBe('100.000000')
    }
  },
)

test.each([
  'https://user:secret@shop.example/',
  'https://user@shop.example/',
  'https://shop.example/a\nb',
  'https://shop.example/a\rb',
  'https://[fe80::1%25eth0]/',
  '//shop.example/',
  'https:shop.example',
  'javascript:alert(1)',
])('%j is no address at all', async url => {
  for (const api of [sandbox, live]) {
    const { status, body } = await api.requestCashIn({ webhook: { url } })
    expect([status, body.error.details[0].path]).toEqual([400, '/webhook/url'])
  }
})

test.each([
  'Host',
  'connection',
  'TE',
  'Transfer-Encoding',
  'upgrade',
  'content-length',
  'Webhook-Id',
  'webhook-signature',
  'x y',
  'x:y',
  'x\n',
])('a custom header called %j is refused', async customHeaderName => {
  const webhook = { url: 'https://shop.example/', customHeaderName, customHeaderValue: 'x' }
  const { status, body } = await live.requestCashIn({ webhook })
  expect([status, body.error.details[0].path]).toEqual([400, '/webhook/customHeaderName'])
})

test.each(['a\nb', 'a\r\nx: y', 'a\u0000'])('a custom header with the value %j is refused', async customHeaderValue => {
  const webhook = { url: 'https://shop.example/', customHeaderName: 'x-shop', customHeaderValue }
  const { status, body } = await live.requestCashIn({ webhook })
  expect([status, body.error.details[0].path]).toEqual([400, '/webhook/customHeaderValue'])
})

test('an allowed address is accepted', async () => {
  expect((await sandbox.requestCashIn({ webhook: { url: 'http://localhost:4000/hook' } })).status).toBe(201)
  expect((await live.requestCashIn({ webhook: { url: 'https://shop.example/hook' } })).status).toBe(201)
})
