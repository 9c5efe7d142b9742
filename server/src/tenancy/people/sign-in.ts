import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { checkCode, hasSecondFactor } from './one-time-codes.ts'
import { isPassword } from './passwords.ts'
import { countPasswordGuess } from './limit-guesses.ts'
import { type Person, selectPersonByEmail, updateConfirmedAt } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer; recoveryKey: Buffer }
type Attempt = { email: string; password: string; code: string | undefined; address: string }

/** All refusals are alike and take the same work; only callers that know the password learn that a code is required. */
export async function signIn(needs: Needs, { email, password, code, address }: Attempt): Promise<Person> {
  const known = await checkPassword(needs, { email: plainEmail(email), password, address })
  if (hasSecondFactor(known) && (code === undefined || !(await checkCode(needs, known, code))))
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

/** The form in which e-mail addresses are stored and compared. */
export const plainEmail = (email: string): string => email.trim().toLowerCase()

type Proof = { password?: string; code?: string; address: string }

/** Confirms by password or code, for five minutes, that the person at the browser is the one who signed in. */
export async function confirmSession(
  needs: Needs,
  { person, session }: { person: Person; session: { id: string } },
  { password, code, address }: Proof,
): Promise<void> {
  if (password !== undefined) await checkPassword(needs, { email: person.email, password, address })
  else if (code === undefined || !(await checkCode(needs, person, code))) throw new ApiError('SignInRefused')
  await updateConfirmedAt(needs.sql, session.id, { now: needs.clock(), secondFactor: password === undefined })
}
