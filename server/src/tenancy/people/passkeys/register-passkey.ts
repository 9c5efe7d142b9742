import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Audit } from '../../audit-log/act.ts'
import { withDetails } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Key } from '../../../platform/lib/seal.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import type { Outbox } from '../../../platform/mails/outbox.ts'
import { isOpenChallenge, newChallenge, spendChallenge } from '../challenges.ts'
import { countPasskeys, lockPerson } from '../last-second-factor.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../one-time-codes.ts'
import type { SignedIn } from '../portal-edge.ts'
import { passkeyAddedMail } from './passkey-mails.ts'
import { algorithms, relyingParty, webAuthn } from './relying-party.ts'
import { type Passkey, insertPasskey, secureSessions, selectPasskeys, updateRecoveryCodes } from './sql.ts'

const mostPasskeys = 20

type Needs = {
  sql: Sql
  clock: () => Date
  publicUrl: () => string
  portalKey: Key
  recoveryKey: Buffer
  mailer: Pick<Outbox, 'write'>
}

/** What the browser needs to make a passkey. Discoverable, so that it signs in without an e-mail being typed. */
export async function startPasskey(needs: Needs, { person, session }: SignedIn) {
  const { generateRegistrationOptions } = await webAuthn()
  const known = await selectPasskeys(needs.sql, person.id)
  if (known.length >= mostPasskeys) throw new ApiError('TooManyKept')
  return generateRegistrationOptions({
    rpName: 'Trilho',
    rpID: relyingParty(needs.publicUrl()).rpID,
    userName: person.email,
    userDisplayName: person.name,
    userID: new Uint8Array(Buffer.from(person.id)),
    challenge: new Uint8Array(newChallenge(needs, `registration ${session.id}`)),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

type Registration = { name: string; response: RegistrationResponseJSON; audit: Audit }

/** Recovery codes come with the first second factor, and are shown only once; null: the person has some. */
export async function registerPasskey(
  needs: Needs,
  signedIn: SignedIn,
  { name, response, audit }: Registration,
): Promise<{ passkey: Omit<Passkey, 'lastUsedAt'>; recoveryCodes: string[] | null }> {
  const { person, session } = signedIn
  const { challenge, credential } = await verifiedCredential(needs, session.id, response)
  const now = needs.clock()
  const passkey = {
    id: uuidv7(now.getTime()),
    personId: person.id,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: BigInt(credential.counter),
    transports: credential.transports ?? [],
    name: name.trim(),
    createdAt: now,
  }
  return needs.sql.begin(async tx => {
    const locked = await lockPerson(tx, person.id)
    if (!(await spendChallenge(tx, challenge))) throw new ApiError('PasskeyRefused')
    const count = await countPasskeys(tx, person.id)
    if (count >= mostPasskeys) throw new ApiError('TooManyKept')
    if (!(await insertPasskey(tx, passkey))) throw new ApiError('PasskeyRefused')
    const isFirst = count === 0 && (locked?.totpConfirmedAt ?? null) === null
    const recoveryCodes = isFirst ? newRecoveryCodes() : null
    if (recoveryCodes !== null) {
      const hashes = recoveryCodes.map(code => hashRecoveryCode(needs.recoveryKey, code))
      await updateRecoveryCodes(tx, person.id, hashes)
    }
    await secureSessions(tx, person.id, session.id, now)
    await needs.mailer.write(tx, passkeyAddedMail(person, passkey.name, `${needs.publicUrl()}/portal/profile`))
    await recordAudit(tx, withDetails({ ...audit, subject: passkey.id }, { name: passkey.name }))
    return { passkey, recoveryCodes }
  })
}

async function verifiedCredential(needs: Needs, sessionId: string, response: RegistrationResponseJSON) {
  const { verifyRegistrationResponse } = await webAuthn()
  const { rpID, origin } = relyingParty(needs.publicUrl())
  let challenge = ''
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: given => {
      challenge = given
      return isOpenChallenge(needs, `registration ${sessionId}`, given)
    },
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
    // The package throws for every response that is wrong, and the browser made the whole of it.
  }).catch(() => null)
  if (verified?.verified !== true) throw new ApiError('PasskeyRefused')
  return { challenge, credential: verified.registrationInfo.credential }
}
