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
import { type Permission, permissions } from './permissions.ts'

export const findPerson = async (needs: { sql: Sql }, email: string): Promise<Person | null> =>
  (await selectPersonByEmail(needs.sql, plainEmail(email))) ?? null

export async function readPerson(needs: { sql: Sql }, id: string): Promise<Person> {
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
  tx: Tx,
  { merchantId, permission }: { merchantId: string | null; permission: Permission },
): Promise<Addressee[]> => {
  const who: readonly string[] = permissions[permission]
  if (merchantId !== null) return selectAddressees(tx, merchantId, who)
  return who.includes('operator') ? selectOperators(tx) : []
}

/** Whether anybody runs the platform yet. */
export const hasOperator = async (needs: { sql: Sql }): Promise<boolean> =>
  (await selectOperators(needs.sql)).length > 0

/** The person's merchants, ordered by name. */
export const readMemberships = (needs: { sql: Sql }, personId: string): Promise<Membership[]> =>
  selectMemberships(needs.sql, personId)
