import type { StatementEntry, StatementPage } from '../../../../server/src/products/statements/portal-schemas.ts'
import { api, apiAddress } from '../../kit/api.ts'

export type { StatementEntry, StatementPage }

export type Period = { from: string | null; to: string | null }

const path = (merchantId: string) => `/merchants/${merchantId}/statement`

export const readStatement = (merchantId: string, period: Period, cursor: string | null, signal: AbortSignal) =>
  api.get<StatementPage>(path(merchantId), { ...period, cursor }, signal)

export const statementFile = (merchantId: string, period: Period, format: string) =>
  apiAddress(`${path(merchantId)}.${format}`, period)

export const statementKeys = { all: (merchantId: string) => ['statement', merchantId] }
