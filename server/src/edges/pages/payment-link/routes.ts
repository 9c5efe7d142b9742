import type { FastifyReply, FastifyRequest } from 'fastify'
import { isGenuineTaxNumber, normalizeTaxNumber } from '../../../platform/brazil/tax-number.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { oneLine } from '../../../platform/http/html.ts'
import { languageOf, takeForms, textsOf } from '../../../platform/http/page-edge.ts'
import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import type { Reason } from '../../../platform/http/reasons.ts'
import { isUuid, uuidv7 } from '../../../platform/lib/uuid.ts'
import { clockOf } from '../../../tenancy/merchants/merchant-clock.ts'
import { partyOf } from '../../../money/transactions/counterparty.ts'
import { type LinkChargeLimits, payLink } from '../../../products/payment-links/pay-link.ts'
import type { Link } from '../../../products/payment-links/states.ts'
import { findPublicLink } from '../../../products/payment-links/read-link.ts'
import { readTypedAmount } from '../../../platform/brazil/read-typed-amount.ts'
import { qrPng, qrSvg } from '../../../products/pix/qr-image.ts'
import { withLanguage } from '../kit/frame.ts'
import { answerOnPages, goTo, openPage, sendPage } from '../kit/page-edge.ts'
import { type Problem, type Sent, linkPage } from './link-page.ts'
import { wordsIn } from './texts.ts'

type Needs = Parameters<typeof payLink>[0] & { addresses: PublicAddresses; linkChargeLimits: LinkChargeLimits }

/** What a payer reads of a refusal; other refusals are faults. A link that has closed meanwhile says so itself. */
const problems: Partial<Record<Reason, Problem>> = {
  AmountMismatch: 'AmountProblem',
  AmountNotAllowed: 'AmountProblem',
  CounterpartyTaxNumberInvalid: 'TaxNumberProblem',
  CounterpartyServiceError: 'PayerProblem',
  BankUnavailable: 'BankProblem',
  BankNotConnected: 'BankProblem',
  RefusedByBank: 'BankProblem',
  RateLimitExceeded: 'LimitProblem',
  PaymentLinkStateNotAllowed: 'AgainProblem',
  MerchantSuspended: 'AgainProblem',
  OrderIdConflict: 'AgainProblem',
}

/** Where a payer goes on to, or what must be corrected first. */
type Next = { path: string } | { problem: Problem }

/** The page of a payment link, for payers. It works without a script; that of a static code has one to copy it. */
export async function linkPageRoutes(app: App, needs: Needs) {
  const { addresses, isSandbox } = needs

  const around = (request: FastifyRequest) => ({ language: languageOf(request), base: addresses.base(), isSandbox })
  takeForms(app)
  answerOnPages(app, around, wordsIn)

  const linkOf = (request: FastifyRequest): Promise<Link> =>
    findPublicLink(needs, addresses.openPaymentLink(textsOf(request.params)['token'] ?? ''))

  async function show(request: FastifyRequest, reply: FastifyReply, sent: Sent, problem: Problem | null) {
    const link = await linkOf(request)
    const merchant = await needs.readMerchant(link.merchantId)
    const now = clockOf(needs, merchant)
    const page = linkPage({
      ...around(request),
      link,
      merchant,
      path: new URL(addresses.paymentLink(link.merchantId, link.id)).pathname,
      now,
      once: uuidv7(now.getTime()),
      codeSvg: link.qrCode && (await qrSvg(link.qrCode)),
      sent,
      problem,
    })
    return sendPage(reply, page)
  }

  async function pay(request: FastifyRequest, sent: Sent, once: string): Promise<Next> {
    const link = await linkOf(request)
    const amount = link.amount ?? readTypedAmount(sent.amount ?? '')
    if (amount === null) return { problem: 'AmountProblem' }
    const taxNumber = normalizeTaxNumber(sent.cpf ?? '')
    const payer = link.asksPayer ? { name: sent.name ?? '', ...partyOf(taxNumber) } : null
    if (payer?.name === '') return { problem: 'NameProblem' }
    if (payer !== null && !isGenuineTaxNumber(taxNumber)) return { problem: 'TaxNumberProblem' }
    const caller = `${link.id} ${request.ip}`
    if (needs.linkChargeLimits.waitSeconds(caller) > 0) return { problem: 'LimitProblem' }
    needs.linkChargeLimits.take(caller)
    const { transaction } = await payLink(needs, link, { amount, payer, once: isUuid(once) ? once : null })
    return { path: new URL(addresses.payerPage(transaction.merchantId, transaction.id)).pathname }
  }

  app.get('/l/:token', openPage, (request, reply) => show(request, reply, {}, null))

  app.post('/l/:token', openPage, async (request, reply) => {
    const { amount = '', name = '', cpf = '', once = '' } = textsOf(request.body)
    const sent = { amount: amount.slice(0, 20), name: oneLine(name).slice(0, 200), cpf: cpf.slice(0, 20) }
    // Another site could open charges in a visitor's name: browsers say where a form was.
    if (/^(cross|same)-site$/.test(String(request.headers['sec-fetch-site']))) return show(request, reply, {}, null)
    const next = await pay(request, sent, once).catch((error: unknown): Next => {
      const problem = error instanceof ApiError ? problems[error.reason] : undefined
      if (problem === undefined) throw error
      return { problem }
    })
    if ('path' in next) return goTo(reply, withLanguage(next.path, languageOf(request)))
    return show(request, reply, sent, next.problem)
  })

  /** The address, or the static code, as a picture to print and to put up. */
  for (const ending of ['svg', 'png'])
    app.get(`/l/:token/qr.${ending}`, openPage, async (request, reply) => {
      const { merchantId, id, qrCode } = await linkOf(request)
      const url = qrCode ?? addresses.paymentLink(merchantId, id)
      reply.header('cache-control', 'public, max-age=86400, immutable')
      if (ending === 'svg') return reply.type('image/svg+xml').send(await qrSvg(url))
      return reply.type('image/png').send(qrPng(url))
    })
}
