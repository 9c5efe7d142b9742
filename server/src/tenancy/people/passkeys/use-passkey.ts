import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Key } from '../../../platform/lib/seal.ts'
import { type ChallengePurpose, isOpenChallenge, newChallenge, spendChallenge } from '../challenges.ts'
import { readPerson } from '../find-person.ts'
import { countAttempt } from '../limit-guesses.ts'
import type { SignedIn } from '../portal-edge.ts'
import { relyingParty, webAuthn } from './relying-party.ts'
import { selectPasskeyByCredential, selectPasskeys, updateConfirmed, updateUse } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; portalKey: Key }

/** Names no passkey: the browser offers those it has for this site, and nobody learns who has one. */
export const signInOptions = (needs: Needs) => optionsFor(needs, 'signIn', [])

export const confirmationOptions = async (needs: Needs, { person, session }: SignedIn) =>
  optionsFor(needs, `confirmation ${session.id}`, await selectPasskeys(needs.sql, person.id))

async function optionsFor(
  needs: Needs,
  purpose: ChallengePurpose,
  allowed: readonly { credentialId: string; transports: string[] }[],
) {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(needs.publicUrl()).rpID,
    challenge: new Uint8Array(newChallenge(needs, purpose)),
    allowCredentials: allowed.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: 'required',
  })
}

/** The person whose passkey it is. The authenticator has verified them, so it is both factors at once. */
export async function signInWithPasskey(
  needs: Needs,
  { response, address }: { response: AuthenticationResponseJSON; address: string },
): Promise<SignedIn['person']> {
  const attempt = await countAttempt(needs, address)
  const personId = await usePasskey(needs, 'signIn', response)
  const person = await readPerson(needs, personId)
  if (person.disabledAt !== null) throw new ApiError('PasskeyRefused')
  await attempt.giveBack()
  return person
}

/** Confirms who is at the browser, as password or code do; also the second factor of a session that lacks it. */
export async function confirmWithPasskey(
  needs: Needs,
  { person, session }: SignedIn,
  response: AuthenticationResponseJSON,
): Promise<void> {
  await usePasskey(needs, `confirmation ${session.id}`, response, async (tx, personId) => {
    if (personId !== person.id) throw new ApiError('PasskeyRefused')
    await updateConfirmed(tx, session.id, needs.clock())
  })
}

/** Each response is accepted once. An authenticator whose counter goes back was copied, and is refused. */
async function usePasskey(
  needs: Needs,
  purpose: ChallengePurpose,
  response: AuthenticationResponseJSON,
  then: (tx: Tx, personId: string) => Promise<void> = async () => {},
): Promise<string> {
  const passkey = await selectPasskeyByCredential(needs.sql, response.id)
  if (passkey === undefined) throw new ApiError('PasskeyRefused')
  const { verifyAuthenticationResponse } = await webAuthn()
  const { rpID, origin } = relyingParty(needs.publicUrl())
  let challenge = ''
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: given => {
      challenge = given
      return isOpenChallenge(needs, purpose, given)
    },
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: Number(passkey.counter),
    },
    // The package throws for every response that is wrong, and the browser made the whole of it.
  }).catch(() => null)
  if (verified?.verified !== true) throw new ApiError('PasskeyRefused')
  const counter = BigInt(verified.authenticationInfo.newCounter)
  await needs.sql.begin(async tx => {
    if (!(await spendChallenge(tx, challenge))) throw new ApiError('PasskeyRefused')
    if (!(await updateUse(tx, passkey.id, counter, needs.clock()))) throw new ApiError('PasskeyRefused')
    await then(tx, passkey.personId)
  })
  return passkey.personId
}
