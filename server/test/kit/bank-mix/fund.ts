import { expect } from 'vitest'
import { assignConnection } from '../../../src/tenancy/merchants/set-terms.ts'
import { type Beside, partnerOf, rowsOf } from './diary.ts'
import { connectionsOf } from './operator-actions.ts'

/** Every bank has received something, so that there is money to transfer from the first run on. */
export async function fund(beside: Beside): Promise<void> {
  const { trilho, bank } = beside
  for (const connectionId of connectionsOf(beside)) {
    // The platform earns what it may withdraw.
    const api = await trilho.newMerchant({ chargeFixed: '50' })
    await assignConnection(trilho.needs, { merchantId: api.merchantId, connectionId })
    const id = await api.createCashIn({ amount: '300', webhook: { url: 'https://hooks.example.invalid/hook' } })
    const [row] = await rowsOf(trilho, [id])
    await bank.control('POST', `/charges/${partnerOf(beside, connectionId)}/${row?.externalId}/pay`)
    await expect.poll(() => api.stateOf(id)).toBe('Completed')
  }
}
