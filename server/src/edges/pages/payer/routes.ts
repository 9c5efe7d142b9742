import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { languageOf, textsOf } from '../../../platform/http/page-edge.ts'
import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import { clockOf } from '../../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import { barcodeSvg } from '../../../products/bills/boletos/draw-barcode.ts'
import { readBill } from '../../../products/bills/read-bill.ts'
import { billPdf } from '../../../products/bills/sheet/bill-pdf.ts'
import type { ReadTransactionById } from '../../../money/transactions/read-transaction.ts'
import { qrSvg } from '../../../products/pix/qr-image.ts'
import { readCharge } from '../../../products/pix/read-charge.ts'
import { answerOnPages, openPage, sendPage } from '../kit/page-edge.ts'
import { payerPage } from './payer-page.ts'
import { wordsIn } from './texts.ts'

type Needs = {
  sql: Sql
  isSandbox: boolean
  clock: () => Date
  addresses: PublicAddresses
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
}

/** The page behind the link of a charge, and with `.pdf` the sheet of a bill. It changes nothing; its script asks `/pix/:token` how the charge stands. */
export async function payerRoutes(app: App, needs: Needs) {
  const { addresses, isSandbox } = needs
  const around = (request: FastifyRequest) => ({ language: languageOf(request), base: addresses.base(), isSandbox })
  answerOnPages(app, around, wordsIn)

  app.get('/pay/:token', openPage, async (request, reply) => {
    const [, token = '', extension] = /^(.*?)(\.pdf)?$/.exec(textsOf(request.params).token ?? '') ?? []
    const charge = await readCharge(needs, token)
    const { merchantId, id, completedAt, qrCode, paymentLinkId } = charge
    const merchant = await needs.readMerchant(merchantId)
    const bill = charge.operation === 'pixBill' ? await readBill(needs, merchantId, id) : null
    if (extension !== undefined) {
      if (bill === null) throw new ApiError('AddressNotFound')
      const { headers, pdf } = await billPdf(needs, bill, { language: languageOf(request), isForMerchant: false })
      return reply.headers(headers).send(pdf)
    }
    const page = payerPage({
      ...around(request),
      charge,
      merchant,
      qrSvg: qrCode && (await qrSvg(qrCode)),
      barcodeSvg: bill?.barcode ? await barcodeSvg(bill.barcode) : null,
      path: new URL(addresses.payerPage(merchantId, id)).pathname,
      statePath: new URL(addresses.charge(merchantId, id)).pathname,
      receiptUrl: completedAt && addresses.receipt(merchantId, id),
      linkUrl: paymentLinkId && addresses.paymentLink(merchantId, paymentLinkId),
      now: clockOf(needs, merchant),
      bill,
    })
    return sendPage(reply, page)
  })
}
