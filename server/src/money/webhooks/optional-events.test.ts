import { expect, test } from 'vitest'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
await trilho.startServer({ workers: true })
/** Where payments are reported: a receiver that would refuse what the contract does not know. */
const shop = await openSink()
const account = await openSink({ status: 400 })

const nameOf = ({ body }: { body: Record<string, unknown> }) => body['event'] ?? body['transactionState']

async function newPaid() {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '10', webhook: { url: shop.url } })
  await api.simulate('complete', id)
  return { api, id }
}

/** A partial refund, then a dispute, then all that is left goes back. */
async function refundAfterDispute({ api, id }: Awaited<ReturnType<typeof newPaid>>) {
  expect((await api.refund(id, { amount: '3' })).status).toBe(201)
  const { body } = await api.post('/sandbox/disputes', { transactionId: id, amount: '2' })
  await api.put(`/sandbox/disputes/${body.data.id}/release`)
  expect((await api.refund(id)).body.data.transactionState).toBe('Refunded')
}

test('the address of a payment gets the states of the contract only, whatever else happens to the payment', async () => {
  const paid = await newPaid()
  await refundAfterDispute(paid)
  await shop.waitForEvents(paid.id, 2)
  expect(shop.received.map(nameOf)).toEqual(['Completed', 'Refunded'])
  expect(await trilho.sql`select from webhook_events where merchant_id = ${paid.api.merchantId}`).toHaveLength(2)
})

test('other events go to the address of the account that asks for them, and one that refuses them holds up no state', async () => {
  const paid = await newPaid()
  const { merchantId } = paid.api
  const owner = await newPortalPerson(trilho, { merchantId })
  const events = ['PartiallyRefunded', 'DisputeOpened']
  const answer = await owner.put(`/merchants/${merchantId}/webhooks/address`, { url: account.url, events })
  expect(answer.body.data).toMatchObject({ url: account.url, events })
  await refundAfterDispute(paid)
  expect((await shop.waitForEvents(paid.id, 2)).map(nameOf)).toEqual(['Completed', 'Refunded'])
  await expect.poll(() => new Set(account.received.map(nameOf))).toEqual(new Set(events))
  const partial = account.received.find(one => nameOf(one) === 'PartiallyRefunded')
  expect(partial?.body).toMatchObject({ id: paid.id, webhookUrl: account.url, refund: { amount: '3.000000' } })
  const written = await trilho.sql<{ payload: string }[]>`
    select payload from webhook_events where merchant_id = ${merchantId} order by id`
  expect(written.map(({ payload }) => nameOf({ body: JSON.parse(payload) }))).toEqual([
    'Completed',
    ...events,
    'Refunded',
  ])
  const webhook = async () => (await paid.api.read(paid.id)).body.data.webhook
  await expect.poll(webhook).toMatchObject({ url: shop.url, deliveryStatus: 'Success' })
})

test('the address is changed without the events that it asks for, and an event that does not exist is refused', async () => {
  const { merchantId } = await trilho.newMerchant()
  const owner = await newPortalPerson(trilho, { merchantId })
  const put = (body: object) => owner.put(`/merchants/${merchantId}/webhooks/address`, body)
  await put({ url: account.url, events: ['RefundFailed'] })
  expect((await put({ url: shop.url })).body.data).toMatchObject({ url: shop.url, events: ['RefundFailed'] })
  expect((await put({ url: shop.url, events: ['Completed'] })).status).toBe(400)
})
