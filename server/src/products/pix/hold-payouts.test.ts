import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { endToEndIdOf, openPayoutDesk, paid, timeOut, webhook } from '../../../test/kit/payout-desk.ts'
import { runnerWith } from '../../../test/kit/test-bank.ts'
import { times } from '../../../test/kit/trilho.ts'
import { releaseHeld, waitForPayouts } from '../../money/bank-orders/hold-payouts.ts'
import { leaseSeconds } from '../../money/bank-orders/schedule.ts'
import { resumeMerchant, suspendMerchant } from '../../tenancy/merchants/suspension.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const { trilho, silent, scriptedBank, step, wait, newPayout, payoutOf } = await openPayoutDesk()
const needs = { ...trilho.needs, door: silent }
const why = { reason: 'papers are missing', by: 'Olga' }

test('a merchant suspended while three workers send its payouts: none goes out afterwards, and all of them when it is resumed', async () => {
  const api = await trilho.newMerchant({ balance: '1000' })
  const { merchantId } = api
  const ids = await Promise.all(times(60, () => api.createCashOut({ amount: '1', webhook })))
  const sent: string[] = []
  let called = 0
  const suspended = Promise.withResolvers<void>()
  const rail = {
    // A bank takes its time: some of them are on the line when the merchant is suspended, however long that takes.
    sendPayout: async ({ transactionId }: { transactionId: string }) => {
      await (++called > ids.length / 2 ? suspended.promise : delay(100))
      sent.push(transactionId)
      return { ...paid, endToEndId: endToEndIdOf(transactionId) }
    },
    readPayout: async () => null,
  }
  const workers = times(3, () => runnerWith(needs, { payouts: rail }))
  const work = async (runner: (typeof workers)[number]) => {
    await untilDone(() => runner.stepAndWait())
  }
  const working = Promise.all(workers.map(work))
  await expect.poll(() => called, { interval: 1 }).toBeGreaterThan(0)
  await suspendMerchant(needs, { merchantId, ...why })
  suspended.resolve()
  await expect.poll(() => waitForPayouts(needs, merchantId)).toBe(0)
  const sentBefore = sent.length
  await working
  wait(leaseSeconds)
  await Promise.all(workers.map(work))
  expect(sent.length).toBe(sentBefore)
  expect(sentBefore).toBeLessThan(ids.length)

  await resumeMerchant(needs, merchantId)
  expect(await releaseHeld(needs)).toBe(ids.length - sentBefore)
  await Promise.all(workers.map(work))
  expect(sent.toSorted()).toEqual(ids.toSorted())
})

test('a payout whose answer was lost is asked about while its merchant is suspended, and not sent again', async () => {
  const { api, id } = await newPayout()
  await step(scriptedBank([['send', timeOut]]))
  await suspendMerchant(needs, { merchantId: api.merchantId, ...why })
  wait(1)
  const bank = scriptedBank([['ask', null]])
  await step(bank)
  expect([bank.calls.length, bank.sent.length]).toEqual([1, 0])
  expect(await payoutOf(id)).toMatchObject({ state: 'Held' })
})
