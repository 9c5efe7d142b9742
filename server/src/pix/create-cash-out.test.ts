import { expect, test } from 'vitest'
import { auditBooks } from '../audit/audit-books.ts'
import { openTrilho, times } from '../../test/kit.ts'
import { openSink } from '../../test/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()

test('200 cash-outs at once over one balance: exactly as many succeed as the money allows', async () => {
  const api = await trilho.newMerchant({ balance: '1000', chargeFixed: '0.10', chargeRate: 990_000n })
  const answers = await Promise.all(times(200, () => api.requestCashOut({ amount: '10' })))
  const accepted = answers.filter(a => a.status === 201)
  const refused = answers.filter(a => a.status === 409)
  expect([accepted.length, refused.length]).toEqual([98, 102]) // each takes 10.20
  expect(new Set(refused.map(a => a.body.error.details.reason))).toEqual(new Set(['InsufficientBalance']))
  expect(await api.balance()).toMatchObject({ available: '0.400000', held: '999.600000', total: '1000.000000' })
  expect((await api.get('/accounts/transactions/pix')).body.data.total).toBe(98)
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('a cash-out that completes takes the held money; one that fails gives it back', async () => {
  const api = await trilho.newMerchant({ balance: '100' })
  const [paid, failed] = [
    await api.createCashOut({ amount: '30', webhook: { url: sink.url } }),
    await api.createCashOut({ amount: '20' }),
  ]
  expect(await api.balance()).toMatchObject({ available: '50.000000', held: '50.000000' })
  expect((await api.simulate('register', paid)).body.data.transactionState).toBe('Registered')
  expect((await api.simulate('complete', paid)).body.data.transactionState).toBe('Completed')
  await api.simulate('error', failed)
  expect(await api.balance()).toMatchObject({ available: '70.000000', held: '0.000000' })
  expect((await api.simulate('reverse', paid)).body.data.transactionState).toBe('Reversed')
  expect(await api.balance()).toMatchObject({ available: '100.000000', held: '0.000000' })
  expect((await sink.waitForEvents(paid, 3)).map(e => e.body.transactionState)).toEqual([
    'Registered',
    'Completed',
    'Reversed',
  ])
  expect(await auditBooks(trilho.needs)).toEqual([])
})
