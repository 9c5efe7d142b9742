import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { plainEmail } from './sign-in.ts'
import {
  type Addressee,
  type Membership,
  type Person,
  selectAddressees,
  selectMemberships,
  selectOperators,
  selectPeopleInRoles,
  selectPerson,
  selectPersonByEmail,
} from './sql.ts'
import { type Permission, operatorRoles, permissions } from './permissions.ts'

export const findPerson = async (needs: { sql: Sql }, email: string): Promise<Person | null> =>
  (await selectPersonByEmail(needs.sql, plainEmail(email))) ?? null

export async function readPerson(needs: { sql: Sql | Tx }, id: string): Promise<Person> {
  const person = isUuid(id) ? await selectPerson(needs.sql, id) : undefined
  if (person === undefined) throw new ApiError('PersonNotFound')
  return person
}

export async function readPersonByEmail(needs: { sql: Sql }, email: string): Promise<Person> {
  const person = await findPerson(needs, email)
  if (person === null) throw new ApiError('PersonNotFound')
  return person
}

export type { Addressee } from './sql.ts'

/** A merchant's people with a permission, by name, without disabled ones. */
export const listPeopleWhoMay = (
  needs: { sql: Sql },
  merchantId: string,
  permission: Permission,
): Promise<{ id: string; name: string }[]> => selectPeopleInRoles(needs.sql, merchantId, permissions[permission])

/** The same with their e-mail and language; without a merchant, the operators with the permission. */
export const listAddressees = async (
  tx: Sql | Tx,
  { merchantId, permission }: { merchantId: string | null; permission: Permission },
): Promise<Addressee[]> => {
  const who: readonly string[] = permissions[permission]
  return merchantId === null ? selectOperators(tx, who) : selectAddressees(tx, merchantId, who)
}

/** Whether anybody runs the platform yet. */
export const hasOperator = async (needs: { sql: Sql }): Promise<boolean> =>
  (await selectOperators(needs.sql, operatorRoles)).length > 0

/** The operators who can sign in: those who have accepted their invitation. */
export const countOperators = async (needs: { sql: Sql }): Promise<number> =>
  (await selectOperators(needs.sql, operatorRoles)).filter(({ hasPassword }) => hasPassword).length

/** The person's merchants, ordered by name. */
export const readMemberships = (needs: { sql: Sql | Tx }, personId: string): Promise<Membership[]> =>
  selectMemberships(needs.sql, personId)
