import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Sql } from '../../platform/db/db.ts'
import type { BankSettings } from './bacen-pix/settings.ts'
import { openSettings } from './sealed-settings.ts'
import { type CallbackCheck, selectByCallbackToken, selectConnection } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer }

/** What a caller shows besides the address itself. */
export type CallbackProof = {
  hmac: string | null
  /** A proxy of ours has asked the caller for its certificate, and found it good. */
  isVerified: boolean
}

/** Whose callback address it is, where the caller proves what the connection asks for; null: nobody's, or not proven. */
export async function findByCallback(needs: Needs, token: string, proof: CallbackProof): Promise<string | null> {
  const found = await selectByCallbackToken(needs.sql, token)
  if (found === undefined) return null
  const {
    callbackSecret = null,
    previousCallbackSecret: previous = null,
    proxyVerifiesBank = false,
  } = settingsOf(needs, found)
  const isOld =
    previous !== null && Date.parse(previous.until) > needs.clock().getTime() && proves(proof, previous.secret)
  if (!proves(proof, callbackSecret) && !isOld) return null
  if (proxyVerifiesBank && !proof.isVerified) return null
  return found.id
}

const proves = ({ hmac }: CallbackProof, secret: string | null): boolean =>
  secret === null || isSame(hmac ?? '', secret)

/** The address that is registered at a bank. What the bank itself adds to its end goes into a parameter that nobody reads. */
export function callbackAddress(needs: { storageKey: Buffer; publicUrl: () => string }, to: CallbackCheck): string {
  const address = `${needs.publicUrl()}/bank-notices/${to.callbackToken}`
  const { callbackSecret = null } = settingsOf(needs, to)
  return callbackSecret === null ? address : `${address}?hmac=${encodeURIComponent(callbackSecret)}&ignorar=`
}

/** Where the bank of a connection calls us; null: a simulator does not. */
export const callbackUrlOf =
  (needs: { sql: Sql; storageKey: Buffer; publicUrl: () => string }) =>
  async (connectionId: string): Promise<string | null> => {
    const connection = await selectConnection(needs.sql, connectionId)
    const token = connection?.callbackToken ?? null
    return connection === undefined || token === null
      ? null
      : callbackAddress(needs, { ...connection, callbackToken: token })
  }

/** The connection that is called back at this address; null: none of ours that works, or the address is an old one. */
export async function findCalledBack(
  needs: { sql: Sql; storageKey: Buffer; publicUrl: () => string },
  address: string | null,
): Promise<string | null> {
  const token = address === null ? undefined : /\/bank-notices\/([\w-]+)/.exec(address)?.[1]
  const found = token === undefined ? undefined : await selectByCallbackToken(needs.sql, token)
  if (token === undefined || found === undefined || found.pausedAt !== null) return null
  return callbackAddress(needs, { ...found, callbackToken: token }) === address ? found.id : null
}

/** What a connection requires of callbacks besides the address. The secret itself is not shown. */
export function callbackProofOf(needs: { storageKey: Buffer }, connection: Sealed) {
  const { callbackSecret = null, proxyVerifiesBank = false } = settingsOf(needs, connection)
  return { secret: callbackSecret !== null, certificate: proxyVerifiesBank }
}

/**
 * The same for the API of a bank that initiates payments, which puts a hash behind the address by itself. Where no secret
 * was given it is one that nobody else can make up; where our proxy asks for the bank's certificate, that proves it.
 */
export function initiationCallback(needs: { storageKey: Buffer; publicUrl: () => string }, to: CallbackCheck) {
  const { callbackSecret = null, proxyVerifiesBank = false } = settingsOf(needs, to)
  if (proxyVerifiesBank) return { callbackUrl: callbackAddress(needs, to), callbackHash: null }
  const derived = createHmac('sha256', needs.storageKey).update(`callback ${to.callbackToken}`).digest('base64url')
  return {
    callbackUrl: `${needs.publicUrl()}/bank-notices/${to.callbackToken}`,
    callbackHash: callbackSecret ?? derived,
  }
}

const settingsOf = (needs: { storageKey: Buffer }, { id, sealedSettings }: Sealed): Partial<BankSettings> =>
  sealedSettings === null ? {} : openSettings(needs, id, sealedSettings)

type Sealed = Pick<CallbackCheck, 'id' | 'sealedSettings'>

/** In the same time whatever was given, of whatever length. */
const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
