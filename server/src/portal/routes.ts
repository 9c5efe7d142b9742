import cookie from '@fastify/cookie'
import { keyPortalRoutes } from '../access-keys/portal-routes.ts'
import { bankConnectionPortalRoutes } from '../bank-connections/portal-routes.ts'
import { companyPortalRoutes } from '../company/portal-routes.ts'
import { documentPortalRoutes } from '../company-payments/documents/portal-routes.ts'
import { receiverPortalRoutes } from '../company-payments/receivers/portal-routes.ts'
import { receiverReviewRoutes } from '../company-payments/receivers/review-portal-routes.ts'
import { approvalsReader } from '../company-payments/requests/read-approvals.ts'
import { operatorRequestRoutes } from '../company-payments/requests/operator-portal-routes.ts'
import { requestPortalRoutes } from '../company-payments/requests/portal-routes.ts'
import { operatorDisputeRoutes } from '../disputes/operator-portal-routes.ts'
import { disputePortalRoutes } from '../disputes/portal-routes.ts'
import { exceptionPortalRoutes } from '../exceptions/portal-routes.ts'
import { filePortalRoutes } from '../files/portal-routes.ts'
import { schedulePortalRoutes } from '../files/schedules/portal-routes.ts'
import { homePortalRoutes } from '../home/portal-routes.ts'
import type { App } from '../http/app-type.ts'
import type { Needs } from '../needs.ts'
import { notificationPortalRoutes } from '../notifications/portal-routes.ts'
import { auditLogPortalRoutes } from '../people/audit-log/portal-routes.ts'
import { linkPortalRoutes } from '../people/links/portal-routes.ts'
import { memberPortalRoutes } from '../people/members/portal-routes.ts'
import { operatorPeopleRoutes } from '../people/operators/portal-routes.ts'
import { operatorMerchantRoutes } from '../operator/merchant-portal-routes.ts'
import { suspensionPortalRoutes } from '../operator/suspension-portal-routes.ts'
import { platformPortalRoutes } from '../operator/portal-routes.ts'
import { portalGuard } from '../people/portal-edge.ts'
import { peoplePortalRoutes } from '../people/portal-routes.ts'
import { profilePortalRoutes } from '../people/profile/portal-routes.ts'
import { chargePortalRoutes } from '../pix/portal-routes.ts'
import { operatorBatchRoutes } from '../payout-batches/operator-portal-routes.ts'
import { payoutPortalRoutes } from '../payout-batches/payout-portal-routes.ts'
import { payoutBatchPortalRoutes } from '../payout-batches/portal-routes.ts'
import { paymentLinkPortalRoutes } from '../payment-links/portal-routes.ts'
import { reconciliationPortalRoutes } from '../reconciliation/portal-routes.ts'
import { volumePortalRoutes } from '../volumes/portal-routes.ts'
import { deliveryPortalRoutes } from '../webhooks/deliveries/portal-routes.ts'
import { webhookPortalRoutes } from '../webhooks/portal-routes.ts'
import { sandboxPortalRoutes } from '../sandbox/portal-routes.ts'
import { sandboxTimePortalRoutes } from '../sandbox/time-portal-routes.ts'
import { searchPortalRoutes } from '../search/portal-routes.ts'
import { statementPortalRoutes } from '../statements/portal-routes.ts'
import { notePortalRoutes } from '../transaction-search/notes/portal-routes.ts'
import { transactionPortalRoutes } from '../transaction-search/portal-routes.ts'
import { savedFilterPortalRoutes } from '../transaction-search/saved-filters/portal-routes.ts'
import { withdrawalPortalRoutes } from '../withdrawals/portal-routes.ts'

/** The API of the portal, as a table of contents. Every route under it says in its config who may call it. */
export async function portalApi(app: App, needs: Needs) {
  await app.register(cookie)
  app.decorateRequest('signedIn', null)
  app.decorateRequest('permissions', null)
  // The guard takes the place of the access token.
  app.addHook('onRoute', route => void (route.config = { ...route.config, public: true }))
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.addHook('onRequest', portalGuard(needs))

  needs.mailer.logTo(app.log)
  app.addHook('onClose', () => needs.mailer.drain())

  await app.register(peoplePortalRoutes, needs)
  await app.register(profilePortalRoutes, needs)
  await app.register(linkPortalRoutes, needs)
  await app.register(memberPortalRoutes, needs)
  await app.register(operatorPeopleRoutes, needs)
  await app.register(auditLogPortalRoutes, needs)
  await app.register(notificationPortalRoutes, needs)
  await app.register(homePortalRoutes, needs)
  await app.register(companyPortalRoutes, needs)
  await app.register(statementPortalRoutes, needs)
  await app.register(filePortalRoutes, needs)
  await app.register(schedulePortalRoutes, needs)
  await app.register(transactionPortalRoutes, { ...needs, readApprovals: approvalsReader(needs) })
  await app.register(notePortalRoutes, needs)
  await app.register(savedFilterPortalRoutes, needs)
  await app.register(searchPortalRoutes, needs)
  await app.register(chargePortalRoutes, needs)
  if (needs.isSandbox) await app.register(sandboxPortalRoutes, needs)
  if (needs.isSandbox) await app.register(sandboxTimePortalRoutes, needs)
  await app.register(keyPortalRoutes, needs)
  await app.register(webhookPortalRoutes, needs)
  await app.register(deliveryPortalRoutes, needs)
  await app.register(platformPortalRoutes, needs)
  await app.register(volumePortalRoutes, needs)
  await app.register(operatorMerchantRoutes, needs)
  await app.register(suspensionPortalRoutes, needs)
  await app.register(exceptionPortalRoutes, needs)
  await app.register(reconciliationPortalRoutes, needs)
  await app.register(bankConnectionPortalRoutes, needs)
  await app.register(paymentLinkPortalRoutes, needs)
  await app.register(disputePortalRoutes, needs)
  await app.register(operatorDisputeRoutes, needs)
  await app.register(receiverPortalRoutes, needs)
  await app.register(receiverReviewRoutes, needs)
  await app.register(requestPortalRoutes, needs)
  await app.register(withdrawalPortalRoutes, needs)
  await app.register(operatorRequestRoutes, needs)
  await app.register(payoutBatchPortalRoutes, needs)
  await app.register(operatorBatchRoutes, needs)
  await app.register(payoutPortalRoutes, needs)
  await app.register(documentPortalRoutes, needs)
}
