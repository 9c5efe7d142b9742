import type { SimulateBody, SimulatedOutcome } from '../../../server/src/sandbox/portal-schemas.ts'
import type {
  RefundBody,
  RevealBody,
  RevealedTaxNumber,
  SaleItem,
  SaleView,
  SalesPage,
} from '../../../server/src/transaction-search/portal-schemas.ts'
import { api, apiAddress } from '../kit/api.ts'

export type { SaleItem, SaleView, SalesPage, SimulateBody }

export type SalesFilters = Record<
  'q' | 'state' | 'operation' | 'from' | 'to' | 'leastAmount' | 'mostAmount',
  string | null
>

const salesPath = (merchantId: string) => `/merchants/${merchantId}/transactions`
const salePath = (merchantId: string, id: string) => `${salesPath(merchantId)}/${encodeURIComponent(id)}`

type Page = { cursor?: string | null; limit?: number }

export const listSales = (merchantId: string, query: Partial<SalesFilters> & Page, signal?: AbortSignal) =>
  api.get<SalesPage>(salesPath(merchantId), query, signal)

/** Where the list as it is filtered can be downloaded. */
export const salesFile = (merchantId: string, filters: SalesFilters) =>
  apiAddress(`${salesPath(merchantId)}.csv`, filters)

export const readSale = (merchantId: string, id: string) => api.get<SaleView>(salePath(merchantId, id))

export const refundSale = (merchantId: string, id: string, body: RefundBody) =>
  api.post(`${salePath(merchantId, id)}/refund`, body)

export const simulateSale = (merchantId: string, id: string, body: SimulateBody) =>
  api.post<SimulatedOutcome>(`${salePath(merchantId, id)}/simulate`, body)

export const revealTaxNumber = async (merchantId: string, id: string, party: RevealBody['party']) =>
  (await api.post<RevealedTaxNumber>(`${salePath(merchantId, id)}/reveal`, { party })).taxNumber ?? ''
