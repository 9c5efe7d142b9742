import { expect, test } from 'vitest'
import { openTrilho, times } from '../../test/kit.ts'
import { openSink } from '../../test/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()

test('a cash-in paid ten times at once credits once and notifies once', async () => {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '10.50', webhook: { url: sink.url } })
  const answers = await Promise.all(times(10, () => api.simulate('complete', id)))
  expect(answers.map(a => a.status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await api.availableBalance()).toBe('10.500000')
  expect(sink.eventsOf(id)).toHaveLength(1)
})

test('20 equal requests at once make one transaction', async () => {
  const api = await trilho.newMerchant()
  const answers = await Promise.all(times(20, () => api.requestCashIn({ transaction: { orderId: 'o-1' } })))
  expect(new Set(answers.map(a => a.status))).toEqual(new Set([201]))
  expect(new Set(answers.map(a => a.text)).size).toBe(1)
  expect(answers.filter(a => a.headers.get('idempotent-replayed') === 'true')).toHaveLength(19)
  expect((await api.get('/accounts/transactions/pix')).body.data.total).toBe(1)
})
