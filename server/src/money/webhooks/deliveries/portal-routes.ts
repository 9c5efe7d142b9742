import type { App } from '../../../platform/http/app-type.ts'
import { type Sql, forReports } from '../../../platform/db/db.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { addDays, startOfDay } from '../../../platform/brazil/sao-paulo.ts'
import { auditOf } from '../../../tenancy/people/portal-edge.ts'
import { findDelivery, listDeliveries, readDelivery } from './read-delivery.ts'
import {
  DeliveryDetail,
  DeliveryItem,
  DeliveryLog,
  DeliveryLogQuery,
  DeliveryPageParams,
  ResendFailedForm,
  ResentCount,
} from './portal-schemas.ts'
import { resendDelivery, resendUndelivered } from './resend-deliveries.ts'
import { deliveryView, portalDeliveryView } from './views.ts'

const limit = 25

/** Both days included. */
const period = ({ from, to }: { from?: string; to?: string }) => ({
  startDate: from === undefined ? undefined : startOfDay(from),
  endDate: to === undefined ? undefined : new Date(startOfDay(addDays(to, 1)).getTime() - 1),
})

/** A merchant's events, their delivery, and resending them. */
export async function deliveryPortalRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.get('/merchants/:merchantId/webhooks/deliveries', {
    config: { may: 'webhooks.read' },
    schema: { querystring: DeliveryLogQuery, response: { 200: Done(DeliveryLog) } },
    handler: async request => {
      const { state: status, transactionId, cursor } = request.query
      const { merchantId } = request
      const input = { merchantId, status, transactionId, ...period(request.query), limit, cursor }
      const { items, nextCursor } = await listDeliveries(forReports(needs, merchantId), input)
      return done({ items: items.map(deliveryView), nextCursor })
    },
  })

  app.get('/merchants/:merchantId/webhooks/deliveries/:deliveryId', {
    config: { may: 'webhooks.read' },
    schema: { params: DeliveryPageParams, response: { 200: Done(DeliveryDetail) } },
    handler: async request => {
      const input = { merchantId: request.merchantId, id: request.params.deliveryId }
      const { delivery, attempts } = await readDelivery(needs, input)
      return done(portalDeliveryView(delivery, attempts))
    },
  })

  app.post('/merchants/:merchantId/webhooks/deliveries/:deliveryId/resend', {
    config: { may: 'webhooks.manage', act: 'webhook.resend', optionalBody: true },
    schema: { params: DeliveryPageParams, response: { 200: Done(DeliveryItem) } },
    handler: async request => {
      const { merchantId } = request
      const { id } = await findDelivery(needs, { merchantId, id: request.params.deliveryId })
      const delivery = await resendDelivery(needs, { merchantId, id, audit: auditOf(request, { subject: id }) })
      return done(deliveryView(delivery))
    },
  })

  app.post('/merchants/:merchantId/webhooks/resend', {
    config: { may: 'webhooks.manage', act: 'webhook.resendFailed', optionalBody: true },
    schema: { body: ResendFailedForm, response: { 200: Done(ResentCount) } },
    handler: async request => {
      const { merchantId } = request
      const { from, to, url } = request.body
      // Only the host: the rest of a URL often contains a secret.
      const details = { from, to, host: url === undefined ? undefined : URL.parse(url)?.host }
      const audit = auditOf(request, { subject: merchantId, details })
      return done(await resendUndelivered(needs, { merchantId, ...period(request.body), url }, audit))
    },
  })
}
