import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { type Key, keysOf } from '../../platform/lib/seal.ts'
import { hashToken } from './sessions.ts'
import { insertSpentChallenge } from './sql.ts'

/** How long the person has to answer. */
const challengeLifetimeMs = 5 * 60 * 1000

/** What a challenge is for: it is worth nothing for another purpose or another session. */
export type ChallengePurpose = `registration ${string}` | `confirmation ${string}` | 'signIn' | 'sso'

type Needs = { clock: () => Date; portalKey: Key }

/** Signed instead of stored: asking for challenges writes nothing, however many are asked for. */
export function newChallenge(needs: Needs, purpose: ChallengePurpose, lifetimeMs = challengeLifetimeMs): Buffer {
  const body = Buffer.concat([randomBytes(16), Buffer.alloc(6)])
  body.writeUIntBE(needs.clock().getTime() + lifetimeMs, 16, 6)
  return Buffer.concat([body, macOf(needs.portalKey, purpose, body)])
}

/** Whether it was made here for this purpose and has not expired. `spendChallenge` says whether it was used before. */
export function isOpenChallenge(needs: Needs, purpose: ChallengePurpose, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 54) return false
  const [body, mac] = [bytes.subarray(0, 22), bytes.subarray(22)]
  const isOurs = keysOf(needs.portalKey).some(key => timingSafeEqual(mac, macOf(key, purpose, body)))
  return isOurs && body.readUIntBE(16, 6) > needs.clock().getTime()
}

/** False: it was answered before, here or in another process. */
export const spendChallenge = (sql: Sql | Tx, challenge: string): Promise<boolean> => {
  const bytes = Buffer.from(challenge, 'base64url')
  return insertSpentChallenge(sql, hashToken(bytes.toString('base64url')), new Date(bytes.readUIntBE(16, 6)))
}

const macOf = (key: Buffer, purpose: ChallengePurpose, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`challenge ${purpose} `).update(body).digest()
