import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { chooseLanguage, languageTag, languages } from '../http/languages.ts'
import { languageOf, noteUnavailable, sendPage } from '../http/page-edge.ts'
import type { PublicAddresses } from '../http/public-addresses.ts'
import { refusals } from '../http/refusals.ts'
import { OneOf, TokenParams } from '../http/schemas.ts'
import { Unavailable } from '../lib/unavailable.ts'
import type { ReadMerchant } from '../merchants/read-merchant.ts'
import { readReceipt } from './read-receipt.ts'
import type { ReadTransactionById } from '../transactions/read-transaction.ts'
import { awayPage, receiptPage, receiptPagePolicy } from './receipt-page.ts'
import { receiptPdf } from './receipt-pdf.ts'

type Needs = {
  addresses: PublicAddresses
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
  isSandbox: boolean
}

const ReceiptQuery = Type.Object({
  lang: Type.Optional(
    OneOf(languages, 'When not said, `Accept-Language` decides; Portuguese unless it prefers English'),
  ),
})

export async function receiptRoutes(app: App, needs: Needs) {
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Unavailable)) throw error
    noteUnavailable(error, request, reply)
    const language = languageOf(request)
    return sendPage(reply, { language, policy: receiptPagePolicy, text: awayPage(language), status: 503 })
  })

  app.get('/receipts/:token', {
    config: { public: true },
    schema: {
      operationId: 'showReceipt',
      tags: ['Transactions'],
      summary: 'The receipt of a completed payment',
      description: 'A page for payer and receiver. With `.pdf` at the end of the address, the same as a PDF.',
      security: [],
      params: TokenParams,
      querystring: ReceiptQuery,
      response: {
        200: {
          description: 'The receipt',
          content: {
            'text/html': { schema: { type: 'string' } },
            'application/pdf': { schema: { type: 'string', format: 'binary' } },
          },
        },
        ...refusals(400, 'AddressNotFound'),
      },
    },
    handler: async (request, reply) => {
      const [, token = '', extension] = /^(.*?)(\.pdf)?$/.exec(request.params.token) ?? []
      const receipt = await readReceipt(needs, token)
      const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
      reply
        .header('cache-control', 'private, no-store')
        .header('content-language', languageTag(language))
        .header('referrer-policy', 'no-referrer')
        .header('vary', 'accept-language')
        .header('x-robots-tag', 'noindex')
      if (extension === undefined)
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', receiptPagePolicy)
          .send(receiptPage(receipt, language))
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="comprovante-${receipt.id}.pdf"`)
        .send((await receiptPdf(receipt, language)) as never)
    },
  })
}
