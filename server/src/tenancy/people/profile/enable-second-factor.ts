import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
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
  const step = stepOfCode(openSealedText(needs.storageKey, sealedSecret), plainCode(code), now)
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
