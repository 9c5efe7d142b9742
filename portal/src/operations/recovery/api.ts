import type {
  OpenRecovery,
  RecoveryView,
  ReleaseForm,
} from '../../../../server/src/operations/recovery/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { RecoveryView }

export const recoveryKey = ['operator', 'recovery']
const readRecovery = () => api.get<OpenRecovery>('/operator/recovery')
export const releaseMoney = (form: ReleaseForm) => api.post<OpenRecovery>('/operator/recovery/release', form)

/** Read again while somebody looks: banks are compared in the background. */
export const recoveryQuery = { queryKey: recoveryKey, queryFn: readRecovery, refetchInterval: 10_000 }
