import type {
  KeyView,
  NewKey,
  NewKeyRequest,
  RotatedKey,
  RotationRequest,
} from '../../../../server/src/tenancy/access-keys/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { KeyView, NewKey, RotatedKey }
export type Overlap = RotationRequest['overlap']
export type Scope = KeyView['scopes'][number]

export const keysPath = (merchantId: string) => `/merchants/${merchantId}/keys`

export const createKey = (merchantId: string, given: NewKeyRequest) => api.post<NewKey>(keysPath(merchantId), given)
export const rotateKey = (merchantId: string, id: string, overlap: Overlap) =>
  api.post<RotatedKey>(`${keysPath(merchantId)}/${id}/rotate`, { overlap })
export const confirmKey = (merchantId: string, id: string) => api.post<KeyView>(`${keysPath(merchantId)}/${id}/confirm`)
export const revokeKey = (merchantId: string, id: string) => api.post<KeyView>(`${keysPath(merchantId)}/${id}/revoke`)

export const accessKeyKeys = { all: (merchantId: string) => ['keys', merchantId] }
