import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, done, DoneWithoutData, doneWithoutData } from '../../../platform/http/envelope.ts'
import { auditOf, signedInOf } from '../portal-edge.ts'
import {
  CodeRequest,
  PasswordRequest,
  ProfileRequest,
  RecoveryCodesView,
  SecondFactorStartView,
} from '../portal-schemas.ts'
import { changesOf } from '../../audit-log/changes.ts'
import { changePassword, changeProfile } from './change-profile.ts'
import { disableSecondFactor, enableSecondFactor, renewRecoveryCodes, startSecondFactor } from './second-factor.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer; recoveryKey: Buffer; asksSecondFactor: boolean }

/** What people decide for themselves. */
export async function profilePortalRoutes(app: App, needs: Needs) {
  app.put('/profile', {
    config: { may: 'signedIn', act: 'profile.change' },
    schema: { body: ProfileRequest, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { person } = signedInOf(request)
      const { id } = person
      const { name, language } = request.body
      const shown = { name: person.name, language: person.language }
      const details = { name, ...changesOf(shown, { name, language }) }
      const audit = auditOf(request, { subject: id, details })
      await changeProfile(needs, { personId: id, name, language, audit })
      return doneWithoutData
    },
  })

  app.put('/password', {
    config: { may: 'signedIn', act: 'password.change', ownAccount: true },
    schema: { body: PasswordRequest, response: { 200: DoneWithoutData } },
    handler: async request => {
      const signedIn = signedInOf(request)
      const input = { ...request.body, address: request.ip }
      await changePassword(needs, signedIn, input, auditOf(request, { subject: signedIn.person.id }))
      return doneWithoutData
    },
  })

  app.post('/second-factor', {
    config: { may: 'signedIn', act: null, ownAccount: true, confirmed: true, optionalBody: true },
    schema: { response: { 200: Done(SecondFactorStartView) } },
    handler: async request => done(await startSecondFactor(needs, signedInOf(request))),
  })

  app.post('/second-factor/confirm', {
    config: { may: 'signedIn', act: 'secondFactor.enable', ownAccount: true },
    schema: { body: CodeRequest, response: { 200: Done(RecoveryCodesView) } },
    handler: async request => {
      const signedIn = signedInOf(request)
      const audit = auditOf(request, { subject: signedIn.person.id })
      const recoveryCodes = await enableSecondFactor(needs, signedIn, request.body.code, audit)
      return done({ recoveryCodes })
    },
  })

  app.delete('/second-factor', {
    config: { may: 'signedIn', act: 'secondFactor.disable', ownAccount: true, confirmed: true },
    schema: { response: { 200: DoneWithoutData } },
    handler: async request => {
      const { person } = signedInOf(request)
      await disableSecondFactor(needs, person, auditOf(request, { subject: person.id }))
      return doneWithoutData
    },
  })

  app.post('/second-factor/recovery-codes', {
    config: { may: 'signedIn', act: 'recoveryCodes.renew', ownAccount: true, confirmed: true, optionalBody: true },
    schema: { response: { 200: Done(RecoveryCodesView) } },
    handler: async request => {
      const { person } = signedInOf(request)
      const recoveryCodes = await renewRecoveryCodes(needs, person, auditOf(request, { subject: person.id }))
      return done({ recoveryCodes })
    },
  })
}
