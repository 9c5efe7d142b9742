import type { Sql } from '../../../platform/db/db.ts'
import { readSteps } from '../../approvals/read-decision.ts'
import { selectRequestOf } from './sql.ts'

/** Who asked for the payment that a transaction carries out, and who decided what about it. Null: nobody had to be asked. */
export const approvalsReader = (needs: { sql: Sql }) => async (merchantId: string, transactionId: string) => {
  const request = await selectRequestOf(needs.sql, merchantId, transactionId)
  if (request === undefined) return null
  const steps = await readSteps(needs, request)
  return { requestId: request.id, status: request.status, steps }
}
