import type { FastifyReply } from 'fastify'
import type { App } from '../lib/app-type.ts'
import type { Sql } from '../lib/db.ts'
import { Done, DoneWithoutData, done } from '../lib/envelope.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { confirmSession } from './confirm-session.ts'
import { endSession, endSessionsExcept } from './end-sessions.ts'
import { actorOf, seenAfter, sessionCookie, signedInOf } from './portal-edge.ts'
import { ConfirmRequest, OpenSessionsView, SessionParams, SessionView, SignInRequest } from './portal-schemas.ts'
import { recordAct } from './record-act.ts'
import { signIn } from './sign-in.ts'
import { type Person, selectMemberships, selectOpenSessions } from './sql.ts'
import { startSession } from './start-session.ts'
import { openSessionView, sessionView } from './views.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  isSandbox: boolean
  asksSecondFactor: boolean
  portalKey: Buffer
  storageKey: Buffer
  publicUrl: () => string
}

const doneWithoutData = { statusCode: 'Done' } as const

export async function peoplePortalRoutes(app: App, needs: Needs) {
  app.post('/sign-in', {
    config: { may: 'anybody' },
    schema: { body: SignInRequest, response: { 200: Done(SessionView) } },
    handler: async (request, reply) => {
      const { email, password, code } = request.body
      const person = await signIn(needs, { email, password, code, address: request.ip })
      const browser = { address: request.ip, agent: request.headers['user-agent'] ?? '' }
      const session = await openSession(needs, reply, {
        person,
        secondFactor: person.totpConfirmedAt !== null,
        browser,
      })
      // The session this browser had before, if any, is not left open behind it.
      if (request.signedIn !== null) await endSession(needs, request.signedIn.person.id, request.signedIn.session.id)
      const memberships = await selectMemberships(needs.sql, person.id)
      return done(sessionView({ ...needs, person, session, memberships }))
    },
  })

  app.post('/sign-out', {
    config: { may: 'signedIn', optionalBody: true },
    schema: { response: { 200: DoneWithoutData } },
    handler: async (request, reply) => {
      const { person, session } = signedInOf(request)
      const act = { act: 'session.end', subject: session.id } as const
      await recordAct(needs, actorOf(request), act, () => endSession(needs, person.id, session.id))
      reply.clearCookie(sessionCookie(needs.publicUrl()), cookieOptions(needs))
      return doneWithoutData
    },
  })

  app.get('/session', {
    config: { may: 'signedIn' },
    schema: { response: { 200: Done(SessionView) } },
    handler: async request => {
      const signedIn = signedInOf(request)
      const memberships = await selectMemberships(needs.sql, signedIn.person.id)
      return done(sessionView({ ...needs, ...signedIn, memberships }))
    },
  })

  app.post('/confirm', {
    config: { may: 'signedIn' },
    schema: { body: ConfirmRequest, response: { 200: DoneWithoutData } },
    handler: async request => {
      await confirmSession(needs, signedInOf(request), { ...request.body, address: request.ip })
      return doneWithoutData
    },
  })

  app.get('/sessions', {
    config: { may: 'signedIn' },
    schema: { response: { 200: Done(OpenSessionsView) } },
    handler: async request => {
      const { person, session } = signedInOf(request)
      const open = await selectOpenSessions(needs.sql, person.id, needs.clock(), seenAfter(needs))
      return done({ items: open.map(one => openSessionView(one, session.id)) })
    },
  })

  app.delete('/sessions/:sessionId', {
    config: { may: 'signedIn' },
    schema: { params: SessionParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { person } = signedInOf(request)
      const { sessionId } = request.params
      const act = { act: 'session.end', subject: sessionId } as const
      await recordAct(needs, actorOf(request), act, () => endSession(needs, person.id, sessionId))
      return doneWithoutData
    },
  })

  app.delete('/sessions', {
    config: { may: 'signedIn' },
    schema: { response: { 200: DoneWithoutData } },
    handler: async request => {
      const { person, session } = signedInOf(request)
      const act = { act: 'session.end', subject: 'others' } as const
      await recordAct(needs, actorOf(request), act, () => endSessionsExcept(needs, person.id, session.id))
      return doneWithoutData
    },
  })
}

type Opening = { person: Person; secondFactor: boolean; browser: { address: string; agent: string } }

/** Starts a session for somebody who has shown who they are, and hands its cookie to the browser. */
export async function openSession(needs: Needs, reply: FastifyReply, { person, secondFactor, browser }: Opening) {
  const id = uuidv7(needs.clock().getTime())
  const by = { id: person.id, name: person.name, merchantId: null, address: browser.address }
  const { token, expiresAt, session } = await recordAct(needs, by, { act: 'session.start', subject: id }, () =>
    startSession(needs, { id, personId: person.id, secondFactor, ...browser }),
  )
  reply.setCookie(sessionCookie(needs.publicUrl()), token, { ...cookieOptions(needs), expires: expiresAt })
  return session
}

/**
 * Strict: no other site can make a browser send it. A link in a mail still works, because the page it opens needs no
 * cookie, and what the page then asks for comes from this site.
 */
const cookieOptions = ({ publicUrl }: { publicUrl: () => string }) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: publicUrl().startsWith('https:') }) as const
