import type { FastifyRequest } from 'fastify'
import type { App } from '../../../platform/http/app-type.ts'
import { languageOf, textsOf } from '../../../platform/http/page-edge.ts'
import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import { clockOf } from '../../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { ReadTransactionById } from '../../../money/transactions/read-transaction.ts'
import { qrSvg } from '../../../products/pix/qr-image.ts'
import { readCharge } from '../../../products/pix/read-charge.ts'
import { answerOnPages, openPage, sendPage } from '../kit/page-edge.ts'
import { payerPage } from './payer-page.ts'
import { wordsIn } from './texts.ts'

type Needs = {
  isSandbox: boolean
  clock: () => Date
  addresses: PublicAddresses
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
}

/** The page behind the link of a charge. It changes nothing; its script asks `/pix/:token` how the charge stands. */
export async function payerRoutes(app: App, needs: Needs) {
  const { addresses, isSandbox } = needs
  const around = (request: FastifyRequest) => ({ language: languageOf(request), base: addresses.base(), isSandbox })
  answerOnPages(app, around, wordsIn)

  app.get('/pay/:token', openPage, async (request, reply) => {
    const { token = '' } = textsOf(request.params)
    const charge = await readCharge(needs, token)
    const { merchantId, id, completedAt, qrCode, paymentLinkId } = charge
    const merchant = await needs.readMerchant(merchantId)
    const page = payerPage({
      ...around(request),
      charge,
      merchant,
      qrSvg: await qrSvg(qrCode),
      path: new URL(addresses.payerPage(merchantId, id)).pathname,
      statePath: new URL(addresses.charge(merchantId, id)).pathname,
      receiptUrl: completedAt && addresses.receipt(merchantId, id),
      linkUrl: paymentLinkId && addresses.paymentLink(merchantId, paymentLinkId),
      now: clockOf(needs, merchant),
    })
    return sendPage(reply, page)
  })
}
