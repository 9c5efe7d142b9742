import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { type Received, openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const api = await trilho.newMerchant({ balance: '100', chargeFixed: '0.10' })

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

const completed = {
  transactionState: 'Completed',
  transactionReceipt: expect.stringMatching(new RegExp(`^${trilho.url}/receipts/[\\w-]{43}$`)),
  transactionReceiptDate: timestamp,
  transactionReceiptVoucher: expect.stringMatching(/^E[0-9A-Z]{8}\d{12}[0-9A-Za-z]{11}$/),
  stateCompletedDate: timestamp,
  recipient: expect.objectContaining({ name: 'Padaria São João Ltda', bankName: 'Trilho' }),
  payer: {
    bankCode: '001',
    bankIspb: '00000000',
    bankName: 'Banco do Brasil S.A.',
    accountAgency: '0001',
    accountNumber: '1234567',
    accountDigit: '8',
    accountType: 'CheckingAccount',
    name: 'Maria da Silva',
    taxNumber: cpf.maria,
  },
}

test.each<[state: string, simulations: string[], facts: object]>([
  ['Completed', ['complete'], completed],
  [
    'Error',
    ['error'],
    { transactionState: 'Error', stateErrorDate: timestamp, stateErrorCause: 'PaymentProcessingError' },
  ],
  ['Cancelled', ['cancel'], { transactionState: 'Cancelled', stateCancelledDate: timestamp }],
  ['Reversed', ['complete', 'reverse'], { ...completed, transactionState: 'Reversed', stateReversedDate: timestamp }],
  [
    'Refunded',
    ['complete', 'refund'],
    {
      ...completed,
      transactionState: 'Refunded',
      transactionRefundedAmount: '10.500000',
      stateRefundDate: timestamp,
      refund: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), amount: '10.500000', state: 'Completed' },
    },
  ],
])('the event of %s has every field of the contract', async (state, simulations, facts) => {
  const answer = await api.requestCashIn({
    amount: '10.5',
    transaction: { orderId: `order-${state}`, orderDescription: 'Dois pães' },
    webhook: { url: sink.url },
  })
  const { id, date } = answer.body.data.transaction
  for (const simulation of simulations) await api.simulate(simulation, id)
  expect(sink.eventsOf(id)).toHaveLength(simulations.length)
  expect(sink.eventsOf(id).at(-1)?.body).toStrictEqual({
    id,
    transactionDate: date,
    transactionOrderId: `order-${state}`,
    transactionOrderDescription: 'Dois pães',
    transactionReceipt: null,
    transactionReceiptDate: null,
    transactionReceiptVoucher: null,
    transactionAmount: '10.500000',
    transactionRefundedAmount: '0.000000',
    transactionType: 'Credit',
    transactionPaymentType: 'PIX',
    stateRegisteredDate: date,
    stateCompletedDate: null,
    stateCancelledDate: null,
    stateRefundDate: null,
    stateReversedDate: null,
    stateErrorDate: null,
    stateErrorCause: null,
    webhookUrl: sink.url,
    payer: null,
    recipient: null,
    ...facts,
  })
})

/** Completes a cash-in and shows what the receiver got. */
async function deliveryOf(cashIn: object, paid?: object, merchant = api): Promise<Received> {
  const id = await merchant.createCashIn({ webhook: { url: sink.url }, ...cashIn })
  await merchant.simulate('complete', id, paid)
  const [event] = await sink.waitForEvents(id, 1)
  if (event === undefined) throw new Error(`no event of ${id}`)
  return event
}

test('without an order its fields are null', async () => {
  const { body } = await deliveryOf({})
  expect(body).toMatchObject({ transactionOrderId: null, transactionOrderDescription: null })
})

test('the event carries the final payer and amount of an anonymous, editable payment', async () => {
  const paid = { name: 'João Souza', taxNumber: cpf.joao, amount: '12.345678' }
  const { body } = await deliveryOf({ payer: null, editable: true, amount: '10' }, paid)
  expect(body).toMatchObject({ transactionAmount: '12.345678', payer: { name: paid.name, taxNumber: paid.taxNumber } })
})

test('an event is a POST of JSON to the address as it was given', async () => {
  const { method, path, headers } = await deliveryOf({ webhook: { url: `${sink.url}/a%20b?shop=7&x=%2F` } })
  expect([method, path]).toEqual(['POST', '/hook/a%20b?shop=7&x=%2F'])
  expect(headers['content-type']).toBe('application/json')
})

test.each([
  ['X-Shop-Token', 'abc 1~', 'abc 1~'],
  ['Authorization', 'Basic c2hvcDpzZWNyZXQ=', 'Basic c2hvcDpzZWNyZXQ='],
  ['x-empty', '', ''],
  ['x-alone', undefined, ''],
])('the custom header %s: %s is sent', async (customHeaderName, value, sent) => {
  const custom = { customHeaderName, ...(value === undefined ? {} : { customHeaderValue: value }) }
  const { headers } = await deliveryOf({ webhook: { url: sink.url, ...custom } })
  expect(headers[customHeaderName.toLowerCase()]).toBe(sent)
})

const signatureOf = ({ headers }: Received) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
})

test("an event is signed with the merchant's secret, and with nobody else's", async () => {
  const other = await trilho.newMerchant()
  const event = await deliveryOf({ transaction: { orderDescription: 'Dois pães 😀' } })
  const verify = (secret: string, text = event.text) => new Webhook(secret).verify(text, signatureOf(event))
  expect(verify(api.webhookSecret)).toEqual(event.body)
  expect(() => verify(other.webhookSecret)).toThrow('No matching signature found')
  expect(() => verify(api.webhookSecret, event.text.replace('10.5', '90.5'))).toThrow('No matching signature found')
})

test('every event has its own id and the time of its sending', async () => {
  const [one, other] = [await deliveryOf({}), await deliveryOf({})]
  expect(one.headers['webhook-id']).toMatch(uuid)
  expect(other.headers['webhook-id']).not.toBe(one.headers['webhook-id'])
  expect(Math.abs(Number(one.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(30)
})

const deliveryState = async (id: string) => {
  const { deliveryStatus, deliveryTime } = (await api.read(id)).body.data.webhook
  return { deliveryStatus, deliveryTime }
}

test('a delivery is Pending until the receiver has answered, then a Success', async () => {
  const held: ServerResponse[] = []
  const slow = await openSink({ instead: response => held.push(response) })
  const id = await api.createCashIn({ webhook: { url: slow.url } })
  expect(await deliveryState(id)).toEqual({ deliveryStatus: 'Pending', deliveryTime: null })
  const simulated = api.simulate('complete', id)
  await slow.waitForEvents(id, 1)
  expect(await api.stateOf(id)).toBe('Completed')
  expect(await deliveryState(id)).toEqual({ deliveryStatus: 'Pending', deliveryTime: null })
  held[0]?.writeHead(202).end()
  expect((await simulated).status).toBe(200)
  expect(await deliveryState(id)).toEqual({ deliveryStatus: 'Success', deliveryTime: timestamp })
})

test.each([
  [200, 'Success'],
  [204, 'Success'],
  [299, 'Success'],
  [304, 'Failed'],
  [400, 'Failed'],
  [500, 'Failed'],
])('a receiver that answers %i makes the delivery a %s', async (status, deliveryStatus) => {
  const answering = await openSink({ status })
  const id = await api.createCashIn({ webhook: { url: answering.url } })
  await api.simulate('complete', id)
  expect(await deliveryState(id)).toEqual({ deliveryStatus, deliveryTime: timestamp })
})

test('the status is that of the newest event, which waits for an older one that is to be tried again', async () => {
  const answer = { status: 500 }
  const recovering = await openSink(answer)
  const id = await api.createCashIn({ webhook: { url: recovering.url } })
  await api.simulate('complete', id)
  expect((await deliveryState(id)).deliveryStatus).toBe('Failed')
  answer.status = 200
  expect((await api.simulate('refund', id)).status).toBe(200)
  expect(await deliveryState(id)).toEqual({ deliveryStatus: 'Pending', deliveryTime: null })
  expect(recovering.eventsOf(id)).toHaveLength(1)
})

test('the status is that of the newest event', async () => {
  const answer = { status: 410 }
  const recovering = await openSink(answer)
  const id = await api.createCashIn({ webhook: { url: recovering.url } })
  await api.simulate('complete', id)
  expect((await deliveryState(id)).deliveryStatus).toBe('Failed')
  answer.status = 200
  await api.simulate('refund', id)
  expect((await deliveryState(id)).deliveryStatus).toBe('Success')
})

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed and is a failed delivery', async status => {
  const target = await openSink()
  const redirecting = await openSink({ status, headers: { location: target.url } })
  const id = await api.createCashIn({ webhook: { url: redirecting.url } })
  await api.simulate('complete', id)
  expect(redirecting.eventsOf(id)).toHaveLength(1)
  expect(target.received).toEqual([])
  expect((await deliveryState(id)).deliveryStatus).toBe('Failed')
})

test('a receiver that answers without end does not hold the delivery', async () => {
  const endless = await openSink({
    instead: response => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.writeHead(200).on('drain', more)
      more()
    },
  })
  const id = await api.createCashIn({ webhook: { url: endless.url } })
  expect((await api.simulate('complete', id)).status).toBe(200)
  expect((await deliveryState(id)).deliveryStatus).toBe('Success')
})

/** In this file's own database no event can be written for these addresses: one breaks a rule, one stops the work. */
await trilho.sql`alter table webhook_events add check (url not like '%/forbidden')`
await trilho.sql`
  create function refuse_event() returns trigger language plpgsql as $$
  begin
    raise exception 'no event today';
  end $$`
await trilho.sql`
  create trigger refuse_event before insert on webhook_events
     for each row when (new.url like '%/impossible') execute function refuse_event()`

const everythingAbout = async (merchant: typeof api, id: string) => ({
  read: (await merchant.read(id)).body,
  balances: await trilho.sql`select * from balances where merchant_id = ${merchant.merchantId}`,
  postings: await trilho.sql`select * from postings where merchant_id = ${merchant.merchantId}`,
  events: await trilho.sql`select * from webhook_events where merchant_id = ${merchant.merchantId}`,
})

test.each(['forbidden', 'impossible'])(
  'when the event cannot be written (%s), neither state nor money change, and the answer reveals no internals',
  async ending => {
    const merchant = await trilho.newMerchant({ balance: '5', chargeFixed: '0.10' })
    const id = await merchant.createCashIn({ webhook: { url: `${sink.url}/${ending}` } })
    const before = await everythingAbout(merchant, id)
    const { status, headers, body } = await merchant.simulate('complete', id)
    expect(status).toBe(500)
    expect(body).toStrictEqual({
      statusCode: 'Error',
      error: {
        name: 'InternalError',
        code: 'InternalError',
        message: 'An error on our side. Contact us with the requestId.',
        details: { reason: 'InternalError', requestId: headers.get('x-request-id') },
      },
    })
    expect(await everythingAbout(merchant, id)).toEqual(before)
    expect(sink.eventsOf(id)).toEqual([])
  },
)

test('an event that cannot be written fails alone among 20 at once', async () => {
  const merchant = await trilho.newMerchant()
  const ids = await Promise.all(
    times(20, i =>
      merchant.createCashIn({ amount: '1', webhook: { url: i === 7 ? `${sink.url}/forbidden` : sink.url } }),
    ),
  )
  const answers = await Promise.all(ids.map(id => merchant.simulate('complete', id)))
  expect(answers.map(a => a.status)).toEqual(times(20, i => (i === 7 ? 500 : 200)))
  const states = await Promise.all(ids.map(id => merchant.stateOf(id)))
  expect(states).toEqual(times(20, i => (i === 7 ? 'Registered' : 'Completed')))
  expect(await merchant.availableBalance()).toBe('19.000000')
})
