import { readAccessKey } from '../../src/tenancy/access-keys/access-key.ts'
import { confirmAccessKey, revokeAccessKey } from '../../src/tenancy/access-keys/change-access-key.ts'
import { createAccessKey } from '../../src/tenancy/access-keys/create-access-key.ts'
import { newPersonWithPassword } from '../kit/portal-client.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'

export async function accessKeyWalks({ needs, newMerchant }: Trilho): Promise<Walks> {
  const { merchantId } = await newMerchant()
  const owner = await newPersonWithPassword({ needs }, { merchantId })

  async function create(isConfirmed: boolean): Promise<string> {
    const { accessKey } = await createAccessKey(needs, { merchantId, scopes: ['payments'], isConfirmed })
    return readAccessKey(accessKey)?.id ?? ''
  }

  async function revoke(keyId: string): Promise<string> {
    await revokeAccessKey(needs, { merchantId, keyId })
    return keyId
  }

  return {
    walks: {
      'nothing create': () => create(true),
      'nothing ask': () => create(false),
      'Pending confirm': async () => {
        const keyId = await create(false)
        await confirmAccessKey(needs, { merchantId, keyId, by: owner.id })
        return keyId
      },
      'Pending revoke': async () => revoke(await create(false)),
      'Active revoke': async () => revoke(await create(true)),
    },
  }
}
