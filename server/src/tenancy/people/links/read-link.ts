import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { hashToken } from '../start-session.ts'
import { type OpenLink, selectOpenLink } from './sql.ts'

/** The person and purpose of a link. Used, expired and invented links get the same error. */
export async function readLink(needs: { sql: Sql; clock: () => Date }, token: string): Promise<OpenLink> {
  const link = await selectOpenLink(needs.sql, hashToken(token), needs.clock())
  if (link === undefined) throw new ApiError('LinkInvalid')
  return link
}
