import type { CancelledCharge, ChargeForm, MadeCharge } from '../../../../server/src/products/pix/portal-schemas.ts'
import type { SimulateBody, SimulatedOutcome } from '../../../../server/src/edges/sandbox/portal-schemas.ts'
import type {
  RefundBody,
  RevealBody,
  RevealedTaxNumber,
  TransactionItem,
  TransactionTotals,
  TransactionView,
  TransactionsPage,
} from '../../../../server/src/products/transaction-search/portal-schemas.ts'
import type {
  NoteForm,
  NoteList,
  NoteView,
} from '../../../../server/src/products/transaction-search/notes/portal-schemas.ts'
import type {
  FilterForm,
  FilterList,
  FilterView,
} from '../../../../server/src/products/transaction-search/saved-filters/portal-schemas.ts'
import { api, apiAddress } from '../../kit/api.ts'

export type {
  FilterView,
  NoteView,
  TransactionTotals,
  TransactionItem,
  TransactionView,
  TransactionsPage,
  SimulateBody,
}

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
export const transactionsFile = (merchantId: string, filters: TransactionFilters, format: string) =>
  apiAddress(`${transactionsPath(merchantId)}.${format}`, filters)

export const readTransaction = (merchantId: string, id: string) =>
  api.get<TransactionView>(transactionPath(merchantId, id))

/** What the list as it is filtered comes to. */
export const readTotals = (merchantId: string, filters: TransactionFilters, signal?: AbortSignal) =>
  api.get<TransactionTotals>(`${transactionsPath(merchantId)}/totals`, filters, signal)

const filtersPath = (merchantId: string) => `/merchants/${merchantId}/saved-filters`

export const listSavedFilters = (merchantId: string) => api.get<FilterList>(filtersPath(merchantId))
export const saveFilter = (merchantId: string, form: FilterForm) => api.post<FilterView>(filtersPath(merchantId), form)
export const deleteFilter = (merchantId: string, id: string) =>
  api.delete<FilterList>(`${filtersPath(merchantId)}/${id}`)

const notesPath = (merchantId: string, id: string) => `${transactionPath(merchantId, id)}/notes`

export const listNotes = (merchantId: string, id: string) => api.get<NoteList>(notesPath(merchantId, id))
export const addNote = (merchantId: string, id: string, form: NoteForm) =>
  api.post<NoteView>(notesPath(merchantId, id), form)
export const deleteNote = (merchantId: string, id: string, noteId: string) =>
  api.delete<NoteList>(`${notesPath(merchantId, id)}/${noteId}`)

export const makeCharge = (merchantId: string, form: ChargeForm) =>
  api.post<MadeCharge>(`/merchants/${merchantId}/charges`, form)

/** How it stands by now: its bank may have yet to confirm. */
export const cancelCharge = (merchantId: string, id: string) =>
  api.post<CancelledCharge>(`${transactionPath(merchantId, id)}/cancel`, {})

export type Refund = TransactionView['refunds'][number]

/** How far the refund is by now: the bank may still be at it. */
export const refundTransaction = (merchantId: string, id: string, body: RefundBody) =>
  api.post<Pick<Refund, 'refundId' | 'amount' | 'state'>>(`${transactionPath(merchantId, id)}/refund`, body)

export const simulateTransaction = (merchantId: string, id: string, body: SimulateBody) =>
  api.post<SimulatedOutcome>(`${transactionPath(merchantId, id)}/simulate`, body)

export const revealTaxNumber = async (merchantId: string, id: string, party: RevealBody['party']) =>
  (await api.post<RevealedTaxNumber>(`${transactionPath(merchantId, id)}/reveal`, { party })).taxNumber ?? ''

export const transactionKeys = {
  all: (merchantId: string) => ['transactions', merchantId],
  one: (merchantId: string, id: string) => ['transaction', merchantId, id],
  totals: (merchantId: string) => ['transaction-totals', merchantId],
  notes: (merchantId: string, id: string) => ['transaction-notes', merchantId, id],
  savedFilters: (merchantId: string) => ['saved-filters', merchantId],
}
