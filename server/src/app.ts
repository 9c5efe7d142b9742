import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { oauthRoutes } from './access-keys/oauth-routes.ts'
import { authRoutes } from './access-keys/routes.ts'
import { bankNoticeRoutes } from './bank-notices/routes.ts'
import { documentRoutes } from './company-payments/documents/routes.ts'
import { uploadOrigin } from './company-payments/documents/upload-origin.ts'
import { uploadRoutes } from './company-payments/documents/upload-routes.ts'
import { receiverRoutes } from './company-payments/receivers/routes.ts'
import { requestRoutes } from './company-payments/requests/routes.ts'
import { sandboxApprovalRoutes } from './company-payments/requests/sandbox-routes.ts'
import type { Config } from './config.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { sandboxDisputeRoutes } from './disputes/sandbox-routes.ts'
import { whyDatabaseIsNotReady } from './db/readiness.ts'
import { boundStrangers } from './floods/edge.ts'
import { installDocument } from './docs/document-routes.ts'
import { docsRoutes } from './docs/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { drainGently } from './http/drain.ts'
import { healthRoutes } from './http/health.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import type { App } from './http/app-type.ts'
import { edgeOptions, installEdge } from './http/edge.ts'
import { serveStaticFiles } from './http/static-files/file-edge.ts'
import { openLog } from './lib/log.ts'
import type { Needs } from './needs.ts'
import { checkoutRoutes } from './open-finance/checkout-routes.ts'
import { openFinanceRoutes } from './open-finance/routes.ts'
import { linkPageRoutes } from './payment-links/page-routes.ts'
import { paymentLinkRoutes } from './payment-links/routes.ts'
import { payoutBatchRoutes } from './payout-batches/routes.ts'
import { sandboxBatchRoutes } from './payout-batches/sandbox-routes.ts'
import { cancelRoutes } from './pix/cancel-routes.ts'
import { payerRoutes } from './pix/payer-page/payer-routes.ts'
import { pixRoutes } from './pix/routes.ts'
import { portalPageRoutes } from './portal/page-routes.ts'
import { portalApi } from './portal/routes.ts'
import { testTaxNumbers } from './rails/simulator/test-data.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { sandboxClockRoutes } from './sandbox/clock/routes.ts'
import { sandboxTroubleRoutes } from './sandbox/troubles/routes.ts'
import { simulatedBankRoutes } from './sandbox/simulated-bank-routes.ts'
import { sandboxStaticRoutes } from './sandbox/static-qr-routes.ts'
import { refundRoutes } from './refunds/routes.ts'
import { statementRoutes } from './statements/routes.ts'
import { receiptRoutes } from './receipts/receipt-routes.ts'
import { toldEvents } from './told-events.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { welcomeRoutes } from './welcome/routes.ts'

/** The server, as a table of contents: one line for each capability. */
export async function buildApp(
  config: Config,
  needs: Needs,
  log: FastifyBaseLogger = openLog(config.LOG_LEVEL),
): Promise<App> {
  const app: App = Fastify({
    ...edgeOptions,
    loggerInstance: log,
    // The last address is the one our own proxy wrote; those before it are whatever the caller says.
    trustProxy: config.TRUST_PROXY === 'yes' && ((_address, hop) => hop === 0),
  }).withTypeProvider<TypeBoxTypeProvider>()
  const state = drainGently(app, { seconds: config.DRAIN_SECONDS })
  for (const drain of [needs.drainDeliveries, needs.keyUses.drain]) app.addHook('onClose', drain)

  app.server.on('request', needs.requests.note)
  installEdge(app, { isHttps: config.PUBLIC_URL.startsWith('https:') })
  boundStrangers(app, needs.authenticate, { trustsProxy: needs.trustsProxy })
  serveStaticFiles(app)
  await installDocument(app, { events: toldEvents, testTaxNumbers })

  await app.register(healthRoutes, {
    whyNotReady: async () => (state.draining ? 'draining' : whyDatabaseIsNotReady(needs.sql)),
  })
  if (config.TRILHO_ROLE === 'worker') return app
  await app.register(authRoutes, needs)
  await app.register(oauthRoutes, needs)
  await app.register(ledgerRoutes, needs)
  await app.register(statementRoutes, needs)
  await app.register(transactionRoutes, needs)
  await app.register(refundRoutes, needs)
  await app.register(receiptRoutes, needs)
  await app.register(webhookRoutes, needs)
  await app.register(pixRoutes, needs)
  await app.register(cancelRoutes, needs)
  await app.register(payerRoutes, needs)
  await app.register(paymentLinkRoutes, needs)
  await app.register(linkPageRoutes, needs)
  await app.register(fileRoutes, needs)
  await app.register(disputeRoutes, needs)
  await app.register(openFinanceRoutes, needs)
  await app.register(checkoutRoutes, needs)
  await app.register(bankNoticeRoutes, needs)
  await app.register(receiverRoutes, needs)
  await app.register(requestRoutes, needs)
  await app.register(payoutBatchRoutes, needs)
  await app.register(documentRoutes, needs)
  await app.register(uploadRoutes, needs)
  await app.register(async portal => portalApi(portal, needs), { prefix: '/portal/api' })
  await app.register(welcomeRoutes, { publicUrl: needs.publicUrl, config })
  await app.register(docsRoutes, { ...needs, config })
  await app.register(portalPageRoutes, { uploadsTo: await uploadOrigin(needs.storage) })
  if (config.TRILHO_ENV === 'sandbox') await app.register(sandboxRoutes, needs)
  if (config.TRILHO_ENV === 'sandbox') await app.register(simulatedBankRoutes, needs)
  if (config.TRILHO_ENV === 'sandbox') await app.register(sandboxStaticRoutes, needs)
  if (config.TRILHO_ENV === 'sandbox') await app.register(sandboxClockRoutes, needs)
  if (config.TRILHO_ENV === 'sandbox') await app.register(sandboxTroubleRoutes, needs)
  if (config.TRILHO_ENV === 'sandbox') await app.register(sandboxApprovalRoutes, needs)
  if (config.TRILHO_ENV === 'sandbox') await app.register(sandboxBatchRoutes, needs)
  if (config.TRILHO_ENV === 'sandbox') await app.register(sandboxDisputeRoutes, needs)
  return app
}
