import { expect, test } from 'vitest'
import { Trilho, refusal, testFetch } from '../src/index.ts'

const open = (fetchIt: typeof fetch) =>
  new Trilho({ url: 'http://shop.test/v1', accessKey: 'ak', secret: 'sk', fetch: fetchIt })

test('a program is tested without a server: responses by endpoint, refusals, and what was sent', async () => {
  const transaction = { id: 't-1', orderId: null, date: '', state: 'Registered', amount: '10.50' } as const
  const fetchIt = testFetch({
    'POST /accounts/pix/cashin': { transaction, payment: { qrCode: '0002', qrCodeLocation: 'http://shop.test/qr/1' } },
    'POST /accounts/pix/cashout': refusal(409, 'InsufficientBalance'),
    'GET /accounts/transactions/pix/{transactionId}/refunds': ({ path }) => ({ items: path.includes('t-1') ? [] : [] }),
    'PUT /accounts/transaction-requests/cancel/{trId}': undefined,
  })
  const trilho = open(fetchIt)
  const webhook = { url: 'https://shop.example.com/hooks' }
  const asked = { payment: { value: { original: 10_500_000n } }, webhook }
  expect(await trilho.pix.createCashIn(asked)).toMatchObject({ payment: { qrCode: '0002' } })
  const refused = () => trilho.pix.createCashOut({} as never)
  for (const pay of [refused, refused]) await expect(pay()).rejects.toMatchObject({ reason: 'InsufficientBalance' })
  expect(await trilho.transactions.listRefunds('t-1')).toEqual({ items: [] })
  await expect(trilho.account.readBalance()).rejects.toMatchObject({ reason: 'RouteNotFound' })
  expect(fetchIt.requests[0]).toMatchObject({
    method: 'POST',
    path: '/accounts/pix/cashin',
    body: { payment: { value: { original: '10.50' } }, webhook },
  })
})
