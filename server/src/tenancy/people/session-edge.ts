import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../platform/db/db.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { endSession, startSession } from './sessions.ts'
import { hasSecondFactor } from './one-time-codes.ts'
import { auditOf, sessionCookie } from './portal-edge.ts'
import type { Person, Session } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string }

/** Starts a session and sets its cookie. The browser's old session ends, because somebody may have planted it. */
export async function openSession(
  needs: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person,
  /** A person who has a second factor has given it, unless a provider has signed them in. */
  by: { secondFactor: boolean; providerMerchantId: string | null; confirmedAt?: Date } = {
    secondFactor: hasSecondFactor(person),
    providerMerchantId: null,
  },
): Promise<Session> {
  const id = uuidv7(needs.clock().getTime())
  const { token, expiresAt, session } = await startSession(needs, {
    id,
    personId: person.id,
    ...by,
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    audit: auditOf(request, { act: 'session.start', subject: id, person: { id: person.id, name: person.name } }),
  })
  const before = request.signedIn
  if (before !== null) await endSession(needs, before.person.id, before.session.id).catch(() => {})
  reply.setCookie(sessionCookie(needs.publicUrl()), token, { ...cookieOptions(needs), expires: expiresAt })
  return session
}

export const purgeSession = (needs: Needs, reply: FastifyReply): void =>
  void reply.clearCookie(sessionCookie(needs.publicUrl()), cookieOptions(needs))

/** Strict: no other site can make a browser send it. A link in a mail opens a page that needs no cookie. */
const cookieOptions = ({ publicUrl }: { publicUrl: () => string }) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: publicUrl().startsWith('https:') }) as const
