import { resumeMerchant, suspendMerchant } from '../../src/tenancy/merchants/suspension.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'

export function merchantWalks({ needs, newMerchant }: Trilho): Walks {
  const made = async () => (await newMerchant()).merchantId

  async function suspended(): Promise<string> {
    const merchantId = await made()
    await suspendMerchant(needs, { merchantId, reason: 'papers are missing', by: 'Olga' })
    return merchantId
  }

  return {
    walks: {
      'nothing create': made,
      'Active suspend': suspended,
      'Suspended resume': async () => {
        const merchantId = await suspended()
        await resumeMerchant(needs, merchantId)
        return merchantId
      },
    },
  }
}
