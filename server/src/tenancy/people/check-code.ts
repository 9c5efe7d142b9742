import type { Sql } from '../../platform/db/db.ts'
import { openSealedText } from '../../platform/lib/seal.ts'
import { countGuesses } from './limit-guesses.ts'
import { hashRecoveryCode, plainCode, stepOfCode } from './one-time-codes.ts'
import { type Person, takeCodeStep, takeRecoveryCode } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer; recoveryKey: Buffer }

/** Whether the code is the person's: a one-time code, of a step that was not used before, or a recovery code, once. */
export async function checkCode(needs: Needs, person: Person, given: string): Promise<boolean> {
  if (person.totpSecret === null || person.totpConfirmedAt === null) return false
  const guess = await countGuesses(needs, [{ kind: 'code', of: person.id }])
  const code = plainCode(given)
  const step = stepOfCode(openSealedText(needs.storageKey, person.totpSecret), code, needs.clock())
  const isRight =
    step === null
      ? await takeRecoveryCode(needs.sql, person.id, hashRecoveryCode(needs.recoveryKey, code))
      : await takeCodeStep(needs.sql, person.id, step)
  if (isRight) await guess.giveBack()
  return isRight
}
