import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { type Diary, amountOf, expectOneOf, expectSame } from './money-mix.ts'
import { newPortalPerson } from './portal-client.ts'
import { type Trilho, times } from './trilho.ts'

/** Actions of a merchant's people on its balance. Forms are sent twice; `which` selects among the latest withdrawals. */
export type WithdrawalAct =
  | { act: 'withdraw'; cents: number | null; form: number }
  | { act: 'decide'; which: number; how: 'approve' | 'reject' | 'cancel' }

export const anyWithdrawalAct: fc.Arbitrary<WithdrawalAct> = fc.oneof(
  fc.record({
    act: fc.constant('withdraw' as const),
    cents: fc.constantFrom(null, 1000, 12_345),
    form: fc.nat(7),
  }),
  fc.record({
    act: fc.constant('decide' as const),
    which: fc.nat(3),
    how: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'cancel'),
  }),
)

type Server = Pick<Trilho, 'needs' | 'url'>

/** One person who requests at the first server, and one who decides at the second. */
export async function withdrawalsOf(servers: readonly [Server, Server], merchantId: string, diary: Diary) {
  const asker = await newPortalPerson(servers[0], { merchantId, roles: ['finance'] })
  const approver = await newPortalPerson(servers[1], { merchantId, roles: ['approver'] })
  const base = `/merchants/${merchantId}`
  const formKeys = times(8, () => randomUUID())
  const answered = new Map<string, string>()
  const ids: string[] = []

  async function withdraw({ cents, form }: WithdrawalAct & { act: 'withdraw' }): Promise<void> {
    const key = `${form} ${cents}`
    const before = answered.get(key)
    const { status, body } = await asker.post(`${base}/withdrawals`, {
      ...(cents !== null && { amount: amountOf(cents) }),
      key: { type: 'CNPJ', value: '11222333000181' },
      description: 'Aluguel',
      formKey: formKeys[form],
    })
    expectOneOf(status, before === undefined ? [201, 409] : [201])
    if (status !== 201) return
    const { id } = body.data
    const isNew = !answered.has(key)
    answered.set(key, expectSame(answered.get(key) ?? id, id))
    if (!isNew) return
    ids.push(id)
    diary.ids.push((await asker.get(`${base}/requests/${id}`)).body.data.transactionId)
  }

  async function decide({ which, how }: WithdrawalAct & { act: 'decide' }): Promise<void> {
    const id = ids.at(-1 - (which % Math.max(ids.length, 1)))
    if (id === undefined) return
    const by = how === 'cancel' ? asker : approver
    expectOneOf((await by.post(`${base}/requests/${id}/${how}`, { comment: 'ok' })).status, [200, 409])
  }

  return {
    perform: (act: WithdrawalAct): Promise<void> => (act.act === 'withdraw' ? withdraw(act) : decide(act)),

    /** The transactions of undecided withdrawals. */
    async undecided(): Promise<Set<string>> {
      const found = await Promise.all(ids.map(async id => (await asker.get(`${base}/requests/${id}`)).body.data))
      return new Set(found.filter(({ status }) => status === 'Pending').map(({ transactionId }) => transactionId))
    },
  }
}
