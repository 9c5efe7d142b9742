import { waitForPayouts } from '../../money/bank-orders/hold-payouts.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import type { MerchantState } from '../../tenancy/merchants/states.ts'
import { resumeMerchant, suspendMerchant } from '../../tenancy/merchants/suspension.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { actorOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { MerchantDetail, MerchantParams, Suspended, SuspensionForm } from './portal-schemas.ts'
import { readMerchantDetail } from './read-merchant-detail.ts'

type Shown = { state: MerchantState; suspensionReason?: string | null }

/** Stops a merchant and lets it go on; `merchants/suspension.ts` says what that does. Its own people read both. */
export async function suspensionPortalRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.post('/operator/merchants/:merchantId/suspend', {
    config: { may: 'platform.manage', confirmed: true },
    schema: { params: MerchantParams, body: SuspensionForm, response: { 200: Done(Suspended) } },
    handler: async request => {
      const { merchantId } = request
      const { reason } = request.body
      const by = signedInOf(request).person.name
      const { state } = await readMerchantNow(needs, merchantId)
      const details = { reason, ...changesOf<Shown>({ state }, { state: 'Suspended' }) }
      const act = { act: 'merchant.suspend', subject: merchantId, details } as const
      await recordAudit(needs, actorOf(request), act, () => suspendMerchant(needs, { merchantId, reason, by }))
      const payoutsUnderWay = await waitForPayouts(needs, merchantId)
      return done({ merchant: await readMerchantDetail(needs, merchantId), payoutsUnderWay })
    },
  })

  app.post('/operator/merchants/:merchantId/resume', {
    config: { may: 'platform.manage', confirmed: true, optionalBody: true },
    schema: { params: MerchantParams, response: { 200: Done(MerchantDetail) } },
    handler: async request => {
      const { merchantId } = request
      const { state, suspensionReason } = await readMerchantNow(needs, merchantId)
      const details = changesOf<Shown>({ state, suspensionReason }, { state: 'Active', suspensionReason: null })
      const act = { act: 'merchant.resume', subject: merchantId, details } as const
      await recordAudit(needs, actorOf(request), act, () => resumeMerchant(needs, merchantId))
      return done(await readMerchantDetail(needs, merchantId))
    },
  })
}
