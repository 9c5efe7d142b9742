import { expect } from 'vitest'
import { type Role, roles } from '../../src/tenancy/people/permissions.ts'
import type { Trilho } from './trilho.ts'
import { newPortalPerson, type PortalPerson } from './portal-client.ts'

export type Everybody = Awaited<ReturnType<typeof everybody>>
type Who = Role | 'operator'
type Call = (person: PortalPerson) => ReturnType<PortalPerson['get']>

/** One person in each role at a merchant, an operator, and the owner of another merchant. */
export async function everybody(trilho: Trilho, merchantId: string) {
  const other = await trilho.newMerchant()
  const inRole = roles.map(async role => [role, await newPortalPerson(trilho, { merchantId, roles: [role] })] as const)
  return {
    ...(Object.fromEntries(await Promise.all(inRole)) as Record<Role, PortalPerson>),
    operator: await newPortalPerson(trilho, { isOperator: true, name: 'Olga do Trilho' }),
    outsider: await newPortalPerson(trilho, { merchantId: other.merchantId }),
  }
}

/** Only these roles may call it: every other role is refused, and for outsiders the merchant does not exist. */
export async function expectOnly(people: Everybody, may: readonly Who[], call: Call): Promise<void> {
  for (const who of [...roles, 'operator' as const]) {
    const { status, body } = await call(people[who])
    if (may.includes(who)) expect([who, status]).not.toEqual([who, 403])
    else expect([who, status, body.error?.details?.reason]).toEqual([who, 403, 'RoleNotAllowed'])
  }
}

export async function expectNotFoundByOutsiders(people: Everybody, call: Call): Promise<void> {
  const { status, body } = await call(people.outsider)
  expect([status, body.error.details.reason]).toEqual([404, 'MerchantNotFound'])
}

type ActRow = { act: string; subject: string; details: Record<string, unknown>; merchantId: string | null }

/** The changes in the last audit entry of a person. */
export const lastChangesOf = async (trilho: Pick<Trilho, 'sql'>, person: { id: string }) => {
  const last = (await auditEntriesOf(trilho, person)).at(-1)
  return { act: last?.act, changes: last?.details['changes'] }
}

/** The audit entries of a person, oldest first. */
export const auditEntriesOf = async ({ sql }: Pick<Trilho, 'sql'>, person: { id: string }): Promise<ActRow[]> =>
  sql<
    ActRow[]
  >`select act, subject, details, merchant_id from audit_entries where person_id = ${person.id} order by at, sequence`
