import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { type Received, openSink } from '../../../../test/kit/webhook-sink.ts'
import { storeWebhookUrl } from '../../../tenancy/merchants/webhook-settings.ts'

const trilho = await openTrilho()
await trilho.startServer({ workers: true })

async function newListener() {
  const [payer, sink] = [await newPayer(trilho), await openSink()]
  await storeWebhookUrl(trilho, payer.merchantId, { url: sink.url, events: [] })
  const delivered = async (count: number) => {
    await expect.poll(() => sink.received.length, { interval: 5 }).toBe(count)
    return sink.received
  }
  return { payer, sink, delivered }
}

/** What an event is about, in one word: the request's event or the transaction's state. */
const wordOf = ({ body }: Received) => body.event ?? body.transactionState

test('an approval is notified to the merchant, signed, with the request as it is read', async () => {
  const { payer, delivered } = await newListener()
  const { id } = await payer.createRequest('12.5')
  await payer.approve(id, { comment: 'fine' })
  const [event] = await delivered(1)
  expect(event?.body).toStrictEqual({
    event: 'PaymentRequestApproved',
    request: (await payer.readRequest(id)).entity,
  })
  expect(event?.body.request).toMatchObject({ id, status: 'Approved', amount: '12.500000', executionState: 'Created' })
  expect(event?.headers['content-type']).toContain('application/json')
  const verified = new Webhook(payer.webhookSecret).verify(event?.text ?? '', event?.headers as Record<string, string>)
  expect(verified).toEqual(event?.body)
})

test.each([
  [
    ['approve', 'complete'],
    ['PaymentRequestApproved', 'Completed'],
  ],
  [
    ['approve', 'error'],
    ['PaymentRequestApproved', 'Error'],
  ],
  [
    ['approve', 'register', 'complete', 'reverse'],
    ['PaymentRequestApproved', 'Registered', 'Completed', 'Reversed'],
  ],
  [['reject'], ['PaymentRequestRejected']],
  [['cancelRequest'], ['PaymentRequestCancelled']],
  [
    ['approve', 'cancelRequest'],
    ['PaymentRequestApproved', 'Cancelled', 'PaymentRequestCancelled'],
  ],
])('%j sends %j, in this order, all about the same transaction', async (actions, words) => {
  const { payer, sink, delivered } = await newListener()
  const { id, refTransaction } = await payer.createRequest()
  for (const act of actions) {
    const isDecision = act === 'approve' || act === 'reject' || act === 'cancelRequest'
    const answer = isDecision ? payer[act](id) : payer.simulate(act, refTransaction)
    expect((await answer).status).toBe(200)
  }
  const events = await delivered(words.length)
  expect(events.map(wordOf)).toEqual(words)
  for (const { body } of events) {
    const request = body.request as { id: string; refTransaction: string } | undefined
    expect(request === undefined ? body.id : request.refTransaction).toBe(refTransaction)
  }
  expect((await payer.read(refTransaction)).body.data.webhook.url).toBe(sink.url)
})

test('of two approvals at once the merchant is notified once', async () => {
  const { payer, delivered } = await newListener()
  const { id } = await payer.createRequest()
  const answers = await Promise.all([payer.approve(id), payer.approve(id)])
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
  await payer.cancelRequest(id)
  expect((await delivered(3)).map(wordOf)).toEqual(['PaymentRequestApproved', 'Cancelled', 'PaymentRequestCancelled'])
})

test('an approval that is refused for lack of money sends no event', async () => {
  const { payer, delivered } = await newListener()
  const { id } = await payer.createRequest('5000')
  expect((await payer.approve(id)).status).toBe(409)
  await payer.reject(id)
  expect((await delivered(1)).map(wordOf)).toEqual(['PaymentRequestRejected'])
})

test('a merchant without a webhook URL gets no event, and nothing fails', async () => {
  const payer = await newPayer(trilho)
  const [paid, rejected, cancelled] = [
    await payer.createRequest(),
    await payer.createRequest(),
    await payer.createRequest(),
  ]
  expect((await payer.approve(paid.id)).status).toBe(200)
  expect((await payer.simulate('complete', paid.refTransaction)).status).toBe(200)
  expect((await payer.reject(rejected.id)).status).toBe(200)
  expect((await payer.cancelRequest(cancelled.id)).status).toBe(200)
  expect(await trilho.sql`select 1 from webhook_events where merchant_id = ${payer.merchantId}`).toHaveLength(0)
  expect((await payer.read(paid.refTransaction)).body.data.webhook).toMatchObject({
    url: null,
    deliveryStatus: 'Pending',
  })
})
