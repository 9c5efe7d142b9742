import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../platform/http/app-type.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { languageOf, noteUnavailable, sendPage, textsOf } from '../../../platform/http/page-edge.ts'
import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import { textFile } from '../../../platform/http/static-files/static-file.ts'
import { Unavailable } from '../../../platform/lib/unavailable.ts'
import { clockOf } from '../../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { ReadTransactionById } from '../../../money/transactions/read-transaction.ts'
import { qrSvg } from '../qr-image.ts'
import { readCharge } from '../read-charge.ts'
import { messagePage, payerPage, payerPagePolicy, payerScript } from './payer-page.ts'

type Needs = {
  isSandbox: boolean
  clock: () => Date
  addresses: PublicAddresses
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
}

const open = { config: { public: true }, schema: { hide: true } } as const

/** The page behind the link of a charge. It changes nothing; its script asks `/pix/:token` how the charge stands. */
export async function payerRoutes(app: App, needs: Needs) {
  const { addresses, isSandbox } = needs

  function sendMessage(kind: Parameters<typeof messagePage>[0], request: FastifyRequest, reply: FastifyReply) {
    const language = languageOf(request)
    const message = messagePage(kind, { language, base: addresses.base(), isSandbox })
    return sendPage(reply, { language, policy: payerPagePolicy, ...message })
  }

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ApiError && error.reason === 'AddressNotFound') return sendMessage('notFound', request, reply)
    if (!(error instanceof Unavailable)) throw error
    noteUnavailable(error, request, reply)
    return sendMessage('away', request, reply)
  })

  const script = textFile('payer-page.js', payerScript)
  app.get('/pay/payer-page.js', open, async (_request, reply) => reply.sendStatic(await script, 'immutable'))

  app.get('/pay/:token', open, async (request, reply) => {
    const { token = '' } = textsOf(request.params)
    const language = languageOf(request)
    const charge = await readCharge(needs, token)
    const { merchantId, id, completedAt, qrCode, paymentLinkId } = charge
    const merchant = await needs.readMerchant(merchantId)
    const text = payerPage({
      charge,
      merchant,
      qrSvg: await qrSvg(qrCode),
      path: new URL(addresses.payerPage(merchantId, id)).pathname,
      statePath: new URL(addresses.charge(merchantId, id)).pathname,
      receiptUrl: completedAt && addresses.receipt(merchantId, id),
      linkUrl: paymentLinkId && addresses.paymentLink(merchantId, paymentLinkId),
      now: clockOf(needs, merchant),
      language,
      base: addresses.base(),
      isSandbox,
    })
    return sendPage(reply, { language, policy: payerPagePolicy, text })
  })
}
