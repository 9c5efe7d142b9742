import { expect, test } from 'vitest'
import { newPayer } from '../../test/kit/company-payments.ts'
import { batchesOf, payoutRows } from '../../test/kit/payout-batches.ts'
import { newPortalPerson, refusalOf } from '../../test/kit/portal-client.ts'
import { actsOf } from '../../test/kit/portal-roles.ts'
import { openTrilho } from '../../test/kit/trilho.ts'
import { openSink } from '../../test/kit/webhook-sink.ts'
import { auditBooks } from '../books-audit/audit-books.ts'
import type { Door } from '../transactions/door.ts'
import { runBatches } from './run-batches.ts'

const trilho = await openTrilho()
const sink = await openSink()

const newShop = async () => {
  const shop = await newPayer(trilho, { balance: '100' })
  return { ...shop, batches: batchesOf(shop, trilho.needs) }
}

test('a running batch is stopped: what waits is refused, the merchant is told, and another batch can pay it', async () => {
  const { batches, merchantId, ...shop } = await newShop()
  const { id } = await batches.make(payoutRows(3), { webhook: { url: sink.url } })
  expect(refusalOf(await batches.stop(id))).toEqual([409, 'PayoutBatchStateNotAllowed'])
  await batches.approve(id)
  const path = `/merchants/${merchantId}/payout-batches/${id}`
  const approver = await newPortalPerson(trilho, { merchantId, roles: ['approver'] })
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  expect((await approver.get(path)).body.data).toMatchObject({ canStop: true, hasUnpaid: false })
  expect((await finance.get(path)).body.data).toMatchObject({ canStop: false })
  expect((await finance.post(`${path}/stop`)).status).toBe(403)
  expect((await approver.post(`${path}/stop`)).status).toBe(200)

  expect(await batches.read(id)).toMatchObject({ state: 'Stopped', refused: { count: 3, amount: '3.000000' } })
  expect((await batches.rows(id)).map(({ reason }) => reason)).toEqual(Array(3).fill('BatchStopped'))
  expect(refusalOf(await batches.stop(id))).toEqual([409, 'PayoutBatchStateNotAllowed'])
  expect(await runBatches(trilho.needs)).toBe(0)
  expect(await shop.balance()).toMatchObject({ held: '0.000000' })
  expect((await actsOf(trilho, approver)).at(-1)).toMatchObject({ act: 'batch.stop', subject: id })
  await expect.poll(() => sink.received.map(({ body }) => body.event)).toContain('PayoutBatchStopped')
  const { rows } = (await finance.get(`${path}/unpaid`)).body.data
  expect((await batches.pay((await batches.make(rows)).id)).made.count).toBe(3)
  expect(await auditBooks(trilho, { onlyMerchant: merchantId })).toEqual([])
})

test.each(['before', 'beside'])('a batch that is stopped %s a row is made pays no row afterwards', async when => {
  const { batches, merchantId, ...shop } = await newShop()
  const { id } = await batches.make(payoutRows(30))
  await batches.approve(id)
  let rows = 0
  let stopped: ReturnType<typeof batches.stop> | undefined
  const door: Door = {
    ...trilho.needs.door,
    async commit(work) {
      if (++rows === 4) stopped = batches.stop(id)
      if (when === 'before') await stopped
      return trilho.needs.door.commit(work)
    },
  }
  while ((await runBatches({ ...trilho.needs, door })) > 0);
  expect((await stopped)?.status).toBe(200)
  const { state, made, refused } = await batches.read(id)
  expect([state, made.count + refused.count]).toEqual(['Stopped', 30])
  if (when === 'before') expect(made.count).toBe(3)
  expect((await shop.balance()).held).toBe(made.amount)
  expect(await auditBooks(trilho, { onlyMerchant: merchantId })).toEqual([])
})
