import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, DoneWithoutData, done, doneWithoutData } from '../../../platform/http/envelope.ts'
import { actorOf, signedInOf } from '../portal-edge.ts'
import {
  CodeRequest,
  PasswordRequest,
  ProfileRequest,
  RecoveryCodesView,
  SecondFactorStartView,
} from '../portal-schemas.ts'
import { changesOf } from '../../audit-log/changes.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { changePassword } from './change-password.ts'
import { changeProfile } from './change-profile.ts'
import { disableSecondFactor } from './disable-second-factor.ts'
import { enableSecondFactor, startSecondFactor } from './enable-second-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer; recoveryKey: Buffer; asksSecondFactor: boolean }

/** What people decide for themselves. */
export async function profilePortalRoutes(app: App, needs: Needs) {
  app.put('/profile', {
    config: { may: 'signedIn' },
    schema: { body: ProfileRequest, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { person } = signedInOf(request)
      const { id } = person
      const { name, language } = request.body
      const shown = { name: person.name, language: person.language }
      const details = { name, ...changesOf(shown, { name, language }) }
      const act = { act: 'profile.change', subject: id, details } as const
      await recordAudit(needs, actorOf(request), act, () => changeProfile(needs, { personId: id, name, language }))
      return doneWithoutData
    },
  })

  app.put('/password', {
    config: { may: 'signedIn' },
    schema: { body: PasswordRequest, response: { 200: DoneWithoutData } },
    handler: async request => {
      const signedIn = signedInOf(request)
      const act = { act: 'password.change', subject: signedIn.person.id } as const
      const wanted = { ...request.body, address: request.ip }
      await recordAudit(needs, actorOf(request), act, () => changePassword(needs, signedIn, wanted))
      return doneWithoutData
    },
  })

  app.post('/second-factor', {
    config: { may: 'signedIn', confirmed: true, optionalBody: true },
    schema: { response: { 200: Done(SecondFactorStartView) } },
    handler: async request => done(await startSecondFactor(needs, signedInOf(request))),
  })

  app.post('/second-factor/confirm', {
    config: { may: 'signedIn' },
    schema: { body: CodeRequest, response: { 200: Done(RecoveryCodesView) } },
    handler: async request => {
      const signedIn = signedInOf(request)
      const act = { act: 'secondFactor.enable', subject: signedIn.person.id } as const
      const recoveryCodes = await recordAudit(needs, actorOf(request), act, () =>
        enableSecondFactor(needs, signedIn, request.body.code),
      )
      return done({ recoveryCodes })
    },
  })

  app.delete('/second-factor', {
    config: { may: 'signedIn', confirmed: true },
    schema: { response: { 200: DoneWithoutData } },
    handler: async request => {
      const { person } = signedInOf(request)
      const act = { act: 'secondFactor.disable', subject: person.id } as const
      await recordAudit(needs, actorOf(request), act, () => disableSecondFactor(needs, person))
      return doneWithoutData
    },
  })

  app.post('/second-factor/recovery-codes', {
    config: { may: 'signedIn', confirmed: true, optionalBody: true },
    schema: { response: { 200: Done(RecoveryCodesView) } },
    handler: async request => {
      const { id } = signedInOf(request).person
      const act = { act: 'recoveryCodes.renew', subject: id } as const
      const recoveryCodes = await recordAudit(needs, actorOf(request), act, () => renewRecoveryCodes(needs, id))
      return done({ recoveryCodes })
    },
  })
}
