import type { Tx } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { lockRequest } from './sql.ts'

/** Only while a request is pending; under its lock, so that nobody decides meanwhile. */
export async function refuseDecided(tx: Tx, merchantId: string, id: string): Promise<void> {
  const request = await lockRequest(tx, merchantId, id)
  if (request === undefined) throw new ApiError('PaymentRequestNotFound')
  if (request.status !== 'Pending')
    throw new ApiError('PaymentRequestNotPending', { message: `the payment request is ${request.status}` })
}
