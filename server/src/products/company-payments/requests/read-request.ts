import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { type CompanyRequest, type ReadRequest, isCompanyRequest, selectRequest } from './sql.ts'

export async function readRequest(needs: { sql: Sql }, merchantId: string, id: string): Promise<ReadRequest> {
  const request = isUuid(id) ? await selectRequest(needs.sql, merchantId, id) : undefined
  if (request === undefined) throw new ApiError('PaymentRequestNotFound')
  return request
}

/** For the API and for invoices, which know company payments only. */
export async function readCompanyRequest(needs: { sql: Sql }, merchantId: string, id: string): Promise<CompanyRequest> {
  const request = await readRequest(needs, merchantId, id)
  if (!isCompanyRequest(request)) throw new ApiError('PaymentRequestNotFound')
  return request
}
