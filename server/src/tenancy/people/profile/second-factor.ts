import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import QRCode from 'qrcode'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { openSealedText, sealText } from '../../../platform/lib/seal.ts'
import { countGuesses } from '../limit-guesses.ts'
import {
  hasSecondFactor,
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  otpauthUri,
  placeOfTotpSecret,
  plainCode,
  stepOfCode,
} from '../one-time-codes.ts'
import type { SignedIn } from '../portal-edge.ts'
import { countPasskeys, clearSecondFactor, isSecondFactorMandatory, lockPerson } from '../last-second-factor.ts'
import {
  beginSecondFactor,
  clearCodes,
  confirmSecondFactor,
  replaceRecoveryCodes,
  selectSealedTotpSecrets,
  updateSealedTotpSecret,
} from './sql.ts'
import type { SealedColumn } from '../../../platform/db/reseal.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer; recoveryKey: Buffer }

/** A secret for the person's authenticator app. It has no effect until the first code is entered. */
export async function startSecondFactor(needs: Needs, { person }: SignedIn) {
  const secret = newTotpSecret()
  if (
    !(await beginSecondFactor(needs.sql, person.id, sealText(needs.storageKey, secret, placeOfTotpSecret(person.id))))
  )
    throw new ApiError('SecondFactorStateNotAllowed')
  const uri = otpauthUri(secret, person.email)
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret, otpauthUri: uri, qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** The first code proves that the app has the secret. Returns the recovery codes, which are shown only once. */
export async function enableSecondFactor(
  needs: Needs,
  { person, session }: SignedIn,
  code: string,
  audit?: Audit,
): Promise<string[]> {
  const { totpSecret: sealedSecret } = person
  if (sealedSecret === null || person.totpConfirmedAt !== null) throw new ApiError('SecondFactorStateNotAllowed')
  const guess = await countGuesses(needs, [{ kind: 'code', of: person.id }])
  const now = needs.clock()
  const step = stepOfCode(
    openSealedText(needs.storageKey, sealedSecret, placeOfTotpSecret(person.id)),
    plainCode(code),
    now,
  )
  if (step === null) throw new ApiError('SignInRefused')
  const recoveryCodes = newRecoveryCodes()
  const recoveryHashes = recoveryCodes.map(one => hashRecoveryCode(needs.recoveryKey, one))
  const secured = { personId: person.id, keepSessionId: session.id, now }
  await needs.sql.begin(async tx => {
    if (!(await confirmSecondFactor(tx, { ...secured, sealedSecret, step, recoveryHashes })))
      throw new ApiError('SecondFactorStateNotAllowed')
    await recordAudit(tx, audit)
  })
  await guess.giveBack()
  return recoveryCodes
}

export async function disableSecondFactor(
  needs: { sql: Sql; asksSecondFactor: boolean },
  person: SignedIn['person'],
  audit?: Audit,
): Promise<void> {
  const isMandatory = await isSecondFactorMandatory(needs, person)
  await needs.sql.begin(async tx => {
    await lockPerson(tx, person.id)
    const isLast = (await countPasskeys(tx, person.id)) === 0
    if (isLast && isMandatory) throw new ApiError('SecondFactorMandatory')
    if (!(await clearCodes(tx, person.id))) throw new ApiError('SecondFactorStateNotAllowed')
    if (isLast) await clearSecondFactor(tx, person.id)
    await recordAudit(tx, audit)
  })
}

/** Ten new codes, shown only once; the previous ones no longer work. */
export async function renewRecoveryCodes(
  needs: { sql: Sql; recoveryKey: Buffer },
  person: SignedIn['person'],
  audit?: Audit,
): Promise<string[]> {
  if (!hasSecondFactor(person)) throw new ApiError('SecondFactorStateNotAllowed')
  const codes = newRecoveryCodes()
  const hashes = codes.map(code => hashRecoveryCode(needs.recoveryKey, code))
  await needs.sql.begin(async tx => {
    await replaceRecoveryCodes(tx, person.id, hashes)
    await recordAudit(tx, audit)
  })
  return codes
}

/** For when the server's secret changes. */
export const sealedTotpSecrets: SealedColumn = {
  what: 'secrets of one-time codes',
  placeOf: placeOfTotpSecret,
  select: selectSealedTotpSecrets,
  update: updateSealedTotpSecret,
}
