import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { checkCode } from './check-code.ts'
import { checkPassword } from './sign-in.ts'
import { type Person, updateConfirmedAt } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer; recoveryKey: Buffer }
type Proof = { password?: string; code?: string; address: string }

/** The person at the browser is still the one who signed in: shown by password or code, for the next five minutes. */
export async function confirmSession(
  needs: Needs,
  { person, session }: { person: Person; session: { id: string } },
  { password, code, address }: Proof,
): Promise<void> {
  if (password !== undefined) await checkPassword(needs, { email: person.email, password, address })
  else if (code === undefined || !(await checkCode(needs, person, code))) throw new ApiError('SignInRefused')
  await updateConfirmedAt(needs.sql, session.id, needs.clock())
}
