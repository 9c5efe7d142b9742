import type { Sql } from '../../platform/db/db.ts'
import { addMembership, createPerson } from '../../tenancy/people/create-person.ts'
import { findPerson } from '../../tenancy/people/find-person.ts'
import { hashPassword } from '../../tenancy/people/hash-password.ts'

type Login = { email: string; password: string }

type DemoPeopleInput = {
  logins: { operator: Login; merchant: Login; approver: Login }
  merchantId: string
  otherMerchantId: string
}

/** Who signs in to a sandbox's portal. The owner of the first merchant may look at the other one, too. */
export async function makeDemoPeople(
  needs: { sql: Sql; clock: () => Date },
  { logins, merchantId, otherMerchantId }: DemoPeopleInput,
): Promise<void> {
  await makePerson(needs, { ...logins.operator, name: 'Olívia Prado', isOperator: true })
  const owner = await makePerson(needs, { ...logins.merchant, name: 'João Batista' })
  const approver = await makePerson(needs, { ...logins.approver, name: 'Aparecida Lima' })
  if (owner !== null) {
    await addMembership(needs, { merchantId, personId: owner, roles: ['owner'] })
    await addMembership(needs, { merchantId: otherMerchantId, personId: owner, roles: ['viewer'] })
  }
  if (approver !== null) await addMembership(needs, { merchantId, personId: approver, roles: ['approver'] })
}

/** Answers the new person's id; null when a former start has made them. */
async function makePerson(
  needs: { sql: Sql; clock: () => Date },
  { email, password, name, isOperator = false }: Login & { name: string; isOperator?: boolean },
): Promise<string | null> {
  if ((await findPerson(needs, email)) !== null) return null
  const { id } = await createPerson(needs, { email, name, isOperator, passwordHash: await hashPassword(password) })
  return id
}
