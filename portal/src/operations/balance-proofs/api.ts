import type {
  AdjustmentItem,
  BalanceView,
  EnterForm,
  OwnPostingForm,
  ProofView,
} from '../../../../server/src/operations/balance-proofs/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { AdjustmentItem, BalanceView, OwnPostingForm, ProofView }

const balancePath = (id: string) => `/operator/bank-connections/${encodeURIComponent(id)}/balance`
export const readBalance = (id: string) => api.get<BalanceView>(balancePath(id))
export const proveBalance = (id: string) => api.post<BalanceView>(`${balancePath(id)}/proofs`)
export const enterBalance = (id: string, form: EnterForm) => api.post<BalanceView>(`${balancePath(id)}/entries`, form)
export const postOwn = (id: string, form: OwnPostingForm) => api.post<BalanceView>(`${balancePath(id)}/postings`, form)

export const balanceKey = (id: string) => ['operator', 'bank-balance', id]
