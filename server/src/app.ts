import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { authRoutes, oauthRoutes } from './tenancy/access-keys/routes.ts'
import { bankNoticeRoutes } from './operations/banks/routes.ts'
import { documentRoutes, uploadRoutes } from './products/company-payments/documents/routes.ts'
import { uploadOrigin } from './products/company-payments/documents/request-upload.ts'
import { receiverRoutes } from './products/company-payments/receivers/routes.ts'
import { requestRoutes, sandboxApprovalRoutes } from './products/company-payments/requests/routes.ts'
import type { Config } from './config.ts'
import { disputeRoutes, sandboxDisputeRoutes } from './products/disputes/routes.ts'
import { whyDatabaseIsNotReady } from './platform/db/database-health.ts'
import { limitUnauthenticated } from './platform/limits/public-requests.ts'
import { docsRoutes, installDocument } from './edges/pages/docs/routes.ts'
import { fileRoutes } from './products/files/routes.ts'
import { drainGently } from './platform/http/drain.ts'
import { healthRoutes } from './platform/http/health.ts'
import { ledgerRoutes } from './money/ledger/routes.ts'
import { limitRoutes } from './money/transactions/limits/routes.ts'
import type { App } from './platform/http/app-type.ts'
import { edgeOptions, installEdge } from './platform/http/edge.ts'
import { watchForDamage } from './operations/operator/suspend-damaged.ts'
import { serveStaticFiles } from './platform/http/static-files/file-edge.ts'
import { openLog } from './platform/lib/log.ts'
import type { Needs } from './needs.ts'
import { openFinanceRoutes } from './products/open-finance/routes.ts'
import { customerRoutes } from './products/customers/routes.ts'
import { billRoutes } from './products/bills/routes.ts'
import { reminderRoutes } from './products/reminders/routes.ts'
import { paymentLinkRoutes } from './products/payment-links/routes.ts'
import { payoutBatchRoutes, sandboxBatchRoutes } from './products/payout-batches/routes.ts'
import { pixRoutes } from './products/pix/routes.ts'
import { portalApi, portalPageRoutes } from './edges/portal/routes.ts'
import { testTaxNumbers } from './money/rails/simulator/test-data.ts'
import { sandboxRoutes } from './edges/sandbox/routes.ts'
import { refundRoutes } from './money/refunds/routes.ts'
import { statementRoutes } from './products/statements/routes.ts'
import { receiptRoutes } from './edges/pages/receipt/routes.ts'
import { webhookCatalog } from './edges/pages/docs/webhook-catalog.ts'
import { transactionRoutes } from './money/transactions/routes.ts'
import { webhookRoutes } from './money/webhooks/routes.ts'
import { publicPages } from './edges/pages/routes.ts'

/** The server, as a table of contents: one line for each capability. */
export async function buildApp(
  config: Config,
  needs: Needs,
  log: FastifyBaseLogger = openLog(config.LOG_LEVEL),
): Promise<App> {
  const app: App = Fastify({
    ...edgeOptions,
    loggerInstance: log,
    // Only the last address was written by our own proxy; the caller may have written the others.
    trustProxy: config.TRUST_PROXY === 'yes' && ((_address, hop) => hop === 0),
  }).withTypeProvider<TypeBoxTypeProvider>()
  const state = drainGently(app, { seconds: config.DRAIN_SECONDS })
  for (const drain of [needs.drainDeliveries, needs.keyUses.drain]) app.addHook('onClose', drain)

  app.server.on('request', needs.requests.note)
  installEdge(app, { isHttps: config.PUBLIC_URL.startsWith('https:'), isReadOnly: needs.isCopy })
  limitUnauthenticated(app, needs)
  watchForDamage(app, needs)
  serveStaticFiles(app)
  await installDocument(app, { events: webhookCatalog, testTaxNumbers })

  await app.register(healthRoutes, {
    whyNotReady: async () => (state.draining ? 'draining' : needs.isCopy ? 'copy' : whyDatabaseIsNotReady(needs.sql)),
  })
  if (config.TRILHO_ROLE === 'worker') return app
  await app.register(authRoutes, needs)
  await app.register(oauthRoutes, needs)
  await app.register(ledgerRoutes, needs)
  await app.register(limitRoutes, needs)
  await app.register(statementRoutes, needs)
  await app.register(transactionRoutes, needs)
  await app.register(refundRoutes, needs)
  await app.register(receiptRoutes, needs)
  await app.register(webhookRoutes, needs)
  await app.register(pixRoutes, needs)
  await app.register(customerRoutes, needs)
  await app.register(billRoutes, needs)
  await app.register(reminderRoutes, needs)
  await app.register(paymentLinkRoutes, needs)
  await app.register(fileRoutes, needs)
  await app.register(disputeRoutes, needs)
  await app.register(openFinanceRoutes, needs)
  await app.register(bankNoticeRoutes, needs)
  await app.register(receiverRoutes, needs)
  await app.register(requestRoutes, needs)
  await app.register(payoutBatchRoutes, needs)
  await app.register(documentRoutes, needs)
  await app.register(uploadRoutes, needs)
  await app.register(async portal => portalApi(portal, needs), { prefix: '/portal/api' })
  await app.register(publicPages, { ...needs, config })
  await app.register(docsRoutes, { ...needs, config })
  await app.register(portalPageRoutes, { uploadsTo: await uploadOrigin(needs.storage) })
  if (config.TRILHO_ENV === 'sandbox') await app.register(sandboxRoutes, needs)
  if (config.TRILHO_ENV === 'sandbox') await app.register(sandboxApprovalRoutes, needs)
  if (config.TRILHO_ENV === 'sandbox') await app.register(sandboxBatchRoutes, needs)
  if (config.TRILHO_ENV === 'sandbox') await app.register(sandboxDisputeRoutes, needs)
  return app
}
