import { expect, test } from 'vitest'
import { deliveriesOf, eventually } from '../../../../test/kit/delivery-kit.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { openSink } from '../../../../test/kit/webhook-sink.ts'
import { scriptedFaults } from './use-fault.ts'

const trilho = await openTrilho()
const worker = await trilho.startServer({ workers: true })
const sink = await openSink()
const webhook = { url: sink.url }
const api = await trilho.newMerchant({ balance: '100' })
const deliveries = deliveriesOf(api)

const script = (body: object) => api.post('/sandbox/troubles', body)
const listed = async () => (await api.get('/sandbox/troubles')).body.data.items
const forward = (seconds: number) => api.put('/sandbox/clock', { forward: seconds })

async function paid() {
  const id = await api.createCashIn({ webhook })
  expect((await api.simulate('complete', id)).status).toBe(200)
  return id
}

test('a fault is listed until it is used up or removed, and one of the same kind takes its place', async () => {
  const { body } = await script({ kind: 'webhookDelay', times: 3 })
  expect(body.data).toMatchObject({ kind: 'webhookDelay', timesLeft: 3, seconds: 60, madeBy: 'API' })
  await script({ kind: 'webhookDelay', times: 2, seconds: 30 })
  expect(await listed()).toMatchObject([{ kind: 'webhookDelay', timesLeft: 2, seconds: 30 }])
  const [{ id }] = await listed()
  const other = await trilho.newMerchant()
  expect((await other.get('/sandbox/troubles')).body.data.items).toEqual([])
  expect((await other.delete(`/sandbox/troubles/${id}`)).status).toBe(404)
  expect((await api.delete(`/sandbox/troubles/${id}`)).status).toBe(200)
  expect((await api.delete(`/sandbox/troubles/${id}`)).body.error.details.reason).toBe('TroubleNotFound')
  expect(await listed()).toEqual([])
  expect(sink.eventsOf(await paid())).toHaveLength(1)
})

test.each([
  [{ kind: 'webhookLoss' }, '/kind'],
  [{ kind: 'webhookDrop', times: 0 }, '/times'],
  [{ kind: 'webhookDrop', times: 101 }, '/times'],
  [{ kind: 'webhookDrop', seconds: 5 }, '/seconds'],
  [{ kind: 'slowBank', seconds: 16 }, '/seconds'],
])('%j cannot be scripted', async (body, path) => {
  const answer = await script(body)
  expect([answer.status, answer.body.error.details[0].path]).toEqual([400, path])
})

test('webhookDuplicate: the next two events come twice under the same id, the third once', async () => {
  await script({ kind: 'webhookDuplicate', times: 2 })
  const ids = [await paid(), await paid(), await paid()]
  await sink.waitForEvents(ids[1] ?? '', 2)
  expect(ids.map(id => sink.eventsOf(id).length)).toEqual([2, 2, 1])
  const [first, second] = sink.eventsOf(ids[0] ?? '')
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.text).toBe(first?.text)
  await eventually(async () => expect((await deliveries.newestOf(ids[1] ?? '')).attempts).toHaveLength(2))
  expect(await deliveries.newestOf(ids[0] ?? '')).toMatchObject({ status: 'Success', nextAttemptDate: null })
  expect(await listed()).toEqual([])
})

test('webhookDrop: the first attempt is not sent and counts as failed, and the retry arrives', async () => {
  await script({ kind: 'webhookDrop' })
  const [dropped, sent] = [await paid(), await paid()]
  expect([sink.eventsOf(dropped).length, sink.eventsOf(sent).length]).toEqual([0, 1])
  expect(await deliveries.newestOf(dropped)).toMatchObject({
    status: 'Failed',
    attempts: [{ error: 'not sent, as scripted in this sandbox', httpStatus: null }],
  })
  await forward(60)
  await sink.waitForEvents(dropped, 1)
  await eventually(async () => expect((await deliveries.newestOf(dropped)).status).toBe('Success'))
})

test('webhookDelay: the next event waits its seconds and then arrives once', async () => {
  await script({ kind: 'webhookDelay', seconds: 3600 })
  const [delayed, sent] = [await paid(), await paid()]
  expect([sink.eventsOf(delayed).length, sink.eventsOf(sent).length]).toEqual([0, 1])
  const { status, nextAttemptDate } = await deliveries.newestOf(delayed)
  expect(status).toBe('Pending')
  expect(Math.abs(Date.parse(nextAttemptDate) - Date.now() - 3_600_000)).toBeLessThan(30_000)
  await forward(3601)
  await sink.waitForEvents(delayed, 1)
  await eventually(async () => expect((await deliveries.newestOf(delayed)).attempts).toHaveLength(1))
})

test('webhookReorder: two events of different payments arrive in reverse, those of one payment never', async () => {
  await script({ kind: 'webhookReorder' })
  const first = await paid()
  await api.refund(first)
  expect(sink.eventsOf(first)).toHaveLength(0)
  const second = await paid()
  expect(sink.eventsOf(second)).toHaveLength(1)
  const events = await sink.waitForEvents(first, 2)
  expect(events.map(event => event.body.transactionState)).toEqual(['Completed', 'Refunded'])
  expect(await listed()).toEqual([])
  expect(sink.eventsOf(await paid())).toHaveLength(1)
})

test('webhookReorder: an event whose wait ended before another came has reversed nothing, and the next two are', async () => {
  await script({ kind: 'webhookReorder' })
  const alone = await paid()
  await forward(601)
  await sink.waitForEvents(alone, 1)
  await eventually(async () => expect((await deliveries.newestOf(alone)).status).toBe('Success'))
  const first = await paid()
  expect(sink.eventsOf(first)).toHaveLength(0)
  expect(sink.eventsOf(await paid())).toHaveLength(1)
  await sink.waitForEvents(first, 1)
  expect(await listed()).toEqual([])
})

test('slowBank: the next charge takes its seconds, and with it the fault is used up', async () => {
  await script({ kind: 'slowBank', seconds: 1 })
  const startedMs = performance.now()
  await api.createCashIn({ webhook })
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1_000)
  expect(await listed()).toEqual([])
})

test('refundRefused: the bank refuses the next refund as real banks do, and makes the one after', async () => {
  const id = await paid()
  await script({ kind: 'refundRefused' })
  const before = await api.availableBalance()
  const refused = (await api.refund(id, { amount: '2' })).body.data
  expect(refused.state).toBe('Failed')
  const { items } = (await api.get(`/accounts/transactions/pix/${id}/refunds`)).body.data
  expect(items).toMatchObject([{ cause: 'RefundRefusedByBank' }])
  expect(await api.availableBalance()).toBe(before)
  expect((await api.refund(id, { amount: '2' })).body.data.state).toBe('Completed')
})

test('of ten who use up three times at once, in two processes, three do', async () => {
  await script({ kind: 'webhookDrop', times: 3 })
  const [one, other] = [scriptedFaults(trilho.needs), scriptedFaults(worker.needs)]
  const used = await Promise.all(times(10, i => (i % 2 ? one : other).take(api.merchantId, 'webhookDrop')))
  expect(used.filter(Boolean)).toHaveLength(3)
  expect(await listed()).toEqual([])
})
