import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { rotateWebhookSecret } from '../../tenancy/merchants/webhook-settings.ts'
import { auditOf } from '../../tenancy/people/portal-edge.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import { NewWebhookSecret, TestEvent, TestEventForm, WebhookAddressForm, WebhookSettings } from './portal-schemas.ts'
import { optionalEvents } from './states.ts'
import { sendTestEvent } from './send-test-event.ts'
import { setWebhookAddress, shownAddress } from './set-webhook-address.ts'

type Needs = Parameters<typeof sendTestEvent>[0] & { storageKey: Buffer }

/** A merchant's webhook address and secret. */
export async function webhookPortalRoutes(app: App, needs: Needs) {
  async function settingsOf(merchantId: string): Promise<WebhookSettings> {
    const merchant = await readMerchantNow(needs, merchantId)
    const until = merchant.webhookPreviousSecretUntil
    return {
      url: merchant.webhookUrl,
      events: optionalEvents.filter(event => merchant.webhookEvents.includes(event)),
      optionalEvents: [...optionalEvents],
      secretSetAt: merchant.webhookSecretSetAt.toISOString(),
      previousSecretValidUntil: until !== null && until > needs.clock() ? until.toISOString() : null,
    }
  }

  app.get('/merchants/:merchantId/webhooks', {
    config: { may: 'webhooks.read' },
    schema: { response: { 200: Done(WebhookSettings) } },
    handler: async request => done(await settingsOf(request.merchantId)),
  })

  app.put('/merchants/:merchantId/webhooks/address', {
    config: { may: 'webhooks.manage', act: 'webhook.setAddress' },
    schema: { body: WebhookAddressForm, response: { 200: Done(WebhookSettings) } },
    handler: async request => {
      const { merchantId } = request
      const { url, events } = request.body
      const { webhookUrl, webhookEvents } = await readMerchantNow(needs, merchantId)
      const before = { url: webhookUrl && shownAddress(webhookUrl), events: webhookEvents.join(', ') }
      const shown = { url: url && shownAddress(url), ...(events && { events: events.join(', ') }) }
      const details = { ...shown, ...changesOf(before, shown) }
      await setWebhookAddress(needs, {
        merchantId,
        url,
        events,
        audit: auditOf(request, { subject: merchantId, details }),
      })
      return done(await settingsOf(merchantId))
    },
  })

  app.post('/merchants/:merchantId/webhooks/secret/rotate', {
    config: { may: 'webhooks.manage', act: 'webhook.rotateSecret', confirmed: true, optionalBody: true },
    schema: { response: { 201: Done(NewWebhookSecret) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const audit = auditOf(request, { subject: merchantId })
      const { webhookSecret, previousValidUntil } = await rotateWebhookSecret(needs, merchantId, audit)
      return reply.code(201).send(done({ webhookSecret, previousValidUntil: previousValidUntil.toISOString() }))
    },
  })

  app.post('/merchants/:merchantId/webhooks/test', {
    config: { may: 'webhooks.manage', act: 'webhook.sendTest', optionalBody: true },
    schema: { body: TestEventForm, response: { 201: Done(TestEvent) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { url = null } = request.body
      const id = uuidv7(needs.clock().getTime())
      const details = url === null ? {} : { url: shownAddress(url) }
      await sendTestEvent(needs, { id, merchantId, url, audit: auditOf(request, { subject: id, details }) })
      return reply.code(201).send(done({ deliveryId: id }))
    },
  })
}
