import type { Sql } from '../../../platform/db/db.ts'
import { selectRequestOf, selectSteps } from './sql.ts'

/** Who asked for the payment that a transaction carries out, and who decided what about it. Null: nobody had to be asked. */
export const approvalsReader = (needs: { sql: Sql }) => async (merchantId: string, transactionId: string) => {
  const request = await selectRequestOf(needs.sql, merchantId, transactionId)
  if (request === undefined) return null
  const steps = await selectSteps(needs.sql, merchantId, request.id)
  return { requestId: request.id, status: request.status, steps }
}
