import QRCode from 'qrcode'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { openSealedText, sealText } from '../../../platform/lib/seal.ts'
import { countGuesses } from '../limit-guesses.ts'
import {
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  otpauthUri,
  plainCode,
  stepOfCode,
} from '../one-time-codes.ts'
import type { SignedIn } from '../portal-edge.ts'
import { beginSecondFactor, confirmSecondFactor } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer; recoveryKey: Buffer }

/** A secret for the person's authenticator app. It counts for nothing until a first code is given. */
export async function startSecondFactor(needs: Needs, { person }: SignedIn) {
  const secret = newTotpSecret()
  if (!(await beginSecondFactor(needs.sql, person.id, sealText(needs.storageKey, secret))))
    throw new ApiError('SecondFactorStateNotAllowed')
  const uri = otpauthUri(secret, person.email)
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret, otpauthUri: uri, qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** The first code shows that the secret arrived. Answers the recovery codes, in clear this once. */
export async function enableSecondFactor(needs: Needs, { person, session }: SignedIn, code: string): Promise<string[]> {
  if (person.totpSecret === null || person.totpConfirmedAt !== null) throw new ApiError('SecondFactorStateNotAllowed')
  const guess = await countGuesses(needs, [{ kind: 'code', of: person.id }])
  const now = needs.clock()
  const step = stepOfCode(openSealedText(needs.storageKey, person.totpSecret), plainCode(code), now)
  if (step === null) throw new ApiError('SignInRefused')
  const recoveryCodes = newRecoveryCodes()
  const isConfirmed = await confirmSecondFactor(needs.sql, {
    personId: person.id,
    keepSessionId: session.id,
    now,
    sealedSecret: person.totpSecret,
    step,
    recoveryHashes: recoveryCodes.map(one => hashRecoveryCode(needs.recoveryKey, one)),
  })
  if (!isConfirmed) throw new ApiError('SecondFactorStateNotAllowed')
  await guess.giveBack()
  return recoveryCodes
}
