import type { Sql } from '../../platform/db/db.ts'
import type { Language } from '../../platform/http/languages.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { type OperatorRole, type Role, operatorRoles as allOperatorRoles } from './permissions.ts'
import { plainEmail } from './sign-in.ts'
import { type Person, insertPerson, selectPersonByEmail, upsertMembership } from './sql.ts'

type NewPerson = {
  id?: string
  email: string
  name: string
  language?: Language
  /** All roles of an operator, where `operatorRoles` does not say which. */
  isOperator?: boolean
  operatorRoles?: readonly OperatorRole[]
  passwordHash?: string | null
}

type Needs = { sql: Sql; clock: () => Date }

/** A person without a password cannot sign in until they accept an invitation. */
export async function createPerson(needs: Needs, person: NewPerson): Promise<{ id: string }> {
  const {
    id = uuidv7(needs.clock().getTime()),
    email,
    name,
    language = 'pt',
    isOperator = false,
    operatorRoles = isOperator ? allOperatorRoles : [],
    passwordHash = null,
  } = person
  const createdAt = needs.clock()
  const row = {
    id,
    email: plainEmail(email),
    name: name.trim(),
    language,
    operatorRoles: [...operatorRoles],
    passwordHash,
    createdAt,
  }
  if (!(await insertPerson(needs.sql, row))) throw new Error('somebody has this e-mail already')
  return { id }
}

/** The person with this e-mail, created if unknown. Two calls at once return the same person. */
export async function ensurePerson(
  needs: Needs,
  { id = uuidv7(needs.clock().getTime()), email, name, language }: NewPerson,
): Promise<Person> {
  const row = { id, email: plainEmail(email), name: name.trim(), language: language ?? 'pt', createdAt: needs.clock() }
  await insertPerson(needs.sql, { ...row, operatorRoles: [], passwordHash: null })
  const person = await selectPersonByEmail(needs.sql, row.email)
  if (person === undefined) throw new Error('a person who was just there is gone')
  return person
}

export const addMembership = async (
  needs: Needs,
  { merchantId, personId, roles }: { merchantId: string; personId: string; roles: Role[] },
): Promise<void> => {
  await upsertMembership(needs.sql, merchantId, personId, roles, needs.clock())
}
