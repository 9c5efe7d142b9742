import type { FastifyReply, FastifyRequest } from 'fastify'
import { isGenuineCpf, normalizeTaxNumber } from '../../../platform/brazil/tax-number.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { oneLine } from '../../../platform/http/html.ts'
import { languageOf, takeForms, textsOf } from '../../../platform/http/page-edge.ts'
import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import { clockOf } from '../../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { Institution } from '../../../money/rails/rails.ts'
import { requireRail } from '../../../money/rails/rails-of.ts'
import type { ReadTransactionById } from '../../../money/transactions/read-transaction.ts'
import type { TransactionId } from '../../../money/transactions/transaction.ts'
import { finishAuthorisation } from '../../../products/open-finance/finish-authorisation.ts'
import { readCheckout, waitingConsent } from '../../../products/open-finance/read-checkout.ts'
import { startConsent } from '../../../products/open-finance/start-consent.ts'
import { authorisationSeconds } from '../../../products/open-finance/states.ts'
import { withLanguage } from '../kit/frame.ts'
import { answerOnPages, goTo, messagePage, openPage, sendPage } from '../kit/page-edge.ts'
import { choosePage, choosePath, pathAfterReturn, problemText } from './choose-page.ts'
import { asksCpf, consentPage, handoffPage } from './consent-page.ts'
import { finishedPage, processingPage } from './outcome-page.ts'
import type { Given } from './step-page.ts'
import { wordsIn } from './texts.ts'

type Needs = Parameters<typeof finishAuthorisation>[0] & {
  sql: Sql
  addresses: PublicAddresses
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
  isSandbox: boolean
}

type PageHandler = (given: Given, request: FastifyRequest, reply: FastifyReply) => unknown

/** Where there is no payment to speak of. */
const messages = { unreadable: 400, suspended: 403 } as const

/** The pages a payer walks through. A `GET` changes nothing, but for the return from a bank, which is repeatable. */
export async function checkoutRoutes(app: App, needs: Needs) {
  const { addresses, isSandbox } = needs
  const around = (request: FastifyRequest) => ({
    language: languageOf(request),
    base: addresses.base(),
    isSandbox,
    does: ['post', 'script'] as const,
  })
  takeForms(app)
  answerOnPages(app, around, wordsIn)

  async function givenOf(ids: TransactionId | null, language: Given['language']): Promise<Given | null> {
    const checkout = await readCheckout(needs, ids)
    if (checkout === null) return null
    const { merchantId, id } = checkout.transaction
    const path = new URL(addresses.checkout(merchantId, id)).pathname
    return { checkout, path, base: addresses.base(), language, isSandbox }
  }

  const page = (handle: PageHandler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { token = '' } = textsOf(request.params)
    const given = await givenOf(addresses.openCheckout(token), languageOf(request))
    if (given === null) throw new ApiError('AddressNotFound')
    return handle(given, request, reply)
  }

  /** A step before the payer's bank has it: none is taken for a shop that is suspended. */
  const step = (handle: PageHandler) =>
    page((given, request, reply) => {
      const { phase, merchant } = given.checkout
      const isStopped = phase === 'choosing' && merchant.state === 'Suspended'
      return isStopped ? sendMessage(request, reply, 'suspended') : handle(given, request, reply)
    })

  function sendMessage(request: FastifyRequest, reply: FastifyReply, kind: keyof typeof messages) {
    const say = wordsIn(languageOf(request))
    const words = { title: say(`${kind}Title`), intro: say(`${kind}Intro`) }
    return sendPage(reply, messagePage({ ...around(request), ...words, status: messages[kind] }))
  }

  const listInstitutions = async ({ checkout }: Given) =>
    requireRail((await needs.railsOf(checkout.transaction.connectionId)).initiations).listInstitutions()

  const chosenBank = async (given: Given, sent: unknown) =>
    (await listInstitutions(given)).find(({ id }) => id === textsOf(sent).institution)

  const showCheckout = step(async (given, request, reply) => {
    const { phase, transaction } = given.checkout
    if (phase === 'processing') return sendPage(reply, processingPage(given))
    if (phase === 'finished') {
      const { merchantId, id, completedAt } = transaction
      return sendPage(reply, finishedPage(given, completedAt && addresses.receipt(merchantId, id)))
    }
    const { q = '', problem: name, institution } = textsOf(request.query)
    const institutions = await listInstitutions(given)
    const bank = institutions.find(({ id }) => id === institution)?.name ?? ''
    const problem = problemText(name, bank, given.language)
    return sendPage(reply, choosePage(given, { institutions, q: oneLine(q), problem }))
  })

  const showConsent = step(async (given, request, reply) => {
    const institution = await chosenBank(given, request.query)
    if (given.checkout.phase !== 'choosing' || institution === undefined) return goTo(reply, choosePath(given))
    return sendConsent(given, reply, institution, null)
  })

  function sendConsent(given: Given, reply: FastifyReply, institution: Institution, wrongCpf: string | null) {
    const { expiresAt } = given.checkout.transaction
    const soonMs = clockOf(needs, given.checkout.merchant).getTime() + authorisationSeconds * 1000
    const until = new Date(Math.min(soonMs, expiresAt?.getTime() ?? soonMs))
    return sendPage(reply, consentPage(given, institution, until, wrongCpf))
  }

  const giveConsent = step(async (given, request, reply) => {
    const institution = await chosenBank(given, request.body)
    if (institution === undefined) return goTo(reply, choosePath(given))
    const { checkout, path, language } = given
    const { cpf = '' } = textsOf(request.body)
    if (checkout.phase === 'choosing' && asksCpf(given) && !isGenuineCpf(cpf.trim()))
      return sendConsent(given, reply, institution, oneLine(cpf).slice(0, 20))
    const started = await startConsent(needs, checkout, { institution, language, cpf: normalizeTaxNumber(cpf.trim()) })
    if (started === 'started') return goTo(reply, withLanguage(`${path}/bank`, language))
    return goTo(reply, started === 'closed' ? choosePath(given) : choosePath(given, started, institution.id))
  })

  /** A page and not a redirect: it ends what began with a form, so that the bank may redirect as it likes. */
  const handOver = step((given, _request, reply) => {
    const waiting = waitingConsent(given.checkout)
    if (given.checkout.phase !== 'choosing' || waiting === null) return goTo(reply, choosePath(given))
    reply.header('refresh', `0; url=${new URL(waiting.authorisationUrl).href}`)
    return sendPage(reply, handoffPage(given, waiting))
  })

  /** Where a payer waits for the bank, and from where they go back to the shop. */
  const showOutcome = page((given, _request, reply) => {
    const { phase, shop } = given.checkout
    const isUndecided = waitingConsent(given.checkout)?.isFollowed === true
    if (phase === 'processing' || isUndecided) return sendPage(reply, processingPage(given))
    return goTo(reply, phase === 'finished' ? shop : choosePath(given))
  })

  app.get('/checkout/:token', openPage, showCheckout)
  app.get('/checkout/:token/consent', openPage, showConsent)
  app.post('/checkout/:token/consent', openPage, giveConsent)
  app.get('/checkout/:token/bank', openPage, handOver)
  app.get('/checkout/:token/outcome', openPage, showOutcome)
  app.get('/checkout/return/:connectionId', { ...openPage, exposeHeadRoute: false }, async (request, reply) => {
    const { connectionId = '' } = textsOf(request.params)
    const consent = await finishAuthorisation(needs, connectionId, textsOf(request.query))
    const given = consent && (await givenOf({ ...consent, id: consent.transactionId }, consent.language))
    if (consent === null || given === null) return sendMessage(request, reply, 'unreadable')
    return goTo(reply, pathAfterReturn(given, consent))
  })
}
