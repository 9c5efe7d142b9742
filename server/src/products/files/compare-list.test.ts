import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import { runFiles } from './run-files.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho()
const webhook = { url: (await openSink()).url }
const daySeconds = 86_400
const today = dayOf(trilho.needs.clock())
const tomorrow = dayOf(new Date(trilho.needs.clock().getTime() + daySeconds * 1000))

type Shop = Awaited<ReturnType<typeof trilho.newMerchant>>
type Rows = { orderId: string; amount: string }[]

async function compare(shop: Shop, day: string, rows: Rows) {
  const asked = { kind: 'reconciliation', format: 'csv', firstDay: day, lastDay: day, rows }
  const { status, body } = await shop.post('/files', asked)
  expect(status).toBe(202)
  await untilDone(() => runFiles(trilho.needs))
  return (await shop.get(`/files/${body.data.id}`)).body.data.result
}

test("a payment belongs to the day it was paid, by its merchant's clock, whenever its charge was made", async () => {
  const shop = await trilho.newMerchant()
  const charge = (orderId: string) =>
    shop.createCashIn({ amount: '10', webhook, transaction: { orderId }, expiresIn: 2 * daySeconds })
  const [paidAtOnce, paidLater] = [await charge('at once'), await charge('later')]
  await shop.simulate('complete', paidAtOnce)
  await shop.put('/sandbox/clock', { forward: daySeconds })
  await shop.simulate('complete', paidLater)
  const unknown = [{ orderId: 'unknown', amount: '1' }]
  for (const day of [today, tomorrow])
    expect(await compare(shop, day, unknown)).toEqual({ matches: 0, differs: 0, missingHere: 1, missingInList: 1 })
  expect(await compare(shop, today, [{ orderId: 'at once', amount: '10' }])).toMatchObject({
    matches: 1,
    missingInList: 0,
  })
  expect(await compare(shop, tomorrow, [{ orderId: 'later', amount: '10' }])).toMatchObject({
    matches: 1,
    missingInList: 0,
  })
})

test('an order that was paid by Pix and by Open Finance was paid twice, unless it is listed twice', async () => {
  const shop = await trilho.newMerchant()
  const transaction = { orderId: 'twice' }
  await shop.simulate('complete', await shop.createCashIn({ amount: '10', webhook, transaction }))
  const { id } = await shop.createInitiation({ amount: '12', webhook, transaction })
  await shop.simulateInitiation('complete', id)
  const [one, other] = [
    { orderId: 'twice', amount: '12' },
    { orderId: 'twice', amount: '10' },
  ]
  const none = { missingHere: 0, missingInList: 0 }
  expect(await compare(shop, today, [one])).toEqual({ matches: 1, differs: 1, ...none })
  expect(await compare(shop, today, [one, other])).toEqual({ matches: 2, differs: 0, ...none })
  expect(await compare(shop, today, [one, other, other])).toEqual({ matches: 2, differs: 1, ...none })
})
