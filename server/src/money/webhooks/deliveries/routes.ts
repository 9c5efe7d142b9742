import type { App } from '../../../platform/http/app-type.ts'
import { type Sql, forReports } from '../../../platform/db/db.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { periodOf } from '../../../platform/http/paging.ts'
import { refusals } from '../../../platform/http/refusals.ts'
import { listDeliveries, readDelivery } from './read-delivery.ts'
import { resendDelivery, resendUndelivered } from './resend-deliveries.ts'
import {
  DeliveriesData,
  DeliveriesQuery,
  DeliveryData,
  DeliveryDetailData,
  DeliveryParams,
  ResendRequest,
  ResentData,
} from './schemas.ts'
import { deliveryDetailView, deliveryView } from './views.ts'

export async function deliveryRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.get('/webhooks/deliveries', {
    schema: {
      operationId: 'listDeliveries',
      tags: ['Webhooks'],
      summary: 'List webhook deliveries, newest first',
      description: 'Every event with its last response and its next attempt.',
      querystring: DeliveriesQuery,
      response: { 200: Done(DeliveriesData) },
    },
    handler: async request => {
      const { state, transactionId, cursor, 'dataset.limit': limit = 20 } = request.query
      const { items, nextCursor } = await listDeliveries(forReports(needs, request.merchantId), {
        merchantId: request.merchantId,
        scopes: request.scopes,
        status: state,
        transactionId,
        ...periodOf(request.query),
        limit,
        cursor,
      })
      return done({ limit, items: items.map(deliveryView), nextCursor })
    },
  })

  app.get('/webhooks/deliveries/:deliveryId', {
    schema: {
      operationId: 'readDelivery',
      tags: ['Webhooks'],
      summary: 'Read a webhook delivery with every attempt',
      description: 'The body, and the response to every attempt.',
      params: DeliveryParams,
      response: { 200: Done(DeliveryDetailData), ...refusals('DeliveryNotFound') },
    },
    handler: async request => {
      const input = { merchantId: request.merchantId, id: request.params.deliveryId, scopes: request.scopes }
      const { delivery, attempts } = await readDelivery(needs, input)
      return done(deliveryDetailView(delivery, attempts))
    },
  })

  app.post('/webhooks/deliveries/:deliveryId/resend', {
    config: { optionalBody: true },
    schema: {
      operationId: 'resendDelivery',
      tags: ['Webhooks'],
      summary: 'Send an event again',
      description:
        'With the same `webhook-id`; the retry schedule starts again. Refused if a newer state of the transaction was already delivered.',
      params: DeliveryParams,
      response: { 200: Done(DeliveryData), ...refusals('DeliveryNotFound', 'DeliverySuperseded') },
    },
    handler: async request => {
      const input = { merchantId: request.merchantId, id: request.params.deliveryId, scopes: request.scopes }
      return done(deliveryView(await resendDelivery(needs, input)))
    },
  })

  app.post('/webhooks/resend', {
    schema: {
      operationId: 'resendUndelivered',
      tags: ['Webhooks'],
      summary: 'Resend all undelivered events',
      description:
        'Filter by time, by address, or both. The events of a transaction are sent in order. An event is skipped if a newer state was already delivered.',
      body: ResendRequest,
      response: { 200: Done(ResentData) },
    },
    handler: async request => {
      const { merchantId, scopes, body } = request
      return done(await resendUndelivered(needs, { merchantId, scopes, ...periodOf(body, 'body'), url: body.url }))
    },
  })
}
