import type {
  BatchDetail,
  BatchForm,
  MadeBatch,
  PayoutCheckForm,
  PayoutCheckView,
  PreviewView,
  QueueList,
  RowItem,
  WrittenRows,
} from '../../../../server/src/products/payout-batches/portal-schemas.ts'
import type { BatchKind } from '../../../../server/src/products/payout-batches/states.ts'
import { api, apiAddress } from '../../kit/api.ts'
import { base64Of } from '../../kit/base64-file.ts'

export type { BatchDetail, BatchKind, PayoutCheckForm, PayoutCheckView, PreviewView, RowItem }
export type WrittenRow = WrittenRows['rows'][number]
export type Again = NonNullable<BatchForm['again']>

const batchesPath = (merchantId: string) => `/merchants/${merchantId}/payout-batches`
const batchPath = (merchantId: string, id: string) => `${batchesPath(merchantId)}/${encodeURIComponent(id)}`
export const rowsPath = (merchantId: string, id: string) => `${batchPath(merchantId, id)}/rows`

export const readBatch = (merchantId: string, id: string) => api.get<BatchDetail>(batchPath(merchantId, id))
export const readUnpaid = (merchantId: string, id: string) =>
  api.get<WrittenRows>(`${batchPath(merchantId, id)}/unpaid`)
export const makeBatch = (merchantId: string, form: BatchForm) => api.post<MadeBatch>(batchesPath(merchantId), form)
export const checkRows = (merchantId: string, kind: BatchKind, rows: WrittenRow[]) =>
  api.post<PreviewView>(`${batchesPath(merchantId)}/check`, { kind, rows })
export const readFile = async (merchantId: string, kind: BatchKind, file: File) =>
  api.post<PreviewView>(`${batchesPath(merchantId)}/read`, { kind, file: await base64Of(file) })
export const checkPayout = (merchantId: string, form: PayoutCheckForm) =>
  api.post<PayoutCheckView>(`${batchesPath(merchantId)}/check-one`, form)
export const readQueue = async () => (await api.get<QueueList>('/operator/payout-batches')).items

/** A merchant's people decide for the merchant; the operator beside them, where the policy asks for it. */
export const decideBatch = (
  { id, merchant, mine }: Pick<BatchDetail, 'id' | 'merchant' | 'mine'>,
  act: 'approve' | 'reject' | 'cancel',
  comment: string,
) => {
  const realm = act === 'cancel' ? null : mine.decideAs
  return api.post(`${pathFor(realm)}${batchPath(merchant.id, id)}/${act}`, said(comment))
}

export const stopBatch = ({ id, merchant, stopAs }: Pick<BatchDetail, 'id' | 'merchant' | 'stopAs'>, comment: string) =>
  api.post(`${pathFor(stopAs)}${batchPath(merchant.id, id)}/stop`, said(comment))

const pathFor = (realm: BatchDetail['stopAs']) => (realm === 'Operator' ? '/operator' : '')
const said = (comment: string) => (comment.trim() === '' ? {} : { comment: comment.trim() })

export const resultAddress = (merchantId: string, id: string) => apiAddress(`${batchPath(merchantId, id)}/result`)
export const templateAddress = (merchantId: string, kind: BatchKind) =>
  apiAddress(`${batchesPath(merchantId)}/template`, { kind })
