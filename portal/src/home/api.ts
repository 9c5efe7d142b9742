import type { MadeWithdrawal, WithdrawalForm } from '../../../server/src/products/withdrawals/portal-schemas.ts'
import type { HomeView } from '../../../server/src/operations/home/portal-schemas.ts'
import { api } from '../kit/api.ts'

export type { HomeView }

export const readHome = (merchantId: string, days: 7 | 30, signal: AbortSignal) =>
  api.get<HomeView>(`/merchants/${merchantId}/home`, { days }, signal)

export const makeWithdrawal = (merchantId: string, form: WithdrawalForm) =>
  api.post<MadeWithdrawal>(`/merchants/${merchantId}/withdrawals`, form)
