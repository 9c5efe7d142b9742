import { Type } from 'typebox'
import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { App } from '../../platform/http/app-type.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { chooseLanguage, languageTag, languages } from '../../platform/http/languages.ts'
import { languageOf, noteUnavailable, sendPage } from '../../platform/http/page-edge.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { OneOf, TokenParams } from '../../platform/http/schemas.ts'
import { Unavailable } from '../../platform/lib/unavailable.ts'
import { type Needs, readReceipt } from './read-receipt.ts'
import { messagePage, receiptPage, receiptPagePolicy } from './receipt-page.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { say } from './receipt-texts.ts'

const ReceiptQuery = Type.Object({
  lang: Type.Optional(
    OneOf(languages, 'When not said, `Accept-Language` decides; Portuguese unless it prefers English'),
  ),
})

export async function receiptRoutes(app: App, needs: Needs) {
  app.setErrorHandler((error, request, reply) => {
    const language = languageOf(request)
    const page = (text: string, status: number) =>
      sendPage(reply, { language, policy: receiptPagePolicy, text, status })
    if (error instanceof Unavailable) {
      noteUnavailable(error, request, reply)
      return page(messagePage('away', language), 503)
    }
    const isNotFound = error instanceof ApiError && error.reason === 'AddressNotFound'
    if (!isNotFound || request.headers.accept?.includes('text/html') !== true) throw error
    request.refusal = error.reason
    return page(messagePage('notFound', language), 404)
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
        .header(
          'content-disposition',
          `inline; filename="${say('fileName', language)}-${dayOf(receipt.paidAt)}-${receipt.id}.pdf"`,
        )
        .send((await receiptPdf(receipt, language)) as never)
    },
  })
}
