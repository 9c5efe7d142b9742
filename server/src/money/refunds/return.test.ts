import { ExternalFault } from '../../platform/lib/within-time.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { setWebhookAddress } from '../webhooks/set-webhook-address.ts'
import { optionalEvents } from '../webhooks/states.ts'
import { clientWith } from '../../../test/kit/api-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { leaseSeconds, pauseAfter } from '../bank-orders/schedule.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import type { ReturnReport } from '../rails/rails.ts'
import { requireRail } from '../rails/rails-of.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho()
const second = await trilho.startServer()
const sink = await openSink()
const { needs, clock } = trilho
const bank = requireRail((await needs.railsOf(null)).returns)
// One bank for both servers.
Object.assign(requireRail((await second.needs.railsOf(null)).returns), {
  sendReturn: (...asked: Parameters<typeof bank.sendReturn>) => bank.sendReturn(...asked),
  readReturn: (...asked: Parameters<typeof bank.readReturn>) => bank.readReturn(...asked),
})

afterEach(async () => {
  vi.restoreAllMocks()
  clock.aheadMs = 0
  // A return that a test leaves unfinished must not be taken up by the next.
  await trilho.sql`delete from bank_orders`
})

const accepted: ReturnReport = { state: 'accepted' }
const returned: ReturnReport = { state: 'returned' }
const refused: ReturnReport = { state: 'refused', cause: 'AccountClosed' }
const timeOut = new ExternalFault('ETIMEDOUT')

/** What the bank says to each call, in order; an Error is an answer that is lost. After the last it says no more. */
function script({ send = [], ask = [] }: { send?: (ReturnReport | Error)[]; ask?: (ReturnReport | Error | null)[] }) {
  const say = <Said>(sayings: (Said | Error)[]) => {
    const left = sayings.values()
    return async () => {
      const saying = left.next().value ?? null
      if (saying instanceof Error) throw saying
      return saying as Said
    }
  }
  return {
    sent: vi.spyOn(bank, 'sendReturn').mockImplementation(say(send)),
    asked: vi.spyOn(bank, 'readReturn').mockImplementation(say(ask)),
  }
}

/** The worker comes as soon as the schedule lets it. */
async function nextStep(number: number) {
  clock.aheadMs += pauseAfter(number) * 1000
  expect(await needs.bankOrders.stepAndWait()).toBeGreaterThan(0)
}

/** 10.00 that were paid to a merchant who has nothing else. */
async function newPaid() {
  const api = await trilho.newMerchant()
  await setWebhookAddress(trilho.needs, { merchantId: api.merchantId, url: sink.url, events: optionalEvents })
  const id = await api.createCashIn({ amount: '10', webhook: { url: sink.url } })
  await api.simulate('complete', id)
  return {
    api,
    id,
    money: async () => {
      const { available, held } = await api.balance()
      return [available, held]
    },
    /** Each as `id amount state`. */
    refunds: async () => {
      const { items } = (await api.get(`/accounts/transactions/pix/${id}/refunds`)).body.data
      return items.map((r: Record<string, string>) => `${r['refundId']} ${r['amount']} ${r['state']}`)
    },
    /** The merchant's events, oldest first. */
    events: async () => {
      const rows = await trilho.sql<{ payload: string }[]>`
        select payload from webhook_events where payload::json ->> 'id' = ${id} order by created_at, id`
      return rows.map(({ payload }) => JSON.parse(payload))
    },
  }
}

const expectSound = async () => expect(await auditBooks(needs)).toEqual([])

test('a refund that the bank has accepted is Processing with its money held, and Completed once the bank has returned it', async () => {
  const { api, id, money, refunds, events } = await newPaid()
  const { sent, asked } = script({ send: [accepted], ask: [accepted, returned] })
  const wish = { amount: '4', refundId: 'r-1' }
  const expectAnswer = async (state: string, refundedAmount: string) => {
    const { status, body } = await api.refund(id, wish)
    expect([status, body.data]).toMatchObject([201, { refundId: 'r-1', amount: '4.000000', state, refundedAmount }])
    expect(await refunds()).toEqual([`r-1 4.000000 ${state}`])
  }
  await expectAnswer('Processing', '0.000000')
  await nextStep(1)
  await expectAnswer('Processing', '0.000000')
  expect(await money()).toEqual(['6.000000', '4.000000'])
  expect(await events()).toHaveLength(1)
  await expectSound()

  await nextStep(2)
  await expectAnswer('Completed', '4.000000')
  expect(await money()).toEqual(['6.000000', '0.000000'])
  expect((await events())[1]).toMatchObject({
    transactionState: 'PartiallyRefunded',
    transactionRefundedAmount: '4.000000',
    refund: { id: 'r-1', amount: '4.000000', state: 'Completed' },
  })
  const { receiptVoucher: endToEndId } = (await api.read(id)).body.data.transaction
  expect(sent).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ endToEndId, amount: 4_000_000n }),
    expect.anything(),
  )
  expect(asked).toHaveBeenCalledTimes(2)
  await expectSound()
})

test.each([
  ['at once', { send: [refused, returned] }, 0],
  ['after it had accepted', { send: [accepted, returned], ask: [refused] }, 1],
])(
  'a refund that the bank refuses %s is Failed, its money free, the merchant notified, and can be requested again',
  async (...row) => {
    const [, sayings, steps] = row
    const { api, id, money, refunds, events } = await newPaid()
    script(sayings)
    await api.refund(id, { refundId: 'r-1' })
    for (let step = 1; step <= steps; step++) await nextStep(step)
    expect((await api.refund(id, { refundId: 'r-1' })).body.data).toMatchObject({
      state: 'Failed',
      transactionState: 'Completed',
      refundedAmount: '0.000000',
    })
    expect(await money()).toEqual(['10.000000', '0.000000'])
    expect((await events())[1]).toMatchObject({
      transactionState: 'RefundFailed',
      transactionRefundedAmount: '0.000000',
      refund: { id: 'r-1', amount: '10.000000', state: 'Failed' },
    })
    const [failed] = (await api.get(`/accounts/transactions/pix/${id}/refunds`)).body.data.items
    expect(failed).toMatchObject({ cause: 'AccountClosed', endDate: expect.any(String) })
    await expectSound()

    expect((await api.refund(id, { refundId: 'r-2' })).body.data).toMatchObject({
      state: 'Completed',
      transactionState: 'Refunded',
    })
    expect(await refunds()).toEqual(['r-1 10.000000 Failed', 'r-2 10.000000 Completed'])
    expect(await money()).toEqual(['0.000000', '0.000000'])
    expect((await events())[2]).toMatchObject({
      transactionState: 'Refunded',
      refund: { id: 'r-2', state: 'Completed' },
    })
    await expectSound()
  },
)

test.each([
  ['is asked for, and never sent again', { send: [timeOut], ask: [timeOut, returned] }, 1],
  [
    'is sent again under the same id only when the bank never got it',
    { send: [timeOut, returned], ask: [timeOut, null] },
    2,
  ],
])('a return whose answer is lost %s', async (_title, sayings, sends) => {
  const { api, id, refunds } = await newPaid()
  const { sent } = script(sayings)
  expect((await api.refund(id, { refundId: 'r-1' })).body.data.state).toBe('Processing')
  await nextStep(1)
  expect(await refunds()).toEqual(['r-1 10.000000 Processing'])
  await nextStep(2)
  expect(await refunds()).toEqual(['r-1 10.000000 Completed'])
  expect(new Set(sent.mock.calls.map(([{ bankOrderId }]) => bankOrderId)).size).toBe(1)
  expect(sent).toHaveBeenCalledTimes(sends)
  await expectSound()
})

test('a refund whose process dies before the bank was asked is sent by a worker, once', async () => {
  const { api, id, refunds } = await newPaid()
  const { sent } = script({ send: [returned] })
  vi.spyOn(needs.bankOrders, 'tryNow').mockResolvedValue()
  expect((await api.refund(id, { refundId: 'r-1' })).body.data.state).toBe('Processing')
  expect(await needs.bankOrders.stepAndWait()).toBe(0)
  clock.aheadMs += leaseSeconds * 1000
  await Promise.all(times(3, () => needs.bankOrders.stepAndWait()))
  expect(await refunds()).toEqual(['r-1 10.000000 Completed'])
  expect(sent).toHaveBeenCalledTimes(1)
})

test('a bank that hangs keeps no merchant waiting: the answer is Processing, and what comes later is written', async () => {
  const { api, id, refunds } = await newPaid()
  const said = Promise.withResolvers<ReturnReport>()
  vi.spyOn(bank, 'sendReturn').mockReturnValue(said.promise)
  expect((await api.refund(id, { refundId: 'r-1' })).body.data.state).toBe('Processing')
  said.resolve(returned)
  await expect.poll(refunds).toEqual(['r-1 10.000000 Completed'])
})

test('20 partial refunds under way at once, on two servers, are never more than was paid, and what fails can be asked anew', async () => {
  const { api, id, money, refunds } = await newPaid()
  const elsewhere = clientWith(second.url, api.token)
  script({
    send: times(11, () => accepted),
    ask: [...times(3, () => refused), ...times(7, () => returned), returned],
  })
  const answers = await Promise.all(times(20, i => (i % 2 ? api : elsewhere).refund(id, { amount: '1' })))
  expect(answers.map(a => a.body.data?.state ?? a.body.error.details.message).sort()).toEqual([
    ...times(10, () => '0.000000 is left to refund'),
    ...times(10, () => 'Processing'),
  ])
  expect((await api.refund(id)).body.error.details.reason).toBe('RefundNotAllowed')
  expect(await money()).toEqual(['0.000000', '10.000000'])
  await expectSound()

  clock.aheadMs += pauseAfter(1) * 1000
  await untilDone(() => needs.bankOrders.stepAndWait())
  expect((await api.read(id)).body.data.transaction).toMatchObject({ state: 'Completed', refundedAmount: '7.000000' })
  expect(await money()).toEqual(['3.000000', '0.000000'])
  expect((await api.refund(id, { refundId: 'rest' })).body.data).toMatchObject({ amount: '3.000000' })
  await nextStep(1)
  expect((await api.read(id)).body.data.transaction).toMatchObject({ state: 'Refunded', refundedAmount: '10.000000' })
  expect(await refunds()).toHaveLength(11)
  expect((await refunds()).at(-1)).toBe('rest 3.000000 Completed')
  expect(await money()).toEqual(['0.000000', '0.000000'])
  await expectSound()
})

test("another merchant's refunds are not listed", async () => {
  const { api, id } = await newPaid()
  await api.refund(id)
  const other = await trilho.newMerchant()
  expect((await other.get(`/accounts/transactions/pix/${id}/refunds`)).status).toBe(404)
})
