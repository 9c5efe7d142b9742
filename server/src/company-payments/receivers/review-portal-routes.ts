import type { App } from '../../http/app-type.ts'
import type { Sql } from '../../db/db.ts'
import { Done, done } from '../../http/envelope.ts'
import { actorOf } from '../../people/portal-edge.ts'
import { recordAct } from '../../people/audit-log/record-act.ts'
import { listReviews } from './list-reviews.ts'
import {
  ApproveReceiver,
  ReceiverItem,
  ReceiverParams,
  ReceiverReviews,
  RejectReceiver,
  ReviewsQuery,
} from './portal-schemas.ts'
import { readReceiver } from './read-receiver.ts'
import { reviewReceiver } from './review-receiver.ts'
import { receiverItem, receiverReview } from './views.ts'

/** The operator's review of receivers, over all merchants. Approving opens a way for money, so it is confirmed. */
const reviews = [
  // act       body             confirmed
  ['approve', ApproveReceiver, true],
  ['reject', RejectReceiver, false],
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

  for (const [act, body, confirmed] of reviews)
    app.post(`/operator/merchants/:merchantId/receivers/:receiverId/${act}`, {
      config: { may: 'platform.manage', confirmed },
      schema: { params: ReceiverParams, body, response: { 200: Done(ReceiverItem) } },
      handler: async request => {
        const { merchantId, params } = request
        const { revision, note = null } = request.body
        const { id, fantasyName, cnpj } = await readReceiver(needs, merchantId, params.receiverId)
        const details = { fantasyName, cnpj, note }
        const reviewed = await recordAct(
          needs,
          actorOf(request),
          { act: `receiver.${act}`, subject: id, details },
          () => reviewReceiver(needs, { merchantId, receiverId: id, act, note, revision }),
        )
        return done(receiverItem(reviewed))
      },
    })
}
