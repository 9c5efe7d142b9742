import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { ApiError, InvalidRequest } from '../../platform/http/errors.ts'
import { oneLine } from '../../platform/http/html.ts'
import { textFile } from '../../platform/http/static-files/static-file.ts'
import { safeText } from '../../platform/lib/log.ts'
import { Unavailable } from '../../platform/lib/unavailable.ts'
import { goTo, languageOf, noteUnavailable, sendPage, takeForms, textsOf } from '../../platform/http/page-edge.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { requireRail } from '../../money/rails/rails-of.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import type { TransactionId } from '../../money/transactions/transaction.ts'
import { choosePage } from './choose-page.ts'
import { consentPage, handoffPage } from './consent-page.ts'
import { finishAuthorisation } from './finish-authorisation.ts'
import { choosePath, pathAfterReturn, tellProblem } from './next-page.ts'
import { type MessageKind, finishedPage, messagePage, processingPage } from './outcome-page.ts'
import { checkoutPolicy, checkoutScript, withLanguage } from './page-shell.ts'
import { readCheckout, waitingConsent } from './read-checkout.ts'
import { startConsent } from './start-consent.ts'
import { authorisationSeconds } from './states.ts'
import type { Given } from './step-page.ts'

type Needs = Parameters<typeof finishAuthorisation>[0] & {
  sql: Sql
  addresses: PublicAddresses
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
  isSandbox: boolean
}

type PageHandler = (given: Given, request: FastifyRequest, reply: FastifyReply) => unknown

const open = { config: { public: true }, schema: { hide: true } } as const

/** The pages a payer walks through. A `GET` changes nothing, but for the return from a bank, which is repeatable. */
export async function checkoutRoutes(app: App, needs: Needs) {
  const { addresses, isSandbox } = needs
  const { base } = addresses

  async function givenOf(ids: TransactionId | null, language: Given['language']): Promise<Given | null> {
    const checkout = await readCheckout(needs, ids)
    if (checkout === null) return null
    const { merchantId, id } = checkout.transaction
    const path = new URL(addresses.checkout(merchantId, id)).pathname
    return { checkout, path, base: base(), language, isSandbox }
  }

  const page = (handle: PageHandler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { token = '' } = textsOf(request.params)
    const given = await givenOf(addresses.openCheckout(token), languageOf(request))
    return given === null ? sendMessage(request, reply, 'notFound') : handle(given, request, reply)
  }

  /** A step before the payer's bank has it: none is taken for a shop that is suspended. */
  const step = (handle: PageHandler) =>
    page((given, request, reply) => {
      const { phase, merchant } = given.checkout
      const isStopped = phase === 'choosing' && merchant.state === 'Suspended'
      return isStopped ? sendMessage(request, reply, 'suspended') : handle(given, request, reply)
    })

  const send = (reply: FastifyReply, { language }: Pick<Given, 'language'>, text: string, status = 200) =>
    sendPage(reply, { language, policy: checkoutPolicy, text, status })

  function sendMessage(request: FastifyRequest, reply: FastifyReply, kind: MessageKind) {
    const language = languageOf(request)
    const { text, status } = messagePage(kind, { language, base: base(), isSandbox, requestId: request.id })
    return send(reply, { language }, text, status)
  }

  const listInstitutions = async ({ checkout }: Given) =>
    requireRail((await needs.railsOf(checkout.transaction.connectionId)).initiations).listInstitutions()

  const chosenBank = async (given: Given, sent: unknown) =>
    (await listInstitutions(given)).find(({ id }) => id === textsOf(sent).institution)

  takeForms(app)
  app.setErrorHandler<Error & { statusCode?: number; status?: number }>((error, request, reply) => {
    // What no browser sends is answered as everywhere else.
    if (error instanceof InvalidRequest || (error.statusCode ?? error.status ?? 500) < 500) throw error
    if (error instanceof Unavailable) {
      noteUnavailable(error, request, reply)
      return sendMessage(request, reply, 'away')
    }
    if (error instanceof ApiError && error.status === 503) {
      request.refusal = error.reason
      reply.header('retry-after', error.extra.retryAfterSeconds ?? 1)
      return sendMessage(request, reply, error.reason === 'ServerOverloaded' ? 'away' : 'bankAway')
    }
    request.refusal = 'InternalError'
    request.log.error({ requestId: request.id, fault: safeText(error) }, 'fault')
    return sendMessage(request, reply, 'fault')
  })

  const script = textFile('checkout.js', checkoutScript)
  app.get('/checkout/checkout.js', open, async (_request, reply) => reply.sendStatic(await script, 'immutable'))

  const showCheckout = step(async (given, request, reply) => {
    const { phase, transaction } = given.checkout
    if (phase === 'processing') return send(reply, given, processingPage(given))
    if (phase === 'finished') {
      const { merchantId, id, completedAt } = transaction
      return send(reply, given, finishedPage(given, completedAt && addresses.receipt(merchantId, id)))
    }
    const { q = '', problem: name, institution } = textsOf(request.query)
    const institutions = await listInstitutions(given)
    const bank = institutions.find(({ id }) => id === institution)?.name ?? ''
    const problem = tellProblem(name, bank, given.language)
    return send(reply, given, choosePage(given, { institutions, q: oneLine(q), problem }))
  })

  const showConsent = step(async (given, request, reply) => {
    const institution = await chosenBank(given, request.query)
    if (given.checkout.phase !== 'choosing' || institution === undefined) return goTo(reply, choosePath(given))
    const { expiresAt } = given.checkout.transaction
    const soonMs = clockOf(needs, given.checkout.merchant).getTime() + authorisationSeconds * 1000
    const until = new Date(Math.min(soonMs, expiresAt?.getTime() ?? soonMs))
    return send(reply, given, consentPage(given, institution, until))
  })

  const giveConsent = step(async (given, request, reply) => {
    const institution = await chosenBank(given, request.body)
    if (institution === undefined) return goTo(reply, choosePath(given))
    const { checkout, path, language } = given
    const started = await startConsent(needs, checkout, { institution, language })
    if (started === 'started') return goTo(reply, withLanguage(`${path}/bank`, language))
    return goTo(reply, started === 'closed' ? choosePath(given) : choosePath(given, started, institution.id))
  })

  /** A page and not a redirect: it ends what began with a form, so that the bank may redirect as it likes. */
  const handOver = step((given, _request, reply) => {
    const waiting = waitingConsent(given.checkout)
    if (given.checkout.phase !== 'choosing' || waiting === null) return goTo(reply, choosePath(given))
    reply.header('refresh', `0; url=${new URL(waiting.authorisationUrl).href}`)
    return send(reply, given, handoffPage(given, waiting))
  })

  /** Where a payer waits for the bank, and from where they go back to the shop. */
  const showOutcome = page((given, _request, reply) => {
    const { phase, shop } = given.checkout
    const isUndecided = waitingConsent(given.checkout)?.isFollowed === true
    if (phase === 'processing' || isUndecided) return send(reply, given, processingPage(given))
    return goTo(reply, phase === 'finished' ? shop : choosePath(given))
  })

  app.get('/checkout/:token', open, showCheckout)
  app.get('/checkout/:token/consent', open, showConsent)
  app.post('/checkout/:token/consent', open, giveConsent)
  app.get('/checkout/:token/bank', open, handOver)
  app.get('/checkout/:token/outcome', open, showOutcome)
  app.get('/checkout/return/:connectionId', { ...open, exposeHeadRoute: false }, async (request, reply) => {
    const { connectionId = '' } = textsOf(request.params)
    const consent = await finishAuthorisation(needs, connectionId, textsOf(request.query))
    const given = consent && (await givenOf({ ...consent, id: consent.transactionId }, consent.language))
    if (consent === null || given === null) return sendMessage(request, reply, 'unreadable')
    return goTo(reply, pathAfterReturn(given, consent))
  })
}
