import type { Sql } from '../lib/db.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { Role } from './permissions.ts'
import { insertPerson, upsertMembership } from './sql.ts'

type NewPerson = {
  email: string
  name: string
  language?: 'pt' | 'en'
  isOperator?: boolean
  passwordHash?: string | null
}

/** A person without a password cannot sign in until an invitation is taken. */
export async function createPerson(
  needs: { sql: Sql; clock: () => Date },
  { email, name, language = 'pt', isOperator = false, passwordHash = null }: NewPerson,
): Promise<{ id: string }> {
  const id = uuidv7()
  const createdAt = needs.clock()
  await insertPerson(needs.sql, { id, email: email.toLowerCase(), name, language, isOperator, passwordHash, createdAt })
  return { id }
}

export const addMembership = async (
  needs: { sql: Sql; clock: () => Date },
  { merchantId, personId, roles }: { merchantId: string; personId: string; roles: Role[] },
): Promise<void> => {
  await upsertMembership(needs.sql, merchantId, personId, roles, needs.clock())
}
