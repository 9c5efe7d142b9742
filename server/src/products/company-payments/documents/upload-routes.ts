import { Readable } from 'node:stream'
import type { App } from '../../../platform/http/app-type.ts'
import { limits } from '../../../platform/http/limits.ts'
import { TokenParams } from '../../../platform/http/schemas.ts'
import type { UploadAddresses } from '../../../platform/storage/upload-addresses.ts'
import type { Needs } from './store-upload.ts'
import { receiveUpload } from './receive-upload.ts'
import { SignedQuery } from './schemas.ts'

/** Where upload addresses lead, unless the storage has addresses of its own. The signature is the only permission. */
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
        // What is left of the body is not read: the connection cannot serve another request.
        if (bytes.readableDidRead && !request.raw.complete) reply.header('connection', 'close')
        throw error
      })
      return { statusCode: 'Done' as const }
    },
  })
}
