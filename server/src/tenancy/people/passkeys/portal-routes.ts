import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, done, DoneWithoutData, doneWithoutData } from '../../../platform/http/envelope.ts'
import type { Key } from '../../../platform/lib/seal.ts'
import type { Outbox } from '../../../platform/mails/outbox.ts'
import { auditOf, signedInOf } from '../portal-edge.ts'
import { SessionView } from '../portal-schemas.ts'
import { readSessionScope } from '../session-scope.ts'
import { openSession } from '../session-edge.ts'
import { sessionView } from '../views.ts'
import { listPasskeys, removePasskey, renamePasskey } from './change-passkey.ts'
import {
  CreationOptions,
  PasskeyNameRequest,
  PasskeyParams,
  PasskeyRequest,
  PasskeyResponseRequest,
  PasskeysView,
  RegisteredPasskeyView,
  RequestOptions,
} from './portal-schemas.ts'
import { registerPasskey, startPasskey } from './register-passkey.ts'
import { confirmationOptions, confirmWithPasskey, signInOptions, signInWithPasskey } from './use-passkey.ts'
import { passkeyView } from './views.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  publicUrl: () => string
  portalKey: Key
  recoveryKey: Buffer
  isSandbox: boolean
  asksSecondFactor: boolean
  mailer: Pick<Outbox, 'write' | 'isOn'>
}

/** Passkeys: to sign in without a password, as a second factor, and to confirm who is there. */
export async function passkeyPortalRoutes(app: App, needs: Needs) {
  app.get('/passkeys', {
    config: { may: 'signedIn' },
    schema: { response: { 200: Done(PasskeysView) } },
    handler: async request => {
      const passkeys = await listPasskeys(needs, signedInOf(request).person.id)
      return done({ items: passkeys.map(passkeyView) })
    },
  })

  app.post('/passkeys/options', {
    config: { may: 'signedIn', act: null, ownAccount: true, confirmed: true, optionalBody: true },
    schema: { response: { 200: Done(CreationOptions) } },
    handler: async request => done(await startPasskey(needs, signedInOf(request))),
  })

  app.post('/passkeys', {
    config: { may: 'signedIn', act: 'passkey.register', ownAccount: true, confirmed: true },
    schema: { body: PasskeyRequest, response: { 201: Done(RegisteredPasskeyView) } },
    handler: async (request, reply) => {
      const audit = auditOf(request, { subject: '' })
      const { passkey, recoveryCodes } = await registerPasskey(needs, signedInOf(request), { ...request.body, audit })
      return reply.code(201).send(done({ passkey: passkeyView(passkey), recoveryCodes }))
    },
  })

  app.put('/passkeys/:passkeyId', {
    config: { may: 'signedIn', act: 'passkey.rename', ownAccount: true },
    schema: { params: PasskeyParams, body: PasskeyNameRequest, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { passkeyId: id } = request.params
      const audit = auditOf(request, { subject: id })
      await renamePasskey(needs, signedInOf(request).person, { id, name: request.body.name, audit })
      return doneWithoutData
    },
  })

  app.delete('/passkeys/:passkeyId', {
    config: { may: 'signedIn', act: 'passkey.remove', ownAccount: true, confirmed: true },
    schema: { params: PasskeyParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { passkeyId } = request.params
      await removePasskey(needs, signedInOf(request).person, passkeyId, auditOf(request, { subject: passkeyId }))
      return doneWithoutData
    },
  })

  app.post('/sign-in/passkey-options', {
    config: { may: 'anybody', act: null, optionalBody: true },
    schema: { response: { 200: Done(RequestOptions) } },
    handler: async () => done(await signInOptions(needs)),
  })

  app.post('/sign-in/passkey', {
    config: { may: 'anybody', act: 'session.start' },
    schema: { body: PasskeyResponseRequest, response: { 200: Done(SessionView) } },
    handler: async (request, reply) => {
      const person = await signInWithPasskey(needs, { response: request.body.response, address: request.ip })
      const session = await openSession(needs, request, reply, person)
      const scope = await readSessionScope(needs, { person, session })
      return done(sessionView({ ...needs, person, session, ...scope }))
    },
  })

  app.post('/confirm/passkey-options', {
    config: { may: 'signedIn', act: null, optionalBody: true, beforeSecondFactor: true },
    schema: { response: { 200: Done(RequestOptions) } },
    handler: async request => done(await confirmationOptions(needs, signedInOf(request))),
  })

  app.post('/confirm/passkey', {
    config: { may: 'signedIn', act: null, beforeSecondFactor: true },
    schema: { body: PasskeyResponseRequest, response: { 200: DoneWithoutData } },
    handler: async request => {
      await confirmWithPasskey(needs, signedInOf(request), request.body.response)
      return doneWithoutData
    },
  })
}
