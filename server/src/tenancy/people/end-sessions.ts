import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { endOtherSessions, endSessionOf } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date }

/** Ends one session of a person: that browser is signed out with its next request. */
export async function endSession(needs: Needs, personId: string, sessionId: string): Promise<void> {
  const ended = isUuid(sessionId) && (await endSessionOf(needs.sql, personId, sessionId, needs.clock()))
  if (!ended) throw new ApiError('SessionNotFound')
}

/** Ends all sessions of a person but one; null: all of them. */
export const endSessionsExcept = async (needs: Needs, personId: string, sessionId: string | null): Promise<void> => {
  await endOtherSessions(needs.sql, personId, sessionId, needs.clock())
}
