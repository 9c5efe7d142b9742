import type { App } from '../../../platform/http/app-type.ts'
import { Done, done, DoneWithoutData } from '../../../platform/http/envelope.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { auditOf } from '../../../tenancy/people/portal-edge.ts'
import { RequestParams } from '../requests/portal-schemas.ts'
import { readCompanyRequest } from '../requests/read-request.ts'
import { deleteDocument, listDocuments, openDocument, readDocument } from './documents.ts'
import type { Needs } from './store-upload.ts'
import { ContentQuery, DocumentList, DocumentParams, Upload, UploadForm } from './portal-schemas.ts'
import { requestUpload } from './request-upload.ts'
import { attachmentHeaders, documentItem, pathOf, previewHeaders } from './views.ts'

/** The invoices of a request, for everybody who may read the request: the merchant's people and the operator. */
export async function documentPortalRoutes(app: App, needs: Needs) {
  app.get('/merchants/:merchantId/requests/:requestId/documents', {
    config: { may: 'requests.read' },
    schema: { params: RequestParams, response: { 200: Done(DocumentList) } },
    handler: async request => {
      const { merchantId, params } = request
      const { items } = await listDocuments(needs, { merchantId, requestId: params.requestId, limit: 50, offset: 0 })
      return done({ items: items.map(documentItem) })
    },
  })

  app.post('/merchants/:merchantId/requests/:requestId/documents', {
    config: { may: 'requests.make', act: 'document.upload' },
    schema: { params: RequestParams, body: UploadForm, response: { 201: Done(Upload) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { fileName } = request.body
      const { id: requestId } = await readCompanyRequest(needs, merchantId, request.params.requestId)
      const id = uuidv7(needs.clock().getTime())
      const audit = auditOf(request, { subject: id, details: { fileName, requestId } })
      const address = await requestUpload(needs, { merchantId, id, requestId, name: fileName, fileName, audit })
      return reply.code(201).send(done({ id, address: needs.storage.put === undefined ? address : pathOf(address) }))
    },
  })

  app.delete('/merchants/:merchantId/documents/:documentId', {
    config: { may: 'requests.make', act: 'document.delete' },
    schema: { params: DocumentParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const document = await readDocument(needs, request.merchantId, request.params.documentId)
      const { id, fileName, requestId, merchantId } = document
      const audit = auditOf(request, { subject: id, details: { fileName, requestId } })
      await deleteDocument(needs, merchantId, id, audit)
      return { statusCode: 'Done' as const }
    },
  })

  app.get('/merchants/:merchantId/documents/:documentId/content', {
    config: { may: 'requests.read' },
    schema: { params: DocumentParams, querystring: ContentQuery },
    handler: async (request, reply) => {
      const { document, bytes } = await openDocument(needs, request.merchantId, request.params.documentId)
      const headers = request.query.download === true ? attachmentHeaders(document) : previewHeaders(document)
      return reply.headers(headers).send(bytes)
    },
  })
}
