import type { DocumentList, Upload } from '../../../../server/src/products/company-payments/documents/portal-schemas.ts'
import type {
  AccountForm,
  AccountView,
  ReceiverDetail,
  ReceiverForm,
  ReceiverItem,
  ReceiverList,
} from '../../../../server/src/products/company-payments/receivers/portal-schemas.ts'
import type {
  CreatedRequest,
  RequestDetail,
  RequestForm,
} from '../../../../server/src/products/company-payments/requests/portal-schemas.ts'
import { api, apiAddress } from '../../kit/api.ts'

const of = (merchantId: string) => `/merchants/${merchantId}`

export const receiversPath = (merchantId: string) => `${of(merchantId)}/receivers`
const receiverPath = (merchantId: string, id: string) => `${receiversPath(merchantId)}/${encodeURIComponent(id)}`

export const findApprovedReceivers = (merchantId: string, search: string) =>
  api.get<ReceiverList>(receiversPath(merchantId), { status: 'Approved', search: search.trim(), limit: 20 })
export const readReceiver = (merchantId: string, id: string) => api.get<ReceiverDetail>(receiverPath(merchantId, id))
export const registerReceiver = (merchantId: string, form: ReceiverForm) =>
  api.post<ReceiverItem>(receiversPath(merchantId), form)
export const changeReceiver = (merchantId: string, id: string, form: ReceiverForm) =>
  api.put<ReceiverItem>(receiverPath(merchantId, id), form)
export const addAccount = (merchantId: string, receiverId: string, form: AccountForm) =>
  api.post<AccountView>(`${receiverPath(merchantId, receiverId)}/accounts`, form)

export const requestsPath = (merchantId: string) => `${of(merchantId)}/requests`
const requestPath = (merchantId: string, id: string) => `${requestsPath(merchantId)}/${encodeURIComponent(id)}`

export const readRequest = (merchantId: string, id: string) => api.get<RequestDetail>(requestPath(merchantId, id))
export const makeRequest = (merchantId: string, form: RequestForm) =>
  api.post<CreatedRequest>(requestsPath(merchantId), form)

export type Decision = 'approve' | 'reject'

/** A merchant's people decide for the merchant; the operator beside them, where the policy asks for it. */
export const decideRequest = (
  { id, merchant, mine }: Pick<RequestDetail, 'id' | 'merchant' | 'mine'>,
  decision: Decision,
  comment: string,
) => {
  const path = requestPath(merchant.id, id)
  return api.post(`${mine.decideAs === 'Operator' ? '/operator' : ''}${path}/${decision}`, said(comment))
}
export const cancelRequest = (merchantId: string, id: string, comment: string) =>
  api.post(`${requestPath(merchantId, id)}/cancel`, said(comment))

const said = (comment: string) => (comment.trim() === '' ? {} : { comment: comment.trim() })

export const readDocuments = async (merchantId: string, requestId: string) =>
  (await api.get<DocumentList>(`${requestPath(merchantId, requestId)}/documents`)).items
export const askUpload = (merchantId: string, requestId: string, fileName: string) =>
  api.post<Upload>(`${requestPath(merchantId, requestId)}/documents`, { fileName })
export const deleteDocument = (merchantId: string, id: string) => api.delete(`${of(merchantId)}/documents/${id}`)

export const contentAddress = (merchantId: string, id: string) =>
  apiAddress(`${of(merchantId)}/documents/${id}/content`)
export const downloadAddress = (merchantId: string, id: string) =>
  apiAddress(`${of(merchantId)}/documents/${id}/content`, { download: true })

export const requestKeys = {
  /** Of every merchant: an operator decides them, too. */
  everywhere: ['requests'],
  all: (merchantId: string) => ['requests', merchantId],
  one: (merchantId: string, id: string) => ['requests', merchantId, id],
  documents: (merchantId: string, id: string) => ['requests', merchantId, id, 'documents'],
}

export const receiverKeys = {
  all: (merchantId: string) => ['receivers', merchantId],
  one: (merchantId: string, id: string | null) => ['receivers', merchantId, id],
}
