import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { dayOf } from '../../../platform/brazil/sao-paulo.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { pdfHeaders } from '../../../platform/http/file-formats.ts'
import { languages } from '../../../platform/http/languages.ts'
import { languageOf } from '../../../platform/http/page-edge.ts'
import { refusals } from '../../../platform/http/refusals.ts'
import { OneOf, TokenParams } from '../../../platform/http/schemas.ts'
import { type Needs, readReceipt } from '../../../products/receipts/read-receipt.ts'
import { receiptPdf } from '../../../products/receipts/receipt-pdf.ts'
import { say } from '../../../products/receipts/texts.ts'
import { answerOnPages, sendPage } from '../kit/page-edge.ts'
import { receiptPage } from './receipt-page.ts'

const ReceiptQuery = Type.Object({
  lang: Type.Optional(OneOf(languages, 'Default: by `Accept-Language`, otherwise Portuguese')),
})

export async function receiptRoutes(app: App, needs: Needs) {
  const base = () => needs.addresses.base()
  const around = (request: FastifyRequest) => ({
    language: languageOf(request),
    base: base(),
    isSandbox: needs.isSandbox,
  })
  answerOnPages(
    app,
    around,
    language => key => say(key, language),
    (failure, { headers }) => failure === 'away' || headers.accept?.includes('text/html') === true,
  )

  app.get('/receipts/:token', {
    config: { public: true },
    schema: {
      operationId: 'showReceipt',
      tags: ['Transactions'],
      summary: 'The receipt of a completed payment',
      description: 'A page for payer and receiver. Add `.pdf` to the address for a PDF.',
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
        ...refusals('AddressNotFound'),
      },
    },
    handler: async (request, reply) => {
      const [, token = '', extension] = /^(.*?)(\.pdf)?$/.exec(request.params.token) ?? []
      const receipt = await readReceipt(needs, token)
      const language = languageOf(request)
      if (extension === undefined) return sendPage(reply, receiptPage(receipt, language, base()))
      const name = `${say('fileName', language)}-${dayOf(receipt.paidAt)}-${receipt.id}`
      return reply.headers(pdfHeaders(name, language)).send((await receiptPdf(receipt, language)) as never)
    },
  })
}
