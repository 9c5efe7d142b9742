import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { checkCode } from './check-code.ts'
import { isPassword } from './hash-password.ts'
import { countPasswordGuess } from './limit-guesses.ts'
import { type Person, selectPersonByEmail } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer; recoveryKey: Buffer }
type Attempt = { email: string; password: string; code: string | undefined; address: string }

/**
 * Who this is, if e-mail, password and code say so. Every refusal but one is the same, after the same work; only who
 * knows the password learns that there is a code to give.
 */
export async function signIn(needs: Needs, { email, password, code, address }: Attempt): Promise<Person> {
  const known = await checkPassword(needs, { email: plainEmail(email), password, address })
  if (known.totpConfirmedAt !== null && (code === undefined || !(await checkCode(needs, known, code))))
    throw new ApiError('SignInCodeRequired')
  return known
}

export async function checkPassword(
  needs: Needs,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<Person> {
  const guess = await countPasswordGuess(needs, { email, address })
  const person = await selectPersonByEmail(needs.sql, email)
  const isRight = await isPassword(password, person?.passwordHash ?? null)
  if (!isRight || person === undefined || person.disabledAt !== null) throw new ApiError('SignInRefused')
  await guess.giveBack()
  return person
}

/** The form in which addresses are kept and compared. */
export const plainEmail = (email: string): string => email.trim().toLowerCase()
