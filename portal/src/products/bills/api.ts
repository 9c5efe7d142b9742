import type {
  BillChange,
  BillForm,
  BillMethods,
  BillPreview,
  BillSummary,
  BillView,
  MadePlan,
  PlanForm,
  PreviewForm,
} from '../../../../server/src/products/bills/portal-schemas.ts'
import type { Ageing } from '../../../../server/src/products/bills/ageing/portal-schemas.ts'
import { api, apiAddress } from '../../kit/api.ts'

export type {
  BillForm,
  BillPreview,
  BillView,
  PreviewForm,
} from '../../../../server/src/products/bills/portal-schemas.ts'

export const billsPath = (merchantId: string) => `/merchants/${merchantId}/bills`
const billPath = (merchantId: string, id: string) => `${billsPath(merchantId)}/${encodeURIComponent(id)}`

export const readBill = (merchantId: string, id: string) => api.get<BillView>(billPath(merchantId, id))
export const makeBill = (merchantId: string, form: BillForm) => api.post<BillView>(billsPath(merchantId), form)
export const makePlan = (merchantId: string, form: PlanForm) =>
  api.post<MadePlan>(`${billsPath(merchantId)}/plans`, form)
export const changeBill = (merchantId: string, id: string, changes: BillChange) =>
  api.put<BillView>(billPath(merchantId, id), changes)
export const previewBill = (merchantId: string, form: PreviewForm) =>
  api.post<BillPreview>(`${billsPath(merchantId)}/preview`, form)
export const readMethods = (merchantId: string) => api.get<BillMethods>(`${billsPath(merchantId)}/methods`)
export const readSummary = (merchantId: string, customerId: string | null) =>
  api.get<BillSummary>(`${billsPath(merchantId)}/summary`, { customerId })

export const readAgeing = (merchantId: string) => api.get<Ageing>(`${billsPath(merchantId)}/ageing`)
export const ageingFile = (merchantId: string, format: 'csv' | 'xlsx') =>
  apiAddress(`${billsPath(merchantId)}/ageing.${format}`)

export const billKeys = {
  all: (merchantId: string) => ['bills', merchantId],
  one: (merchantId: string, id: string) => ['bills', merchantId, id],
  ageing: (merchantId: string) => ['bills', merchantId, 'ageing'],
  methods: (merchantId: string) => ['bill-methods', merchantId],
  summary: (merchantId: string, customerId: string | null) => ['bills', merchantId, 'summary', customerId],
}
