import { expect, test, vi } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { requireRail } from '../../money/rails/rails-of.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant({ balance: '100' })

test('a repeated order is answered by what was made first, and no bank is called for it, in a sandbox as in production', async () => {
  const rails = await trilho.needs.railsOf(null)
  const createCharge = vi.spyOn(requireRail(rails.charges), 'createCharge')
  const findKeyOwner = vi.spyOn(requireRail(rails.keys), 'findKeyOwner')
  const cashIn = () => api.createCashIn({ transaction: { orderId: 'in-1' } })
  const cashOut = () => api.createCashOut({ transaction: { orderId: 'out-1' } })
  const ids: string[] = []
  for (const make of [cashIn, cashIn, cashOut, cashOut]) ids.push(await make())
  expect([ids[1], ids[3]]).toEqual([ids[0], ids[2]])
  expect([createCharge.mock.calls.length, findKeyOwner.mock.calls.length]).toEqual([1, 1])
})
