import { expect, test } from 'vitest'
import { deliveriesOf } from '../../../test/kit/delivery-kit.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { freePort } from '../../platform/db/embedded-postgres.ts'

const trilho = await openTrilho()
const sink = await openSink()

const deafPort = await freePort()

test.each<[what: string, url: string, status: number, error: unknown]>([
  ['on a closed port', `http://127.0.0.1:${deafPort}/hook`, 404, 'the connection was refused'],
  ['of an unknown host', 'http://nobody.invalid/hook', 404, 'the host is unknown'],
  [
    'that hangs up without an answer',
    (await openSink({ instead: response => response.destroy() })).url,
    500,
    expect.stringMatching(/^the connection was/),
  ],
  [
    'that does not speak HTTP',
    (await openSink({ instead: response => response.socket?.end('nonsense\r\n\r\n') })).url,
    500,
    'the answer is not HTTP',
  ],
  ['that speaks no TLS', sink.url.replace('http:', 'https:'), 500, expect.stringMatching(/^no proper answer: /)],
  ['that never answers', (await openSink({ instead: () => {} })).url, 500, 'no answer within 10 s'],
])('a webhook %s is reported, and the state did change', async (_what, url, status, error) => {
  const merchant = await trilho.newMerchant()
  const id = await merchant.createCashIn({ amount: '7', webhook: { url } })
  const answer = await merchant.simulate('complete', id)
  expect(answer.status).toBe(status)
  expect(answer.body).toStrictEqual({
    statusCode: 'Error',
    error: {
      name: 'OperationError',
      code: 'OperationError',
      message: expect.stringContaining('state changed'),
      details: {
        reason: 'WebhookUnreachable',
        message: expect.stringMatching(/^the transaction is now Completed, but its webhook could not be called/),
        requestId: answer.headers.get('x-request-id'),
      },
    },
  })
  expect(await merchant.stateOf(id)).toBe('Completed')
  expect(await merchant.availableBalance()).toBe('7.000000')
  expect((await merchant.read(id)).body.data.webhook.deliveryStatus).toBe('Failed')
  const delivery = await deliveriesOf(merchant).newestOf(id)
  expect(delivery.attempts).toMatchObject([{ number: 1, outcome: status === 404 ? 'noConnection' : 'noAnswer', error }])
  expect(Date.parse(delivery.nextAttemptDate)).toBeGreaterThan(Date.parse(delivery.lastAttemptDate))
})

test.each([204, 302, 404, 410, 500, 503])('a webhook that answers %i was called', async status => {
  const answering = await openSink({ status, headers: { location: sink.url } })
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ webhook: { url: answering.url } })
  expect((await api.simulate('complete', id)).status).toBe(200)
  expect(answering.eventsOf(id)).toHaveLength(1)
})

test('a receiver that is back is called by the next simulation, however often it was missed before', async () => {
  const api = await trilho.newMerchant()
  const port = await freePort()
  const webhook = { url: `http://127.0.0.1:${port}/hook` }
  const complete = async () => {
    const id = await api.createCashIn({ webhook })
    return { id, ...(await api.simulate('complete', id)) }
  }
  for (let missed = 0; missed < 6; missed++) expect((await complete()).status).toBe(404)
  const back = await openSink({}, port)
  const { id, status } = await complete()
  expect(status).toBe(200)
  expect(back.eventsOf(id)).toHaveLength(1)
})
