import type {
  KeyView,
  NewKey,
  NetworksForm,
  NewKeyRequest,
  PayoutRulesForm,
  PayoutRulesView,
  RotatedKey,
  RotationRequest,
} from '../../../../server/src/tenancy/access-keys/portal-schemas.ts'
import type { RecipientForm, RecipientItem } from '../../../../server/src/products/pix/recipients/portal-schemas.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

export type { KeyView, NewKey, PayoutRulesView, RecipientItem, RotatedKey }
export type KeyType = RecipientItem['key']['type']
export type Overlap = RotationRequest['overlap']
export type Scope = KeyView['scopes'][number]

export const keysPath = (merchantId: string) => `/merchants/${merchantId}/keys`

export const createKey = (merchantId: string, given: NewKeyRequest) => api.post<NewKey>(keysPath(merchantId), given)
export const rotateKey = (merchantId: string, id: string, overlap: Overlap) =>
  api.post<RotatedKey>(`${keysPath(merchantId)}/${id}/rotate`, { overlap })
export const confirmKey = (merchantId: string, id: string) => api.post<KeyView>(`${keysPath(merchantId)}/${id}/confirm`)
export const revokeKey = (merchantId: string, id: string) => api.post<KeyView>(`${keysPath(merchantId)}/${id}/revoke`)

export const setNetworks = (merchantId: string, id: string, form: NetworksForm) =>
  api.put<KeyView>(`${keysPath(merchantId)}/${id}/networks`, form)

export const accessKeyKeys = { all: (merchantId: string) => ['keys', merchantId] }

const rulesPath = (merchantId: string) => `/merchants/${merchantId}/payout-rules`
export const payoutRulesQuery = (merchantId: string) =>
  queryOptions({
    queryKey: ['payout-rules', merchantId],
    queryFn: () => api.get<PayoutRulesView>(rulesPath(merchantId)),
  })
export const setPayoutRules = (merchantId: string, form: PayoutRulesForm) =>
  api.put<PayoutRulesView>(rulesPath(merchantId), form)

export const recipientsPath = (merchantId: string) => `/merchants/${merchantId}/payout-recipients`
export const recipientsKey = (merchantId: string) => ['payout-recipients', merchantId]
export const approveRecipient = (merchantId: string, form: RecipientForm) => api.post(recipientsPath(merchantId), form)
export const removeRecipient = (merchantId: string, id: string) => api.delete(`${recipientsPath(merchantId)}/${id}`)
