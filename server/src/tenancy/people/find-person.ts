import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { plainEmail } from './sign-in.ts'
import { type Person, selectPerson, selectPersonByEmail } from './sql.ts'

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
