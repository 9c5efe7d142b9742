import type { Audit } from '../audit-log/act.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { hash, randomBytes } from 'node:crypto'
import type { Sql } from '../../platform/db/db.ts'
import { isUuid, uuidv7 } from '../../platform/lib/uuid.ts'
import {
  type Session,
  deleteOldGuesses,
  deleteOldLinks,
  deleteOldSessions,
  deleteSpentChallenges,
  endOtherSessions,
  endSessionOf,
  insertSession,
} from './sql.ts'
import { ApiError } from '../../platform/http/errors.ts'

const sessionLifetimeMs = 12 * 60 * 60 * 1000

export const hashToken = (token: string): string => hash('sha256', token, 'hex')

type NewSession = {
  id?: string
  personId: string
  secondFactor: boolean
  providerMerchantId?: string | null
  /** When the person last showed who they are; left out: now. */
  confirmedAt?: Date
  address: string
  agent: string
  audit?: Audit
}

/** Always a new session. The token is the cookie's value; only its hash is stored. */
export async function startSession(
  needs: { sql: Sql; clock: () => Date },
  { id, personId, secondFactor, providerMerchantId = null, confirmedAt, address, agent, audit }: NewSession,
): Promise<{ token: string; expiresAt: Date; session: Session }> {
  const token = randomBytes(32).toString('base64url')
  const now = needs.clock()
  const session = {
    id: id ?? uuidv7(now.getTime()),
    personId,
    tokenHash: hashToken(token),
    secondFactor,
    providerMerchantId,
    confirmedAt: confirmedAt === undefined || confirmedAt > now ? now : confirmedAt,
    address,
    agent: agent.slice(0, 300),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + sessionLifetimeMs),
    endedAt: null,
  }
  await needs.sql.begin(async tx => {
    await insertSession(tx, session)
    await recordAudit(tx, audit)
  })
  return { token, expiresAt: session.expiresAt, session }
}

type Needs = { sql: Sql; clock: () => Date }

/** Ends one session of a person: that browser is signed out with its next request. */
export async function endSession(needs: Needs, personId: string, sessionId: string, audit?: Audit): Promise<void> {
  if (!isUuid(sessionId)) throw new ApiError('SessionNotFound')
  await needs.sql.begin(async tx => {
    if (!(await endSessionOf(tx, personId, sessionId, needs.clock()))) throw new ApiError('SessionNotFound')
    await recordAudit(tx, audit)
  })
}

/** Ends all sessions of a person but one; null: all of them. */
export const endSessionsExcept = (needs: Needs, personId: string, sessionId: string | null, audit?: Audit) =>
  needs.sql.begin(async tx => {
    await endOtherSessions(tx, personId, sessionId, needs.clock())
    await recordAudit(tx, audit)
  })

/** Deletes links and sessions that expired before a time, and expired guesses and challenges. */
export async function purgeSessions(
  { sql, clock }: { sql: Sql; clock: () => Date },
  before: Date,
  most: number,
): Promise<number> {
  const deleted = [
    await deleteOldGuesses(sql, clock(), most),
    await deleteSpentChallenges(sql, clock(), most),
    await deleteOldLinks(sql, before, most),
    await deleteOldSessions(sql, before, most),
  ]
  return Math.max(...deleted.map(rows => rows.count))
}
