import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '../../../test/kit/api-client.ts'
import { cleanUp } from '../../../test/kit/clean-up.ts'
import { type Trilho, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openDatabase } from '../db/db.ts'

type Merchant = Awaited<ReturnType<Trilho['newMerchant']>>

async function paidCashIn(merchant: Merchant): Promise<string> {
  const id = await merchant.createCashIn({ amount: '50.00' })
  await merchant.simulate('complete', id)
  return id
}

const refundOne = (merchant: Merchant, id: string) => merchant.refund(id, { amount: '0.01', refundId: randomUUID() })

/** Refunds of one payment whose row somebody holds locked: each of them waits in the database with a connection. */
async function slowRefunds(trilho: Trilho, merchant: Merchant, count: number) {
  const aside = openDatabase(trilho.databaseUrl, { connections: 2, limits: 'longWork' })
  cleanUp(() => aside.end())
  const id = await paidCashIn(merchant)
  const unlock = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = aside.begin(async tx => {
    await tx`select from transactions where id = ${id} for update`
    locked.resolve()
    await unlock.promise
  })
  await locked.promise
  const answers: Answer[] = []
  const sent = times(count, async () => void answers.push(await refundOne(merchant, id)))
  const waiting = async () =>
    (await aside`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length
  return {
    answers,
    waiting,
    async unlock() {
      unlock.resolve()
      await lock
      await Promise.all(sent)
    },
  }
}

test('more requests of one key at once than the limit get 429, and those of another key are served', async () => {
  const trilho = await openTrilho({ REQUESTS_AT_ONCE: '5' })
  const [greedy, other] = [await trilho.newMerchant(), await trilho.newMerchant()]
  const slow = await slowRefunds(trilho, greedy, 9)
  await expect.poll(() => slow.answers.length).toBe(4)
  expect(slow.answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    times(4, () => [429, '1']),
  )
  expect(slow.answers[0]?.body).toMatchObject({ error: { details: { reason: 'RateLimitExceeded' } } })
  expect((await Promise.all(times(4, () => other.requestCashIn()))).map(({ status }) => status)).toEqual(
    times(4, () => 201),
  )
  expect((await greedy.requestCashIn()).status).toBe(429)
  await slow.unlock()
  expect(slow.answers.slice(4).map(({ status }) => status)).toEqual(times(5, () => 201))
  expect((await greedy.requestCashIn()).status).toBe(201)
})

test('slow requests of one merchant leave others their connections to the database', async () => {
  const trilho = await openTrilho()
  const [greedy, other] = [await trilho.newMerchant(), await trilho.newMerchant()]
  const id = await paidCashIn(other)
  const slow = await slowRefunds(trilho, greedy, 40)
  await expect.poll(slow.waiting).toBeGreaterThanOrEqual(6)
  const payments = await Promise.all(times(20, () => other.requestCashIn()))
  const quick = await Promise.all(times(20, () => refundOne(other, id)))
  expect([...payments, ...quick].map(({ status }) => status)).toEqual(times(40, () => 201))
  expect(slow.answers).toHaveLength(0)
  expect(await slow.waiting()).toBe(6)
  await slow.unlock()
  expect(slow.answers.map(({ status }) => status)).toEqual(times(40, () => 201))
})
