import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import { readPerson } from '../find-person.ts'
import { auditOf } from '../portal-edge.ts'
import {
  TokenParams,
  TokenView,
  PasswordResetRequest,
  SentTokenUrlView,
  RedeemTokenRequest,
  RedeemedTokenView,
} from '../portal-schemas.ts'
import { openSession } from '../session-edge.ts'
import { askPasswordReset, sentBy } from './make-token-url.ts'
import { readToken, redeemToken } from './redeem-token.ts'

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; mailer: Mailer }

/** For people who cannot sign in yet, or no longer. */
export async function tokenUrlPortalRoutes(app: App, needs: Needs) {
  app.post('/password-reset', {
    config: { may: 'anybody', act: null },
    schema: { body: PasswordResetRequest, response: { 200: Done(SentTokenUrlView) } },
    handler: async request => {
      await askPasswordReset(needs, { email: request.body.email, address: request.ip })
      return done({ sentBy: sentBy(needs) })
    },
  })

  app.get('/links/:token', {
    config: { may: 'anybody' },
    schema: { params: TokenParams, response: { 200: Done(TokenView) } },
    handler: async request => {
      const open = await readToken(needs, request.params.token)
      return done({ ...open, expiresAt: open.expiresAt.toISOString() })
    },
  })

  app.post('/links/:token', {
    config: { may: 'anybody', act: ['password.change', 'session.start'] },
    schema: { params: TokenParams, body: RedeemTokenRequest, response: { 200: Done(RedeemedTokenView) } },
    handler: async (request, reply) => {
      const { token } = request.params
      const { password, name } = request.body
      const { id, email, purpose, hasSecondFactor, ...open } = await readToken(needs, token)
      const person = { id, name: open.name }
      const audit = auditOf(request, { act: 'password.change', subject: id, details: { by: purpose }, person })
      await redeemToken(needs, { token, email, password, name, audit })
      // The link replaces the password only: a person with one-time codes still signs in with one.
      if (!hasSecondFactor) await openSession(needs, request, reply, await readPerson(needs, id))
      return done({ signedIn: !hasSecondFactor, email })
    },
  })
}
