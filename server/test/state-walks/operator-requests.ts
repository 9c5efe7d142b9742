import { inviteOperator } from '../../src/tenancy/people/operators/invite-operator.ts'
import { settleDueRequests } from '../../src/tenancy/people/operator-requests/successors.ts'
import { newPortalPerson } from '../kit/portal-client.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'

/** In production: a sandbox does everything at once. */
export async function operatorRequestWalks(trilho: Trilho): Promise<Walks> {
  const newOperator = () => newPortalPerson(trilho, { isOperator: true, hasPassword: true })
  const olga = await newOperator()
  const { merchantId } = await trilho.newMerchant()
  const owner = await newPortalPerson(trilho, { merchantId })
  const newEmail = () => `${crypto.randomUUID()}@example.com`

  async function name(email = newEmail()): Promise<string> {
    const form = { email, name: 'Rita', note: 'The owner has left' }
    const { body } = await olga.post(`/operator/merchants/${merchantId}/successor`, form)
    return body.data.requested.id
  }
  // While there is nobody else.
  const announced = await name()
  const otto = await newOperator()

  let percent = 0
  async function requested(): Promise<string> {
    percent += 1
    const plan = { fixed: '0', percent: String(percent) }
    return (await olga.put(`/operator/merchants/${merchantId}/plan`, plan)).body.data.requested.id
  }
  const approve = (id: string) => otto.post(`/operator/approvals/${id}/approve`)
  const refuse = (who: typeof olga, id: string) => who.post(`/operator/approvals/${id}/refuse`, { note: 'Not agreed' })

  async function waiting(email?: string): Promise<string> {
    const id = await name(email)
    await approve(id)
    return id
  }
  async function aDayLater(): Promise<void> {
    trilho.clock.aheadMs += 24 * 3_600_000
    await settleDueRequests(trilho.needs)
    trilho.clock.aheadMs -= 24 * 3_600_000
  }
  const after = async (id: string, act: (id: string) => Promise<unknown>) => {
    await act(id)
    return id
  }

  return {
    walks: {
      'nothing request': requested,
      'nothing announce': async () => announced,
      'Requested approve': async () => after(await requested(), approve),
      'Requested letWait': () => waiting(),
      'Requested refuse': async () => after(await requested(), id => refuse(otto, id)),
      'Requested withdraw': async () => after(await requested(), id => refuse(olga, id)),
      'Requested expire': async () => after(await requested(), aDayLater),
      'Waiting takeEffect': async () => after(await waiting(), aDayLater),
      'Waiting stop': async () =>
        after(await waiting(), id => owner.post(`/merchants/${merchantId}/successors/${id}/stop`)),
      'Waiting fail': async () => {
        const email = newEmail()
        const id = await waiting(email)
        const by = { name: 'Olga', language: 'pt', address: '' } as const
        await inviteOperator(trilho.needs, { email, name: 'Rita', roles: ['support'], by })
        return after(id, aDayLater)
      },
    },
  }
}
