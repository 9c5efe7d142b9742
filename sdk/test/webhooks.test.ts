import { expect, test } from 'vitest'
import { cleanUp } from '../../server/test/kit/clean-up.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { inTime } from '../../server/test/kit/patience.ts'
import { type Received, openSink } from '../../server/test/kit/webhook-sink.ts'
import { rotateWebhookSecret } from '../../server/src/tenancy/merchants/webhook-settings.ts'
import { uuidv7 } from '../../server/src/platform/lib/uuid.ts'
import { sendTestEvent } from '../../server/src/money/webhooks/send-test-event.ts'
import { WebhookSignatureError, webhooks } from '../src/index.ts'
import { between, connect } from './kit.ts'

const server = await openTrilho()
const sink = await openSink()

/** A cash-in that was paid, and what the receiver of its webhook got. */
async function delivered(url: string, merchant: { accessKey: string; secret: string }): Promise<Received> {
  const { trilho } = connect(url, merchant)
  const { transaction } = await trilho.pix.createCashIn({
    payment: { payer: { cpf: '52998224725' }, value: { original: '10.50' } },
    transaction: { orderDescription: 'Pão de queijo' },
    webhook: { url: sink.url },
  })
  await trilho.sandbox.complete(transaction.id)
  const [received] = await sink.waitForEvents(transaction.id, 1)
  if (received === undefined) throw new Error('nothing was delivered')
  return received
}

const merchant = await server.newMerchant()
const { webhookSecret } = merchant
const event = await delivered(server.url, merchant)

test('a real delivery is verified and returned as a typed event, whatever headers and bodies look like', async () => {
  const verified = await webhooks.verify(event.text, event.headers, webhookSecret)
  if (verified.type !== 'transactionCompleted') throw new Error(verified.type)
  // The type says that it is completed.
  const state: 'Completed' = verified.data.transactionState
  expect([state, verified.data.transactionAmount]).toEqual(['Completed', '10.500000'])
  expect(verified).toMatchObject({
    id: event.headers['webhook-id'],
    date: new Date(Number(event.headers['webhook-timestamp']) * 1000),
    data: { ...event.body, transactionOrderDescription: 'Pão de queijo' },
  })
  const plain = event.headers as Record<string, string>
  const shouted = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name.toUpperCase(), [value]]))
  for (const headers of [new Headers(plain), shouted])
    expect(await webhooks.verify(new TextEncoder().encode(event.text), headers, webhookSecret)).toEqual(verified)
})

test('while a secret is replaced, the old, the new and both verify', async () => {
  const changing = await server.newMerchant()
  const { webhookSecret: next } = await rotateWebhookSecret(server.needs, changing.merchantId)
  const fresh = await server.startServer()
  const { text, headers } = await delivered(fresh.url, changing)
  expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  for (const secret of [changing.webhookSecret, next, [next, changing.webhookSecret], [webhookSecret, next]])
    expect(await webhooks.verify(text, headers, secret)).toMatchObject({ type: 'transactionCompleted' })
  // The receiver that has both secrets accepts a signature of the old one alone.
  const both = [next, webhookSecret]
  expect(await webhooks.verify(event.text, event.headers, both)).toMatchObject({ id: event.headers['webhook-id'] })
})

test('a body that was changed, signed by others, not signed, or signed too long ago or in the future is refused', async () => {
  const { text, headers } = event
  const believed = (body: string, given: object, options = {}) =>
    webhooks.verify(body, { ...headers, ...given }, webhookSecret, options).then(
      () => 'believed',
      (error: unknown) => (error instanceof WebhookSignatureError ? error.message : 'another error'),
    )
  expect(await believed(text, {})).toBe('believed')
  expect(await believed(text.replace('10.5', '90.5'), {})).toMatch(/another secret, or was changed/)
  expect(await believed(text, { 'webhook-id': 'other' })).toMatch(/another secret/)
  expect(await believed(text, { 'webhook-signature': 'v1,AAAA v2,x v1,%%% v1a' })).toMatch(/another secret/)
  expect(await believed(text, { 'webhook-signature': undefined })).toMatch(/webhook-signature is missing/)
  const at = Number(headers['webhook-timestamp'])
  expect(await believed(text, { 'webhook-timestamp': `${at - 301}` })).toMatch(/too long ago/)
  expect(await believed(text, { 'webhook-timestamp': `${at + 330}` })).toMatch(/in the future/)
  expect(await believed(text, { 'webhook-timestamp': 'soon' })).toMatch(/not a time/)
  expect(await believed(text, {}, { toleranceSeconds: -1 })).toMatch(/too long ago/)
  await expect(webhooks.verify(text, headers, 'whsec_AAAA')).rejects.toThrow(WebhookSignatureError)
})

test('mistakes of the calling program are reported as such', async () => {
  const { text, headers, body } = event
  await expect(webhooks.verify(body as never, headers, webhookSecret)).rejects.toThrow(/give the raw body/)
  await expect(webhooks.verify(text, headers, '')).rejects.toThrow(TypeError)
  await expect(webhooks.verify(text, headers, [])).rejects.toThrow(TypeError)
})

test('events are received without a public address, across lost connections, each once', async () => {
  const shop = await server.newMerchant()
  const leaving = new AbortController()
  cleanUp(() => leaving.abort())
  const away = Promise.withResolvers<void>()
  const cuts: (() => void)[] = []
  const after: (string | null)[] = []
  const { trilho } = connect(server.url, shop, {
    fetch: async (input, init) => {
      if (!new URL(input as string).pathname.endsWith('/events')) return fetch(input, init)
      after.push(new Headers(init?.headers).get('last-event-id'))
      if (cuts.length === 1) await away.promise
      const { stream, cut } = cuttable(await fetch(input, init))
      cuts.push(cut)
      return stream
    },
  })
  const events = trilho.events.listen({ signal: leaving.signal })
  const nextEvent = async () => {
    const { value } = await inTime('an event', events.next(), () => `connections after ${JSON.stringify(after)}`)
    if (value === undefined) throw new Error('the events ended')
    return value
  }

  const hearing = nextEvent()
  await expect.poll(() => cuts).toHaveLength(1)
  cuts[0]?.()
  const first = await delivered(server.url, shop)
  away.resolve()
  const received = await hearing
  expect(received).toMatchObject({ id: first.headers['webhook-id'], type: 'transactionCompleted', url: sink.url })
  expect(await webhooks.verify(received.body, received.headers, shop.webhookSecret)).toMatchObject({ id: received.id })

  const second = await delivered(server.url, shop)
  expect((await nextEvent()).id).toBe(second.headers['webhook-id'])
  // Events of the last few seconds are sent once more after this.
  cuts[1]?.()
  await sendTestEvent(server.needs, { id: uuidv7(Date.now()), merchantId: shop.merchantId, url: sink.url })
  expect(await nextEvent()).toMatchObject({ type: 'testEvent' })
  expect(after).toEqual([null, null, second.headers['webhook-id']])

  const waiting = events.next()
  leaving.abort()
  expect(await waiting).toEqual({ done: true, value: undefined })
})

/** A response whose body breaks on demand. */
function cuttable(answer: Response) {
  let cut: () => void = () => undefined
  const cutter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start: controller => {
      cut = () => controller.error(new TypeError('the connection was reset'))
    },
  })
  answer.body?.pipeTo(cutter.writable).catch(() => undefined)
  return { stream: new Response(cutter.readable, answer), cut: () => cut() }
}

test('a listener whose key is refused throws, and an aborted one receives nothing more', async () => {
  const { trilho } = connect(server.url, { accessKey: merchant.accessKey, secret: 'sk_wrong' })
  await expect(trilho.events.listen().next()).rejects.toMatchObject({ reason: 'AccessKeyUnauthorized' })
  const two = 'id: 1\nevent: testEvent\ndata: {}\n\nid: 2\nevent: testEvent\ndata: {}\n\n'
  const line = between(({ path }) => (path.endsWith('/events') ? new Response(two) : undefined))
  const leaving = new AbortController()
  const listen = () => connect(server.url, merchant, line).trilho.events.listen({ signal: leaving.signal })
  const events = listen()
  expect(await events.next()).toMatchObject({ done: false })
  leaving.abort()
  expect([await events.next(), await listen().next()]).toMatchObject([{ done: true }, { done: true }])
})
