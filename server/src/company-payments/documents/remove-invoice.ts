import { ApiError } from '../../http/errors.ts'
import { readRequest } from '../requests/read-request.ts'
import { deleteDocument } from './delete-document.ts'
import type { Needs } from './keep-upload.ts'
import type { Document } from './sql.ts'

/** A person takes an invoice away while nobody has decided by it: what was approved keeps what it was approved on. */
export async function removeInvoice(
  needs: Needs & { clock: () => Date },
  { merchantId, id, requestId }: Document,
): Promise<void> {
  const { status } = await readRequest(needs, merchantId, requestId)
  if (status !== 'Pending')
    throw new ApiError('PaymentRequestNotPending', { message: `the payment request is ${status}` })
  await deleteDocument(needs, merchantId, id)
}
