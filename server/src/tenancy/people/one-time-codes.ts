import { Secret, TOTP } from 'otpauth'
import { createHmac, randomInt } from 'node:crypto'
import type { Sql } from '../../platform/db/db.ts'
import { type Place, openSealedText } from '../../platform/lib/seal.ts'
import { countGuesses } from './limit-guesses.ts'
import { type Person, takeCodeStep, takeRecoveryCode } from './sql.ts'

const periodSeconds = 30

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

const totp = (secret: string, label: string) =>
  new TOTP({ issuer: 'Trilho', label, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds })

/** What an authenticator app reads from the QR code. */
export const otpauthUri = (secret: string, email: string): string => totp(secret, email).toString()

/** The 30-second step of the code, one early or late allowed; null: not a code of this secret. */
export function stepOfCode(secret: string, code: string, now: Date): bigint | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totp(secret, '').validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : BigInt(Math.floor(now.getTime() / 1000 / periodSeconds) + delta)
}

/** Spaces and dashes are ignored, because people copy or leave them out. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()

/** Without letters and digits that look alike; 12 of them are 59 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

const newRecoveryCode = () =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  )

export const placeOfTotpSecret = (personId: string): Place => `people.totp_secret ${personId}`

export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, newRecoveryCode)

/** Keyed, so that the database alone is not enough to try all codes. */
export const hashRecoveryCode = (key: Buffer, code: string): string =>
  createHmac('sha256', key)
    .update(`recovery ${plainCode(code)}`)
    .digest('base64url')

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer; recoveryKey: Buffer }

/** One-time codes or a passkey; recovery codes stand in for both. */
export const hasSecondFactor = (person: Pick<Person, 'totpConfirmedAt' | 'hasPasskey'>): boolean =>
  person.totpConfirmedAt !== null || person.hasPasskey

/** Accepts a one-time code of a step that was not used before, or a recovery code, once. */
export async function checkCode(needs: Needs, person: Person, given: string): Promise<boolean> {
  if (!hasSecondFactor(person)) return false
  const guess = await countGuesses(needs, [{ kind: 'code', of: person.id }])
  const code = plainCode(given)
  const secret = person.totpConfirmedAt === null ? null : person.totpSecret
  const step =
    secret === null
      ? null
      : stepOfCode(openSealedText(needs.storageKey, secret, placeOfTotpSecret(person.id)), code, needs.clock())
  const isRight =
    step === null
      ? await takeRecoveryCode(needs.sql, person.id, hashRecoveryCode(needs.recoveryKey, code))
      : await takeCodeStep(needs.sql, person.id, step)
  if (isRight) await guess.giveBack()
  return isRight
}
