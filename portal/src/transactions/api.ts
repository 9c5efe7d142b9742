import type { SimulateBody, SimulatedOutcome } from '../../../server/src/sandbox/portal-schemas.ts'
import type {
  RefundBody,
  RevealBody,
  RevealedTaxNumber,
  TransactionItem,
  TransactionView,
  TransactionsPage,
} from '../../../server/src/transaction-search/portal-schemas.ts'
import { api, apiAddress } from '../kit/api.ts'

export type { TransactionItem, TransactionView, TransactionsPage, SimulateBody }

export type TransactionFilters = Record<
  'q' | 'state' | 'operation' | 'from' | 'to' | 'leastAmount' | 'mostAmount',
  string | null
>

const transactionsPath = (merchantId: string) => `/merchants/${merchantId}/transactions`
const transactionPath = (merchantId: string, id: string) => `${transactionsPath(merchantId)}/${encodeURIComponent(id)}`

type Page = { cursor?: string | null; limit?: number }

export const listTransactions = (merchantId: string, query: Partial<TransactionFilters> & Page, signal?: AbortSignal) =>
  api.get<TransactionsPage>(transactionsPath(merchantId), query, signal)

/** Where the list as it is filtered can be downloaded. */
export const transactionsFile = (merchantId: string, filters: TransactionFilters) =>
  apiAddress(`${transactionsPath(merchantId)}.csv`, filters)

export const readTransaction = (merchantId: string, id: string) =>
  api.get<TransactionView>(transactionPath(merchantId, id))

export type Refund = TransactionView['refunds'][number]

/** How far the refund is by now: the bank may still be at it. */
export const refundTransaction = (merchantId: string, id: string, body: RefundBody) =>
  api.post<Pick<Refund, 'refundId' | 'amount' | 'state'>>(`${transactionPath(merchantId, id)}/refund`, body)

export const simulateTransaction = (merchantId: string, id: string, body: SimulateBody) =>
  api.post<SimulatedOutcome>(`${transactionPath(merchantId, id)}/simulate`, body)

export const revealTaxNumber = async (merchantId: string, id: string, party: RevealBody['party']) =>
  (await api.post<RevealedTaxNumber>(`${transactionPath(merchantId, id)}/reveal`, { party })).taxNumber ?? ''
