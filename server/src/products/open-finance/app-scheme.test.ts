import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { payer } from '../../../test/kit/payer.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant()

test.each(['myapp://paid?order=1', 'com.shop.app://orders/1', 'HTTPS://shop.example.com/x', 'app+1://x'])(
  'an end user may be sent to %s',
  async redirectUrl => {
    expect((await api.requestInitiation({ redirectUrl })).status).toBe(201)
  },
)

test.each([
  'javascript://x/%0aalert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'data://x',
  'file:///etc/passwd',
  'vbscript://x',
  'blob:https://x',
  'ab://x',
  'myapp:paid',
  'myapp://',
  'myapp://a b',
  '//shop.example.com',
  '/paid',
  'https://user:secret@shop.example.com',
])('but never to %s', async redirectUrl => {
  const { status, body } = await api.requestInitiation({ redirectUrl })
  expect([status, body.error.details[0].path]).toEqual([400, '/payment/redirectUrl'])
})

test('an app is returned to by link and by redirect, with the outcome in its address', async () => {
  const { id, checkoutUrl } = await api.createInitiation({ redirectUrl: 'myapp://paid?order=1' })
  const link = (state: string) => `myapp://paid?order=1&amp;transactionId=${id}&amp;transactionState=${state}`
  expect((await call(checkoutUrl)).text).toContain(`href="${link('Registered')}"`)
  const end = await payer.walk(checkoutUrl, 'approve')
  expect(end).toBe(link('Completed').replaceAll('&amp;', '&'))
  const finished = await call(checkoutUrl)
  expect(finished.text).toContain(`href="${link('Completed')}"`)
  // No directive of the policy blocks a link or a redirect to another site.
  expect(finished.headers.get('content-security-policy')).not.toContain('navigate-to')
})
