import type { Upload } from '../../../../server/src/products/company-payments/documents/portal-schemas.ts'
import type {
  CaseForm,
  DecisionForm,
  DefenceForm,
  DisputeItem,
  DisputeList,
  DisputeView,
} from '../../../../server/src/products/disputes/portal-schemas.ts'
import { api, apiAddress } from '../../kit/api.ts'

export type { DisputeItem, DisputeView } from '../../../../server/src/products/disputes/portal-schemas.ts'

export const disputesPath = (merchantId: string) => `/merchants/${merchantId}/disputes`
const disputePath = (merchantId: string, id: string) => `${disputesPath(merchantId)}/${encodeURIComponent(id)}`

export const disputesKey = ['disputes'] as const

export const readDispute = (merchantId: string, id: string) => api.get<DisputeView>(disputePath(merchantId, id))
export const listDisputesOf = async (merchantId: string, transactionId: string) =>
  (await api.get<DisputeList>(disputesPath(merchantId), { transactionId })).items

export const askFileUpload = (merchantId: string, id: string, fileName: string) =>
  api.post<Upload>(`${disputePath(merchantId, id)}/files`, { fileName })
export const fileAddress = (merchantId: string, id: string, fileId: string) =>
  apiAddress(`${disputePath(merchantId, id)}/files/${fileId}`, { download: true })
export const defendDispute = (merchantId: string, id: string, form: DefenceForm) =>
  api.post<DisputeView>(`${disputePath(merchantId, id)}/defence`, form)

export const allDisputesPath = '/operator/disputes'
export type Decision = 'return' | 'release'
export const decideDispute = (merchantId: string, id: string, decision: Decision, form: DecisionForm) =>
  api.post<DisputeView>(`/operator${disputePath(merchantId, id)}/${decision}`, form)
export const enterCase = (merchantId: string, form: CaseForm) =>
  api.post<DisputeItem>(`/operator${disputesPath(merchantId)}`, form)
