import type { Sql } from '../lib/db.ts'
import { plainEmail } from './sign-in.ts'
import { type Person, selectPersonByEmail } from './sql.ts'

export const findPerson = async (needs: { sql: Sql }, email: string): Promise<Person | null> =>
  (await selectPersonByEmail(needs.sql, plainEmail(email))) ?? null
