import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { attachmentHeaders } from '../../products/company-payments/documents/views.ts'
import { signedInOf } from '../../tenancy/people/portal-edge.ts'
import { type EvidenceNeeds, readEvidence, storedName, uploadEvidence } from './evidence-files.ts'
import { EvidenceForm, EvidenceOwner, EvidenceParams, EvidenceView } from './portal-schemas.ts'

/** Files that show why an operator adjusts the books: uploaded before the act, which names them by checksum. */
export async function evidencePortalRoutes(app: App, needs: EvidenceNeeds) {
  const path = '/operator/merchants/:merchantId/evidence'

  app.post(path, {
    bodyLimit: 7_100_000,
    config: { may: 'exceptions.manage', act: null },
    schema: { params: EvidenceOwner, body: EvidenceForm, response: { 201: Done(EvidenceView) } },
    handler: async (request, reply) => {
      const { merchantId } = request.params
      const { fileName, file } = request.body
      const by = signedInOf(request).person.name
      const stored = await uploadEvidence(needs, { merchantId, fileName, bytes: Buffer.from(file, 'base64'), by })
      return reply.code(201).send(done({ id: stored.id, fileName: stored.fileName, sha256: stored.sha256 }))
    },
  })

  app.get(`${path}/:evidenceId`, {
    config: { may: 'platform.read' },
    schema: { params: EvidenceParams },
    handler: async (request, reply) => {
      const { merchantId, evidenceId } = request.params
      const file = await readEvidence(needs, merchantId, evidenceId)
      return reply.headers(attachmentHeaders(file)).send(await needs.fileStorage.read(storedName(file.id)))
    },
  })
}
