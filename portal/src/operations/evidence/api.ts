import type { EvidenceView } from '../../../../server/src/operations/evidence/portal-schemas.ts'
import { api } from '../../kit/api.ts'
import { base64Of } from '../../kit/base64-file.ts'

const pathOf = (merchantId: string) => `/operator/merchants/${merchantId}/evidence`

/** The platform's own postings have its own id. */
export const platformId = 'ffffffff-ffff-7fff-bfff-ffffffffffff'

/** What a form sends of a chosen file: it is uploaded first. */
export async function uploadedEvidence(merchantId: string, file: File | null): Promise<{ evidenceFileId?: string }> {
  if (file === null) return {}
  const { id } = await api.post<EvidenceView>(pathOf(merchantId), { fileName: file.name, file: await base64Of(file) })
  return { evidenceFileId: id }
}

export const evidenceUrl = (merchantId: string, id: string) => `/portal/api${pathOf(merchantId)}/${id}`
