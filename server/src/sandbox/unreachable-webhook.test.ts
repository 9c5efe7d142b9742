import { expect, test } from 'vitest'
import { openTrilho } from '../../test/kit/trilho.ts'
import { openSink } from '../../test/kit/webhook-sink.ts'
import { freePort } from '../db/embedded-postgres.ts'

const trilho = await openTrilho()
const sink = await openSink()

const deafPort = await freePort()

test.each<[what: string, url: string, status: number]>([
  ['on a closed port', `http://127.0.0.1:${deafPort}/hook`, 404],
  ['of an unknown host', 'http://nobody.invalid/hook', 404],
  ['that hangs up without an answer', (await openSink({ instead: response => response.destroy() })).url, 500],
  [
    'that does not speak HTTP',
    (await openSink({ instead: response => response.socket?.end('nonsense\r\n\r\n') })).url,
    500,
  ],
  ['that speaks no TLS', sink.url.replace('http:', 'https:'), 500],
  ['that never answers', (await openSink({ instead: () => {} })).url, 500],
])('a webhook %s is reported, and the state did change', async (_what, url, status) => {
  const merchant = await trilho.newMerchant()
  const id = await merchant.createCashIn({ amount: '7', webhook: { url } })
  const answer = await merchant.simulate('complete', id)
  expect(answer.status).toBe(status)
  expect(answer.body).toStrictEqual({
    statusCode: 'Error',
    error: {
      name: 'OperationError',
      code: 'OperationError',
      message: expect.stringContaining('state did change'),
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
})

test.each([204, 302, 404, 410, 500, 503])('a webhook that answers %i was called', async status => {
  const answering = await openSink({ status, headers: { location: sink.url } })
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ webhook: { url: answering.url } })
  expect((await api.simulate('complete', id)).status).toBe(200)
  expect(answering.eventsOf(id)).toHaveLength(1)
})
