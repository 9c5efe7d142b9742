import type {
  ReconciliationItem,
  ReconciliationView,
} from '../../../../server/src/operations/reconciliation/portal-schemas.ts'
import { api, apiAddress } from '../../kit/api.ts'

export type { ReconciliationItem, ReconciliationView }

export const reconciliationsPath = '/operator/reconciliations'
export const reconciliationsFile = apiAddress(`${reconciliationsPath}.csv`)
export const readReconciliation = (bank: string, day: string) =>
  api.get<ReconciliationView>(`${reconciliationsPath}/${encodeURIComponent(bank)}/${encodeURIComponent(day)}`)

export const reconciliationsKey = ['operator', 'reconciliations']
export const reconciliationKey = (bank: string, day: string) => ['operator', 'reconciliation', bank, day]
