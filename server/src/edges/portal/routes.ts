import cookie from '@fastify/cookie'
import { alarmPortalRoutes } from '../../operations/alarms/portal-routes.ts'
import { keyPortalRoutes } from '../../tenancy/access-keys/portal-routes.ts'
import { balanceProofPortalRoutes } from '../../operations/balance-proofs/portal-routes.ts'
import { bankConnectionPortalRoutes } from '../../operations/banks/portal-routes.ts'
import { companyPortalRoutes, homePortalRoutes } from '../../operations/home/portal-routes.ts'
import { documentPortalRoutes } from '../../products/company-payments/documents/portal-routes.ts'
import { receiverPortalRoutes, receiverReviewRoutes } from '../../products/company-payments/receivers/portal-routes.ts'
import { approvalsReader } from '../../products/company-payments/requests/read-request.ts'
import { operatorRequestRoutes, requestPortalRoutes } from '../../products/company-payments/requests/portal-routes.ts'
import { personalDataPortalRoutes } from '../../operations/personal-data/portal-routes.ts'
import { recoveryPortalRoutes } from '../../operations/recovery/portal-routes.ts'
import { disputePortalRoutes, operatorDisputeRoutes } from '../../products/disputes/portal-routes.ts'
import { evidencePortalRoutes } from '../../operations/evidence/portal-routes.ts'
import { exceptionPortalRoutes } from '../../operations/exceptions/portal-routes.ts'
import { filePortalRoutes } from '../../products/files/portal-routes.ts'
import { schedulePortalRoutes } from '../../products/files/schedules/portal-routes.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Needs } from '../../needs.ts'
import { notificationPortalRoutes } from '../../tenancy/notifications/portal-routes.ts'
import { auditLogPortalRoutes } from '../../tenancy/audit-log/portal-routes.ts'
import { tokenUrlPortalRoutes } from '../../tenancy/people/token-urls/portal-routes.ts'
import { memberPortalRoutes } from '../../tenancy/people/members/portal-routes.ts'
import { operatorPeopleRoutes } from '../../tenancy/people/operators/portal-routes.ts'
import {
  operatorMerchantRoutes,
  platformPortalRoutes,
  suspensionPortalRoutes,
} from '../../operations/operator/portal-routes.ts'
import { portalGuard } from '../../tenancy/people/portal-edge.ts'
import { peoplePortalRoutes } from '../../tenancy/people/portal-routes.ts'
import { openOperatorActions } from '../../tenancy/people/operator-requests/operator-actions.ts'
import { approvalPortalRoutes, successorPortalRoutes } from '../../tenancy/people/operator-requests/portal-routes.ts'
import { passkeyPortalRoutes } from '../../tenancy/people/passkeys/portal-routes.ts'
import { ssoPortalRoutes } from '../../tenancy/people/sso/portal-routes.ts'
import { profilePortalRoutes } from '../../tenancy/people/profile/portal-routes.ts'
import { recipientPortalRoutes } from '../../products/pix/recipients/portal-routes.ts'
import { chargePortalRoutes } from '../../products/pix/portal-routes.ts'
import {
  operatorBatchRoutes,
  payoutBatchPortalRoutes,
  payoutPortalRoutes,
} from '../../products/payout-batches/portal-routes.ts'
import { billImportPortalRoutes } from '../../products/bills/imports/portal-routes.ts'
import { ageingPortalRoutes } from '../../products/bills/ageing/portal-routes.ts'
import { billPortalRoutes } from '../../products/bills/portal-routes.ts'
import { reminderPortalRoutes } from '../../products/reminders/portal-routes.ts'
import { customerPortalRoutes } from '../../products/customers/portal-routes.ts'
import { paymentLinkPortalRoutes } from '../../products/payment-links/portal-routes.ts'
import { reconciliationPortalRoutes } from '../../operations/reconciliation/portal-routes.ts'
import { disputeStatisticsRoutes, volumePortalRoutes } from '../../operations/volumes/portal-routes.ts'
import { deliveryPortalRoutes } from '../../money/webhooks/deliveries/portal-routes.ts'
import { webhookPortalRoutes } from '../../money/webhooks/portal-routes.ts'
import { sandboxPortalRoutes, sandboxTimePortalRoutes } from '../sandbox/portal-routes.ts'
import { searchPortalRoutes } from '../../operations/search/portal-routes.ts'
import { statementPortalRoutes } from '../../products/statements/portal-routes.ts'
import { notePortalRoutes } from '../../products/transaction-search/notes/portal-routes.ts'
import { transactionPortalRoutes } from '../../products/transaction-search/portal-routes.ts'
import { revealToOperator } from '../../products/transaction-search/reveal-to-operator.ts'
import { savedFilterPortalRoutes } from '../../products/transaction-search/saved-filters/portal-routes.ts'
import { withdrawalPortalRoutes } from '../../products/withdrawals/portal-routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileURLToPath } from 'node:url'
import { ApiError } from '../../platform/http/errors.ts'
import { builtFile } from '../../platform/http/static-files/static-file.ts'
import { remember } from '../../platform/lib/remember.ts'

/** The API of the portal, as a table of contents. Every route under it declares who may call it, and
 * what its audit entry is called. */
export async function portalApi(app: App, given: Needs) {
  const withActions = { ...given, operatorActions: openOperatorActions(given) }
  const needs = { ...withActions, revealToOperator: revealToOperator(withActions) }
  await app.register(cookie)
  app.decorateRequest('signedIn', null)
  app.decorateRequest('permissions', null)
  app.decorateRequest('auditing', null)
  // The guard takes the place of the access token.
  app.addHook('onRoute', route => {
    route.config = { ...route.config, public: true }
    const reads = [route.method].flat().every(method => method === 'GET' || method === 'HEAD')
    if (!reads && route.config.act === undefined)
      throw new Error(`${[route.method].flat().join()} ${route.url} does not declare its act`)
  })
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.addHook('onRequest', portalGuard(needs))

  needs.mailer.logTo(app.log)
  app.addHook('onClose', () => needs.mailer.drain())

  await app.register(peoplePortalRoutes, needs)
  await app.register(profilePortalRoutes, needs)
  await app.register(passkeyPortalRoutes, needs)
  await app.register(ssoPortalRoutes, needs)
  await app.register(tokenUrlPortalRoutes, needs)
  await app.register(memberPortalRoutes, needs)
  await app.register(operatorPeopleRoutes, needs)
  await app.register(approvalPortalRoutes, needs)
  await app.register(successorPortalRoutes, needs)
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
  await app.register(recipientPortalRoutes, needs)
  await app.register(webhookPortalRoutes, needs)
  await app.register(deliveryPortalRoutes, needs)
  await app.register(platformPortalRoutes, needs)
  await app.register(volumePortalRoutes, needs)
  await app.register(disputeStatisticsRoutes, needs)
  await app.register(operatorMerchantRoutes, needs)
  await app.register(suspensionPortalRoutes, needs)
  await app.register(evidencePortalRoutes, needs)
  await app.register(exceptionPortalRoutes, needs)
  await app.register(reconciliationPortalRoutes, needs)
  await app.register(balanceProofPortalRoutes, needs)
  await app.register(recoveryPortalRoutes, needs)
  await app.register(alarmPortalRoutes, needs)
  await app.register(personalDataPortalRoutes, needs)
  await app.register(bankConnectionPortalRoutes, needs)
  await app.register(customerPortalRoutes, needs)
  await app.register(billPortalRoutes, needs)
  await app.register(billImportPortalRoutes, needs)
  await app.register(ageingPortalRoutes, needs)
  await app.register(reminderPortalRoutes, needs)
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
  needs.operatorActions.requireAll()
}

const whereBuilt = fileURLToPath(new URL('../../../../portal/dist/', import.meta.url))

/** The page may use its own files, its API and the storage of uploads. Components use inline styles. */
const policyWith = (uploadsTo: string | null) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${uploadsTo === null ? '' : ` ${uploadsTo}`}`,
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const otherHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
}

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Trilho</title>
<p>The portal is not built. Run <code>npm run build</code> and reload this page.</p>
`

/** Files that are not named after their content, so browsers must revalidate them each time. */
const plainFiles = new Set(['begin.js', 'favicon.svg'])

const beforeSignIn = /^(sign-in|sso|link|password-reset)(\/|$)/

type Options = {
  built?: string
  /** Another origin that takes uploads; null: there is none. */
  uploadsTo?: string | null
}

/** The pages of the portal. Every path that is not a file returns the one page, whose script finds the screen. */
export async function portalPageRoutes(app: App, { built = whereBuilt, uploadsTo = null }: Options) {
  const headers = { 'content-security-policy': policyWith(uploadsTo), ...otherHeaders }
  // The portal may be built while the server runs: a page that is a second old is new enough.
  const fileNamed = remember((name: string) => builtFile(built, name), { forMs: 1_000, most: 1_000 })

  const options = { config: { public: true }, schema: { hide: true } }
  app.get('/portal', options, (request, reply) => sendPage('', request, reply))
  app.get('/portal/*', options, async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    if (/^(api|assets)(\/|$)/.test(path) && !/^assets\/[\w.-]+$/.test(path)) throw new ApiError('RouteNotFound')
    if (path.startsWith('assets/')) return reply.headers(headers).sendStatic(await fileNamed(path), 'immutable')
    if (plainFiles.has(path)) return reply.headers(headers).sendStatic(await fileNamed(path), 'checked')
    return sendPage(path, request, reply)
  })

  /** With a session, the page loads the screens at once instead of first reading who is signed in. */
  async function sendPage(path: string, request: FastifyRequest, reply: FastifyReply) {
    const isSignedIn = /(^|[-; ])trilho=/.test(request.headers.cookie ?? '') && !beforeSignIn.test(path)
    const page = await fileNamed(isSignedIn ? 'signed-in.html' : 'index.html')
    reply.headers({ ...headers, vary: 'cookie' })
    if (page !== null) return reply.sendStatic(page, 'checked')
    return reply.code(503).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(notBuilt)
  }
}
