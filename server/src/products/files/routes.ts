import { parseAmount } from '../../platform/brazil/money.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { fileHeaders } from '../../platform/http/file-formats.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { TokenParams } from '../../platform/http/schemas.ts'
import { type RequestFileNeeds, requestFile } from './request-file.ts'
import { mostListBytes, nameOf } from './states.ts'
import { listFiles, openFile, readFile } from './read-file.ts'
import { fileScheduleRoutes } from './schedules/routes.ts'
import { FileData, FilePage, FileParams, FileRequest, FilesQuery } from './schemas.ts'
import { fileView } from './views.ts'

const tags = ['Files']

type Needs = Parameters<typeof openFile>[0] & RequestFileNeeds & Parameters<typeof fileScheduleRoutes>[1]

export async function fileRoutes(app: App, needs: Needs) {
  app.post('/files', {
    bodyLimit: mostListBytes,
    schema: {
      operationId: 'createFile',
      tags,
      summary: 'Create a file',
      description:
        'A statement, transactions, a monthly statement, or a reconciliation of your own list. The file is created in the background: read it until it is `Done`, then download it from `url` within 7 days.',
      body: FileRequest,
      response: { 202: Done(FileData) },
    },
    handler: async (request, reply) => {
      const { merchantId, keyId } = request
      const { kind, format, firstDay: from, lastDay: to, language = 'pt', rows } = request.body
      const list = rows?.map(({ orderId, amount }) => ({ orderId, amount: parseAmount(amount) }))
      const file = await requestFile(needs, { merchantId, kind, format, language, from, to, list, keyId })
      return reply.code(202).send(done(fileView(file, needs.addresses, needs.clock())))
    },
  })

  app.get('/files', {
    schema: {
      operationId: 'listFiles',
      tags,
      summary: 'List files, newest first',
      description: 'Files created with a key, in the portal and by schedules.',
      querystring: FilesQuery,
      response: { 200: Done(FilePage) },
    },
    handler: async request => {
      const { cursor, 'dataset.limit': limit = 20 } = request.query
      const { items, nextCursor } = await listFiles(needs, { merchantId: request.merchantId, cursor, limit })
      const view = items.map(file => fileView(file, needs.addresses, needs.clock()))
      return done({ limit, items: view, nextCursor })
    },
  })

  app.get('/files/:fileId', {
    schema: {
      operationId: 'readFile',
      tags,
      summary: 'Read a file',
      description: 'The progress and, when it is `Done`, the download address.',
      params: FileParams,
      response: { 200: Done(FileData), ...refusals('FileNotFound') },
    },
    handler: async request => {
      const file = await readFile(needs, request.merchantId, request.params.fileId)
      return done(fileView(file, needs.addresses, needs.clock()))
    },
  })

  app.get('/files/download/:token', {
    config: { public: true },
    schema: { hide: true, params: TokenParams },
    handler: async (request, reply) => {
      const { file, bytes } = await openFile(needs, request.params.token)
      return reply
        .headers({ ...fileHeaders(nameOf(file), file.format), ...notKept })
        .header('content-length', String(file.sizeBytes))
        .send(bytes)
    },
  })

  await app.register(fileScheduleRoutes, needs)
}

/** The address is the only permission: no cache or search engine may store it, and no referrer may pass it on. */
const notKept = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
