import { Secret, TOTP } from 'otpauth'
import { createHmac, randomInt } from 'node:crypto'

const periodSeconds = 30

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

const totp = (secret: string, label: string) =>
  new TOTP({ issuer: 'Trilho', label, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds })

/** What an authenticator app reads from the QR code. */
export const otpauthUri = (secret: string, email: string): string => totp(secret, email).toString()

/** Which step of 30 seconds the code is for, one early or late allowed; null: it is no code of this secret. */
export function stepOfCode(secret: string, code: string, now: Date): bigint | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totp(secret, '').validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : BigInt(Math.floor(now.getTime() / 1000 / periodSeconds) + delta)
}

/** Without the spaces and dashes that people copy or leave out. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()

/** No letter or digit that is taken for another; 12 of them are 59 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

const newRecoveryCode = () =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  )

export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, newRecoveryCode)

/** Keyed: whoever has only the database cannot try them all. */
export const hashRecoveryCode = (key: Buffer, code: string): string =>
  createHmac('sha256', key)
    .update(`recovery ${plainCode(code)}`)
    .digest('base64url')
