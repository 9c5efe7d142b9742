import type { Sql } from '../../db/db.ts'
import { ApiError } from '../../http/errors.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { ReadStep } from './approval-step.ts'
import { type ReadRequest, selectRequest, selectSteps } from './sql.ts'

export async function readRequest(needs: { sql: Sql }, merchantId: string, id: string): Promise<ReadRequest> {
  const request = isUuid(id) ? await selectRequest(needs.sql, merchantId, id) : undefined
  if (request === undefined) throw new ApiError('PaymentRequestNotFound')
  return request
}

/** Who asked for it and who decided what about it, in order. */
export const readFlow = (needs: { sql: Sql }, { merchantId, id }: ReadRequest): Promise<ReadStep[]> =>
  selectSteps(needs.sql, merchantId, id)
