import type { FastifyRequest } from 'fastify'
import { auditOf, signedInOf } from '../../tenancy/people/portal-edge.ts'

type Decided = FastifyRequest<{ Body: { comment?: string | undefined } }>

/** The decision of a person in the portal, for the use case. An operator's is marked as such in the audit log. */
export function decisionOf(request: Decided, subject: string, realm: 'Partner' | 'Operator') {
  const { id, name } = signedInOf(request).person
  const details = realm === 'Operator' ? { realm } : {}
  return {
    merchantId: request.merchantId,
    by: { id, name, realm },
    comment: request.body.comment ?? null,
    audit: auditOf(request, { subject, details }),
  }
}
