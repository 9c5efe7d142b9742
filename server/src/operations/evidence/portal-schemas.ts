import { type Static, Type } from 'typebox'
import { Text } from '../../platform/http/schemas.ts'

/** A file as text, base64. */
export const EvidenceForm = Type.Object({
  fileName: Text(200, { minLength: 1 }),
  file: Type.String({ maxLength: 7_000_000 }),
})
export type EvidenceForm = Static<typeof EvidenceForm>

export const EvidenceView = Type.Object({ id: Type.String(), fileName: Type.String(), sha256: Type.String() })
export type EvidenceView = Static<typeof EvidenceView>

export const EvidenceOwner = Type.Object({ merchantId: Type.String({ format: 'uuid' }) })
export const EvidenceParams = Type.Object({ merchantId: Type.String({ format: 'uuid' }), evidenceId: Type.String() })
