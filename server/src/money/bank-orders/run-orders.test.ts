import { ExternalFault } from '../../platform/lib/within-time.ts'
import { afterEach, expect, test } from 'vitest'
import { silentDoor } from '../../../test/kit/silent-door.ts'
import { runnerWith } from '../../../test/kit/test-bank.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { endException } from '../../operations/exceptions/end-exception.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/lib/metrics.ts'
import type { PayoutReport } from '../rails/rails.ts'
import { readOrderHealth } from './health/read-health.ts'
import { mostOfBank } from './run-orders.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
const { sql, clock } = trilho
const needs = { ...trilho.needs, door: silentDoor(trilho.needs) }
const webhook = { url: 'https://hooks.example.invalid/' }

afterEach(async () => {
  clock.aheadMs = 0
  // The next test must not claim a payout that this one leaves unfinished.
  await sql`delete from bank_orders`
})

/** A merchant whose payouts wait for a worker. A merchant created later sorts later among the lanes. */
async function merchantWith(count: number) {
  const api = await trilho.newMerchant({ balance: '1000' })
  const order = () => api.createCashOut({ amount: '1', webhook })
  return { api, order, ids: await Promise.all(times(count, order)) }
}

/** A bank that hangs on the scripted payouts until the test releases them, and accepts all others at once. */
function hangingBank(isHanging: (transactionId: string) => boolean = () => true) {
  const sent: string[] = []
  const gate = Promise.withResolvers<void>()
  const accepted: PayoutReport = { state: 'accepted', externalId: 'bank-1' }
  const rail = {
    sendPayout: async ({ transactionId }: { transactionId: string }) => {
      sent.push(transactionId)
      if (isHanging(transactionId)) await gate.promise
      return accepted
    },
    readPayout: async () => accepted,
  }
  const runner = runnerWith(needs, { payouts: rail })
  const sentOf = ({ ids }: { ids: string[] }) => sent.filter(id => ids.includes(id)).length
  return { runner, sent, sentOf, letGo: gate.resolve }
}

const waiting = async () =>
  (
    await sql<
      { count: number }[]
    >`select count(*)::int as count from bank_orders where state = 'Waiting' and attempts = 0`
  )[0]?.count

test('merchants take turns: of 200 orders of one and one of another the first round takes both, and each is sent once', async () => {
  const [many, one] = [await merchantWith(200), await merchantWith(1)]
  const { runner, sent, sentOf } = hangingBank(() => false)
  const claimed = await runner.stepAndWait()
  expect([sentOf(one), sentOf(many)]).toEqual([1, claimed - 1])
  expect(claimed).toBeLessThan(50)
  await untilDone(() => runner.stepAndWait())
  expect(sent.toSorted()).toEqual([...many.ids, ...one.ids].toSorted())
})

test("a bank that hangs on one merchant's orders delays nobody else's", async () => {
  const [stuck, free] = [await merchantWith(20), await merchantWith(1)]
  const bank = hangingBank(id => stuck.ids.includes(id))
  await bank.runner.step()
  await expect.poll(() => free.api.stateOf(free.ids[0] ?? '')).toBe('Registered')
  const later = await free.order()
  expect(await bank.runner.step()).toBe(1)
  await expect.poll(() => free.api.stateOf(later)).toBe('Registered')
  // The stuck orders use a few slots, the others wait.
  const held = bank.sentOf(stuck)
  expect(await bank.runner.step()).toBe(0)
  expect([held > 0, held < 20, bank.sentOf(stuck)]).toEqual([true, true, held])

  bank.letGo()
  await expect
    .poll(async () => {
      await bank.runner.step()
      return waiting()
    })
    .toBe(0)
  await expect.poll(() => bank.sentOf(stuck)).toBe(20)
})

test('where there are fewer slots than merchants, those who got none are the first of the next round', async () => {
  const merchants = await Promise.all(times(mostOfBank / 8 + 1, () => merchantWith(16)))
  const bank = hangingBank()
  await bank.runner.step()
  const unserved = () => merchants.filter(merchant => bank.sentOf(merchant) === 0)
  await expect.poll(() => bank.sent.length).toBe(mostOfBank)
  expect(unserved()).toHaveLength(1)
  expect(await bank.runner.step()).toBe(0)
  const freed = new Promise<void>(resolve => bank.runner.whenFree(() => bank.sent.length === mostOfBank && resolve()))
  bank.letGo()
  await freed
  await expect.poll(() => bank.runner.step()).toBeGreaterThan(0)
  await expect.poll(unserved).toEqual([])
})

test("a bank that has paid what is booked as Error is a person's: an open exception, nothing booked, nobody asks again", async () => {
  const { api, ids } = await merchantWith(1)
  const [id = ''] = ids
  const { merchantId } = api
  const paid: PayoutReport = {
    state: 'paid',
    externalId: 'bank-1',
    endToEndId: `E${'9'.repeat(31)}`,
    participant: null,
  }
  const asked: string[] = []
  const { stepAndWait } = runnerWith(needs, {
    payouts: {
      sendPayout: () => Promise.reject(new ExternalFault('ETIMEDOUT')),
      readPayout: async ({ transactionId }) => {
        asked.push(transactionId)
        return paid
      },
    },
  })
  await stepAndWait()
  await needs.door.apply({ merchantId, id, event: { kind: 'failed', cause: 'GivenUp' } })
  const before = await api.balance()
  for (const seconds of [1, 3600, 86_400]) {
    clock.aheadMs += seconds * 1000
    await stepAndWait()
  }
  expect(asked).toEqual([id])
  expect(
    await sql`select kind, bank_order_id, state, expected, said from bank_exceptions where transaction_id = ${id}`,
  ).toEqual([
    {
      kind: 'payout',
      bankOrderId: id,
      state: 'Open',
      expected: { code: 'paymentIs', value: 'Error' },
      said: { code: 'paid', value: paid.endToEndId },
    },
  ])
  expect(await api.stateOf(id)).toBe('Error')
  expect([before.available, (await api.balance()).available]).toEqual(['1000.000000', '1000.000000'])
  expect(await auditBooks(needs)).toEqual([])
})

test.each([
  [new TypeError('undefined is not a function'), 'TypeError'],
  [new Error('the books of a merchant are not open'), 'Error'],
  [new ApiError('TransactionNotFound'), 'NotFoundError'],
])(
  '%o stops the order at once: an open exception that the operator sees and can end, a metric, no retry',
  async (defect, name) => {
    const { ids } = await merchantWith(1)
    const [id = ''] = ids
    let calls = 0
    const broken = runnerWith(needs, {
      payouts: {
        sendPayout: () => {
          calls++
          throw defect
        },
        readPayout: async () => null,
      },
    })
    for (const seconds of [0, 60, 3600]) {
      clock.aheadMs += seconds * 1000
      await broken.stepAndWait()
    }
    expect(calls).toBe(1)
    expect(await sql`select state, said from bank_exceptions where bank_order_id = ${id}`).toEqual([
      { state: 'Open', said: { code: 'defect', value: name } },
    ])
    expect((await readOrderHealth(needs)).firstExceptions.map(({ kind }) => kind)).toContain('payout')
    expect(await metrics.metrics()).toMatch(/trilho_defects_total\{where="bank order"\} [1-9]/)

    const [exception] = await sql<{ merchantId: string; id: string }[]>`
    select merchant_id, id from bank_exceptions where bank_order_id = ${id}`
    await endException(needs, {
      ...(exception ?? { merchantId: '', id: '' }),
      act: 'sendAgain',
      by: 'operator',
      note: 'fixed',
    })
    const accepted: PayoutReport = { state: 'accepted', externalId: 'bank-1' }
    await runnerWith(needs, {
      payouts: { sendPayout: async () => accepted, readPayout: async () => accepted },
    }).stepAndWait()
    expect(await sql`select state from bank_orders where id = ${id}`).toEqual([{ state: 'Waiting' }])
  },
)
