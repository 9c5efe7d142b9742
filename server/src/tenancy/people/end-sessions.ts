import type { Audit } from '../audit-log/act.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { endOtherSessions, endSessionOf } from './sql.ts'

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
