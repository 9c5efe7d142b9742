import { expect, test } from 'vitest'
import { newPortalPerson } from './kit/portal-client.ts'
import { openTrilho, times } from './kit/trilho.ts'

const trilho = await openTrilho()

test("one merchant's reports delay only its own reports, no payments and no reports of others", async () => {
  const [busy, other] = [await trilho.newMerchant({ balance: '100' }), await trilho.newMerchant({ balance: '100' })]
  const person = await newPortalPerson(trilho, { merchantId: busy.merchantId, roles: ['owner'] })
  await busy.createCashIn()

  // More slow reads than connections, for reports or anything else.
  const ended = { slow: 0, reports: 0 }
  const slow = times(24, () => trilho.sql.reportsOf(busy.merchantId)`select pg_sleep(0.25)`.then(() => ended.slow++))
  const portal = `/merchants/${busy.merchantId}`
  const reports = [
    busy.get('/accounts/statement'),
    busy.get('/accounts/statement?format=csv'),
    busy.get('/accounts/transactions/pix'),
    busy.get('/webhooks/deliveries'),
    ...['home', 'statement', 'statement.csv', 'transactions', 'transactions.csv', 'webhooks/deliveries'].map(path =>
      person.get(`${portal}/${path}`),
    ),
  ].map(async report => {
    const { status } = await report
    ended.reports++
    return status
  })

  for (const merchant of [busy, other]) {
    await merchant.createCashIn()
    await merchant.createCashOut({ amount: '1' })
  }
  expect((await other.get('/accounts/statement')).status).toBe(200)
  expect((await other.get('/accounts/transactions/pix')).body.data.total).toBe(2)
  expect(ended.slow).toBeLessThan(slow.length)
  expect(ended.reports).toBe(0)

  await Promise.all(slow)
  expect(await Promise.all(reports)).toEqual(reports.map(() => 200))
})

test('reports are read while every connection for payments is in use', async () => {
  const { merchantId } = await trilho.newMerchant()
  const free = Promise.withResolvers<void>()
  const taken = times(8, () => trilho.sql.begin(() => free.promise))
  expect(await trilho.sql.reportsOf(merchantId)`select 1 as one`).toEqual([{ one: 1 }])
  free.resolve()
  await Promise.all(taken)
})
