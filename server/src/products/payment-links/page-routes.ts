import type { FastifyReply, FastifyRequest } from 'fastify'
import { isGenuineCpf, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { App } from '../../platform/http/app-type.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { oneLine } from '../../platform/http/html.ts'
import { goTo, languageOf, noteUnavailable, sendPage, takeForms, textsOf } from '../../platform/http/page-edge.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import type { Reason } from '../../platform/http/reasons.ts'
import { Unavailable } from '../../platform/lib/unavailable.ts'
import { isUuid, uuidv7 } from '../../platform/lib/uuid.ts'
import { qrPng, qrSvg } from '../pix/qr-image.ts'
import type { LinkChargeLimits } from './charge-limits.ts'
import type { Link } from './link.ts'
import { type Problem, type Sent, linkPage, messagePage } from './link-page.ts'
import { payLink } from './pay-link.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import { findPublicLink } from './read-link.ts'
import { readTypedAmount } from './read-typed-amount.ts'

type Needs = Parameters<typeof payLink>[0] & { addresses: PublicAddresses; linkChargeLimits: LinkChargeLimits }

const open = { config: { public: true }, schema: { hide: true } } as const

/** What a payer is told of a refusal; others are faults. A link that has closed meanwhile says so itself. */
const problems: Partial<Record<Reason, Problem>> = {
  AmountMismatch: 'AmountProblem',
  AmountNotAllowed: 'AmountProblem',
  CounterpartyTaxNumberInvalid: 'CpfProblem',
  CounterpartyServiceError: 'PayerProblem',
  BankUnavailable: 'BankProblem',
  BankNotConnected: 'BankProblem',
  RateLimitExceeded: 'LimitProblem',
  PaymentLinkStateNotAllowed: 'AgainProblem',
  MerchantSuspended: 'AgainProblem',
  OrderIdConflict: 'AgainProblem',
}

/** Where a payer goes on to, or what is to be mended first. */
type Next = { path: string } | { problem: Problem }

/** The page of a payment link, for payers. It works without a script; that of a static code has one to copy it. */
export async function linkPageRoutes(app: App, needs: Needs) {
  const { addresses, isSandbox } = needs

  function sendMessage(kind: 'notFound' | 'away', request: FastifyRequest, reply: FastifyReply) {
    const language = languageOf(request)
    return sendPage(reply, { language, ...messagePage(kind, { language, isSandbox }) })
  }

  takeForms(app)
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ApiError && error.reason === 'AddressNotFound') return sendMessage('notFound', request, reply)
    if (!(error instanceof Unavailable)) throw error
    noteUnavailable(error, request, reply)
    return sendMessage('away', request, reply)
  })

  const linkOf = (request: FastifyRequest): Promise<Link> =>
    findPublicLink(needs, addresses.openPaymentLink(textsOf(request.params)['token'] ?? ''))

  async function show(request: FastifyRequest, reply: FastifyReply, sent: Sent, problem: Problem | null) {
    const link = await linkOf(request)
    const language = languageOf(request)
    const merchant = await needs.readMerchant(link.merchantId)
    const now = clockOf(needs, merchant)
    const page = linkPage({
      base: addresses.base(),
      link,
      merchant,
      path: new URL(addresses.paymentLink(link.merchantId, link.id)).pathname,
      now,
      once: uuidv7(now.getTime()),
      codeSvg: link.qrCode && (await qrSvg(link.qrCode)),
      sent,
      problem,
      language,
      isSandbox,
    })
    return sendPage(reply, { language, ...page, status: problem === null ? 200 : 409 })
  }

  async function pay(request: FastifyRequest, sent: Sent, once: string): Promise<Next> {
    const link = await linkOf(request)
    const amount = link.amount ?? readTypedAmount(sent.amount ?? '')
    if (amount === null) return { problem: 'AmountProblem' }
    const payer = link.asksPayer ? { name: sent.name ?? '', cpf: normalizeTaxNumber(sent.cpf ?? '') } : null
    if (payer?.name === '') return { problem: 'NameProblem' }
    if (payer !== null && !isGenuineCpf(payer.cpf)) return { problem: 'CpfProblem' }
    const caller = `${link.id} ${request.ip}`
    if (needs.linkChargeLimits.waitSeconds(caller) > 0) return { problem: 'LimitProblem' }
    needs.linkChargeLimits.take(caller)
    const { transaction } = await payLink(needs, link, { amount, payer, once: isUuid(once) ? once : null })
    return { path: new URL(addresses.payerPage(transaction.merchantId, transaction.id)).pathname }
  }

  app.get('/l/:token', open, (request, reply) => show(request, reply, {}, null))

  app.post('/l/:token', open, async (request, reply) => {
    const { amount = '', name = '', cpf = '', once = '' } = textsOf(request.body)
    const sent = { amount: amount.slice(0, 20), name: oneLine(name).slice(0, 200), cpf: cpf.slice(0, 20) }
    // Another site could open charges in a visitor's name: browsers say where a form was.
    if (/^(cross|same)-site$/.test(String(request.headers['sec-fetch-site']))) return show(request, reply, {}, null)
    const next = await pay(request, sent, once).catch((error: unknown): Next => {
      const problem = error instanceof ApiError ? problems[error.reason] : undefined
      if (problem === undefined) throw error
      return { problem }
    })
    if ('path' in next) return goTo(reply, `${next.path}?lang=${languageOf(request)}`)
    return show(request, reply, sent, next.problem)
  })

  /** The address, or the static code, as a picture to print and to put up. */
  for (const ending of ['svg', 'png'])
    app.get(`/l/:token/qr.${ending}`, open, async (request, reply) => {
      const { merchantId, id, qrCode } = await linkOf(request)
      const url = qrCode ?? addresses.paymentLink(merchantId, id)
      reply.header('cache-control', 'public, max-age=86400, immutable')
      if (ending === 'svg') return reply.type('image/svg+xml').send(await qrSvg(url))
      return reply.type('image/png').send(qrPng(url))
    })
}
