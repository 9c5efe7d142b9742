import { readAccessKey } from '../../src/access-keys/access-key.ts'
import { createAccessKey } from '../../src/access-keys/create-access-key.ts'
import { revokeAccessKey } from '../../src/access-keys/revoke-access-key.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'

export async function accessKeyWalks({ needs, newMerchant }: Trilho): Promise<Walks> {
  const { merchantId } = await newMerchant()

  async function create(): Promise<string> {
    const { accessKey } = await createAccessKey(needs, { merchantId, scopes: ['payments'] })
    return readAccessKey(accessKey)?.id ?? ''
  }

  return {
    walks: {
      'nothing create': create,
      'Active revoke': async () => {
        const keyId = await create()
        await revokeAccessKey(needs, { merchantId, keyId })
        return keyId
      },
    },
  }
}
