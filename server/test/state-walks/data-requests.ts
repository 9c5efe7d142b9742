import { runDataRequests } from '../../src/operations/personal-data/run-requests.ts'
import { newPortalPerson } from '../kit/portal-client.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'
import { untilDone } from '../kit/patience.ts'

/** Requests about a person whom nobody knows, or who is still needed. */
export async function dataRequestWalks(trilho: Trilho): Promise<Walks> {
  const { needs } = trilho
  const operator = await newPortalPerson(trilho, { isOperator: true })

  async function request(email = `${crypto.randomUUID()}@example.com`): Promise<string> {
    return (await operator.post('/operator/personal-data/erasure', { email })).body.data.id
  }

  async function run(id: Promise<string>): Promise<string> {
    const known = await id
    await untilDone(() => runDataRequests(needs))
    return known
  }

  async function onlyOwner(): Promise<string> {
    const { merchantId } = await trilho.newMerchant()
    return (await newPortalPerson(trilho, { merchantId })).email
  }

  return {
    walks: {
      'nothing request': () => request(),
      'Running finish': () => run(request()),
      'Running fail': async () => run(request(await onlyOwner())),
    },
  }
}
