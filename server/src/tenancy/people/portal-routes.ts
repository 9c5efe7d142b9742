import type { App } from '../../platform/http/app-type.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Mailer } from '../../platform/lib/mail.ts'
import type { Key } from '../../platform/lib/seal.ts'
import { Done, done, DoneWithoutData, doneWithoutData } from '../../platform/http/envelope.ts'
import { confirmSession, signIn } from './sign-in.ts'
import { endSession, endSessionsExcept } from './sessions.ts'
import { auditOf, seenAfter, signedInOf } from './portal-edge.ts'
import { ConfirmRequest, OpenSessionsView, SessionParams, SessionView, SignInRequest } from './portal-schemas.ts'
import { readSessionScope } from './session-scope.ts'
import { openSession, purgeSession } from './session-edge.ts'
import { selectOpenSessions } from './sql.ts'
import { openSessionView, sessionView } from './views.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  isSandbox: boolean
  asksSecondFactor: boolean
  mailer: Pick<Mailer, 'isOn'>
  portalKey: Key
  storageKey: Buffer
  recoveryKey: Buffer
  publicUrl: () => string
}

export async function peoplePortalRoutes(app: App, needs: Needs) {
  app.post('/sign-in', {
    config: { may: 'anybody', act: 'session.start' },
    schema: { body: SignInRequest, response: { 200: Done(SessionView) } },
    handler: async (request, reply) => {
      const { email, password, code } = request.body
      const person = await signIn(needs, { email, password, code, address: request.ip })
      const session = await openSession(needs, request, reply, person)
      const scope = await readSessionScope(needs, { person, session })
      return done(sessionView({ ...needs, person, session, ...scope }))
    },
  })

  app.post('/sign-out', {
    config: { may: 'signedIn', act: 'session.end', optionalBody: true, beforeSecondFactor: true },
    schema: { response: { 200: DoneWithoutData } },
    handler: async (request, reply) => {
      const { person, session } = signedInOf(request)
      await endSession(needs, person.id, session.id, auditOf(request, { subject: session.id }))
      purgeSession(needs, reply)
      return doneWithoutData
    },
  })

  app.get('/session', {
    config: { may: 'signedIn', beforeSecondFactor: true },
    schema: { response: { 200: Done(SessionView) } },
    handler: async request => {
      const signedIn = signedInOf(request)
      return done(sessionView({ ...needs, ...signedIn, ...(await readSessionScope(needs, signedIn)) }))
    },
  })

  app.post('/confirm', {
    config: { may: 'signedIn', act: null, beforeSecondFactor: true },
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
    config: { may: 'signedIn', act: 'session.end' },
    schema: { params: SessionParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { person } = signedInOf(request)
      const { sessionId } = request.params
      await endSession(needs, person.id, sessionId, auditOf(request, { subject: sessionId }))
      return doneWithoutData
    },
  })

  app.delete('/sessions', {
    config: { may: 'signedIn', act: 'session.end' },
    schema: { response: { 200: DoneWithoutData } },
    handler: async request => {
      const { person, session } = signedInOf(request)
      await endSessionsExcept(needs, person.id, session.id, auditOf(request, { subject: 'others' }))
      return doneWithoutData
    },
  })
}
