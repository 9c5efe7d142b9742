import type { Upload } from '../../../../server/src/products/company-payments/documents/portal-schemas.ts'
import type {
  CaseForm,
  ContestForm,
  ContestOutcomeForm,
  DecisionForm,
  DefenceForm,
  DisputeItem,
  DisputeList,
  DisputeView,
} from '../../../../server/src/products/disputes/portal-schemas.ts'
import type { DisputeStatistics } from '../../../../server/src/operations/volumes/portal-schemas.ts'
import { api, apiAddress } from '../../kit/api.ts'

export type { DisputeItem, DisputeView } from '../../../../server/src/products/disputes/portal-schemas.ts'

export const disputesPath = (merchantId: string) => `/merchants/${merchantId}/disputes`
const disputePath = (merchantId: string, id: string) => `${disputesPath(merchantId)}/${encodeURIComponent(id)}`

export const disputesKey = ['disputes'] as const

export const readDispute = (merchantId: string, id: string) => api.get<DisputeView>(disputePath(merchantId, id))
export const listDisputesOf = async (merchantId: string, transactionId: string) =>
  (await api.get<DisputeList>(disputesPath(merchantId), { transactionId })).items

/** By the merchant's people, or by an operator for them. */
export const askFileUpload = (merchantId: string, id: string, fileName: string, isOperator: boolean) =>
  api.post<Upload>(`${isOperator ? '/operator' : ''}${disputePath(merchantId, id)}/files`, { fileName })
export const fileAddress = (merchantId: string, id: string, fileId: string) =>
  apiAddress(`${disputePath(merchantId, id)}/files/${fileId}`, { download: true })
export const defendDispute = (merchantId: string, id: string, form: DefenceForm) =>
  api.post<DisputeView>(`${disputePath(merchantId, id)}/defence`, form)

export const readStatistics = (merchantId: string) =>
  api.get<DisputeStatistics>(`/merchants/${merchantId}/dispute-statistics`)

/** By the merchant's people, or by an operator for them. */
export const contestReturn = (merchantId: string, id: string, form: ContestForm, isOperator: boolean) =>
  api.post<DisputeView>(`${isOperator ? '/operator' : ''}${disputePath(merchantId, id)}/contest`, form)
export const endContest = (merchantId: string, id: string, form: ContestOutcomeForm) =>
  api.post<DisputeView>(`/operator${disputePath(merchantId, id)}/contest/outcome`, form)

export const allDisputesPath = '/operator/disputes'
export type Decision = 'return' | 'release'
export const decideDispute = (merchantId: string, id: string, decision: Decision, form: DecisionForm) =>
  api.post<DisputeView>(`/operator${disputePath(merchantId, id)}/${decision}`, form)
export const enterCase = (merchantId: string, form: CaseForm) =>
  api.post<DisputeItem>(`/operator${disputesPath(merchantId)}`, form)
