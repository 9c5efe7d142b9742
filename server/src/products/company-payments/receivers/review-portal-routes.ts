import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { changesOf } from '../../../tenancy/audit-log/changes.ts'
import { actorOf } from '../../../tenancy/people/portal-edge.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import { listAccountReviews, listReviews } from './list-reviews.ts'
import {
  AccountParams,
  AccountReviews,
  AccountView,
  ApproveAccount,
  ApproveReceiver,
  ReceiverItem,
  ReceiverParams,
  ReceiverReviews,
  RejectAccount,
  RejectReceiver,
  ReviewsQuery,
} from './portal-schemas.ts'
import { readAccount, readReceiver } from './read-receiver.ts'
import { reviewAccount } from './review-account.ts'
import { reviewReceiver } from './review-receiver.ts'
import { type AccountStatus, type ReceiverStatus, accountMove, statusAfter } from './states.ts'
import { accountReview, portalAccountView, receiverItem, receiverReview } from './views.ts'

/** The operator's reviews over all merchants. Approving opens a way for money, so it is confirmed. */
const reviews = [
  // act       of a receiver    of an account   confirmed
  ['approve', ApproveReceiver, ApproveAccount, true],
  ['reject', RejectReceiver, RejectAccount, false],
] as const

export async function receiverReviewRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.get('/operator/receivers', {
    config: { may: 'platform.read' },
    schema: { querystring: ReviewsQuery, response: { 200: Done(ReceiverReviews) } },
    handler: async request => {
      const { cursor, limit = 20 } = request.query
      const { items, nextCursor } = await listReviews(needs, { cursor, limit })
      return done({ items: items.map(receiverReview), nextCursor })
    },
  })

  app.get('/operator/accounts', {
    config: { may: 'platform.read' },
    schema: { querystring: ReviewsQuery, response: { 200: Done(AccountReviews) } },
    handler: async request => {
      const { cursor, limit = 20 } = request.query
      const { items, nextCursor } = await listAccountReviews(needs, { cursor, limit })
      return done({ items: items.map(accountReview), nextCursor })
    },
  })

  for (const [act, body, accountBody, confirmed] of reviews) {
    app.post(`/operator/merchants/:merchantId/receivers/:receiverId/${act}`, {
      config: { may: 'platform.manage', confirmed },
      schema: { params: ReceiverParams, body, response: { 200: Done(ReceiverItem) } },
      handler: async request => {
        const { merchantId, params } = request
        const { revision, note = null } = request.body
        const { id, fantasyName, cnpj, status: state } = await readReceiver(needs, merchantId, params.receiverId)
        const changes = changesOf<{ state: ReceiverStatus }>({ state }, { state: statusAfter(state, act) ?? state })
        const details = { fantasyName, cnpj, note, ...changes }
        const reviewed = await recordAudit(
          needs,
          actorOf(request),
          { act: `receiver.${act}`, subject: id, details },
          () => reviewReceiver(needs, { merchantId, receiverId: id, act, note, revision }),
        )
        return done(receiverItem(reviewed))
      },
    })

    app.post(`/operator/merchants/:merchantId/receivers/:receiverId/accounts/:accountId/${act}`, {
      config: { may: 'platform.manage', confirmed },
      schema: { params: AccountParams, body: accountBody, response: { 200: Done(AccountView) } },
      handler: async request => {
        const { merchantId, params } = request
        const { note = null } = request.body
        const { id: receiverId, fantasyName } = await readReceiver(needs, merchantId, params.receiverId)
        const account = await readAccount(needs, merchantId, params.accountId)
        const { id: accountId, bankCode, agency, number, status: state } = account
        const { from, to } = accountMove(act)
        const after = from.some(one => one === state) ? to : state
        const changes = changesOf<{ state: AccountStatus }>({ state }, { state: after })
        const details = { fantasyName, accountId, bankCode, agency, number, note, ...changes }
        const reviewed = await recordAudit(
          needs,
          actorOf(request),
          { act: `receiver.${act}Account`, subject: receiverId, details },
          () => reviewAccount(needs, { merchantId, receiverId, accountId, act, note }),
        )
        return done(portalAccountView(reviewed))
      },
    })
  }
}
