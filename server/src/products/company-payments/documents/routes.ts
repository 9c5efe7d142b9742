import type { App } from '../../../platform/http/app-type.ts'
import { Done, done, DoneWithoutData } from '../../../platform/http/envelope.ts'
import { refusals } from '../../../platform/http/refusals.ts'
import { deleteDocument, listDocuments, openDocument } from './documents.ts'
import { type Needs, receiveUpload } from './store-upload.ts'
import { requestUpload } from './request-upload.ts'
import { DocumentPage, DocumentParams, DocumentsQuery, SignedQuery, UploadAddress, UploadRequest } from './schemas.ts'
import { attachmentHeaders, documentView } from './views.ts'
import { Readable } from 'node:stream'
import { limits } from '../../../platform/http/limits.ts'
import { TokenParams } from '../../../platform/http/schemas.ts'
import type { UploadAddresses } from '../../../platform/storage/upload-addresses.ts'

const tags = ['Company payments']
const config = { scope: 'company-payments' } as const
const binary = { schema: { type: 'string', format: 'binary' } } as const

export async function documentRoutes(app: App, needs: Needs) {
  app.post('/documents', {
    config,
    schema: {
      operationId: 'requestUpload',
      tags,
      summary: 'Request an upload address for an invoice',
      description:
        'Returns a pre-authorised address. `PUT` the file to it within 300 seconds: PDF, PNG, JPEG or XML, at most 10 MB.',
      body: UploadRequest,
      response: { 201: Done(UploadAddress), ...refusals('PaymentRequestNotFound') },
    },
    handler: async (request, reply) => {
      const { properties, owner, fileName } = request.body
      const { merchantId } = request
      const address = await requestUpload(needs, { merchantId, requestId: owner, name: properties.name, fileName })
      return reply.code(201).send(done(address))
    },
  })

  app.get('/documents', {
    config,
    schema: {
      operationId: 'listDocuments',
      tags,
      summary: 'List the invoices of a payment request, newest first',
      description: 'Includes those whose file is not uploaded yet.',
      querystring: DocumentsQuery,
      response: { 200: Done(DocumentPage), ...refusals('PaymentRequestNotFound') },
    },
    handler: async request => {
      const { owner: requestId, limit = 50, offset = 0 } = request.query
      const page = await listDocuments(needs, { merchantId: request.merchantId, requestId, limit, offset })
      return done({ limit, offset, ...page, items: page.items.map(documentView) })
    },
  })

  app.get('/documents/:documentId/content', {
    config,
    schema: {
      operationId: 'downloadDocument',
      tags,
      summary: 'Download an invoice',
      description: 'The uploaded file, as an attachment.',
      params: DocumentParams,
      response: {
        200: {
          description: 'The file, as an attachment',
          content: { 'application/pdf': binary, 'image/png': binary, 'image/jpeg': binary, 'application/xml': binary },
        },
        ...refusals('DocumentNotFound', 'DocumentNotUploaded'),
      },
    },
    handler: async (request, reply) => {
      const { document, bytes } = await openDocument(needs, request.merchantId, request.params.documentId)
      return reply.headers(attachmentHeaders(document)).send(bytes as never)
    },
  })

  app.delete('/documents/:documentId', {
    config,
    schema: {
      operationId: 'deleteDocument',
      tags,
      summary: 'Delete an invoice and its file',
      description: 'Only while the payment request is `Pending`: after a decision its invoices are kept.',
      params: DocumentParams,
      response: { 200: DoneWithoutData, ...refusals('DocumentNotFound', 'PaymentRequestNotPending') },
    },
    handler: async request => {
      await deleteDocument(needs, request.merchantId, request.params.documentId)
      return { statusCode: 'Done' as const }
    },
  })
}

/** The upload endpoint, unless the storage has its own addresses. The signature in the URL is the only permission. */
export async function uploadRoutes(app: App, needs: Needs & { uploadAddresses: UploadAddresses }) {
  const { put } = needs.storage
  if (put === undefined) return
  const storage = { ...needs.storage, put }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, bytes, passed) => passed(null, bytes))

  app.put('/uploads/:token', {
    config: { public: true, bodySeconds: limits.uploadSeconds },
    schema: { hide: true, params: TokenParams, querystring: SignedQuery },
    handler: async (request, reply) => {
      const id = needs.uploadAddresses.open(request.params.token, request.query)
      const declared = request.headers['content-length']
      const bytes = request.body instanceof Readable ? request.body : Readable.from([])
      const upload = { id, declaredBytes: declared === undefined ? null : Number(declared), bytes }
      await receiveUpload({ ...needs, storage }, upload).catch((error: unknown) => {
        // The rest of the body is not read, so the connection cannot serve another request.
        if (bytes.readableDidRead && !request.raw.complete) reply.header('connection', 'close')
        throw error
      })
      return { statusCode: 'Done' as const }
    },
  })
}
