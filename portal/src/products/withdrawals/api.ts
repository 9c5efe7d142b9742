import type { MadeWithdrawal, WithdrawalForm } from '../../../../server/src/products/withdrawals/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export const makeWithdrawal = (merchantId: string, form: WithdrawalForm) =>
  api.post<MadeWithdrawal>(`/merchants/${merchantId}/withdrawals`, form)
