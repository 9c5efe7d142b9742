import type { Total } from '../../db/bounded-count.ts'
import { readRequest } from '../requests/read-request.ts'
import { type Needs, keepIncoming } from './keep-upload.ts'
import { type Document, countDocuments, selectDocuments } from './sql.ts'

type Wanted = { merchantId: string; requestId: string; limit: number; offset: number }

/** The invoices of a payment request, newest first. A storage that does not answer is no reason not to list them. */
export async function listDocuments(needs: Needs, wanted: Wanted): Promise<Total & { items: Document[] }> {
  const { id: requestId } = await readRequest(needs, wanted.merchantId, wanted.requestId)
  const page = { ...wanted, requestId }
  const [total, found] = await Promise.all([countDocuments(needs.sql, page), selectDocuments(needs.sql, page)])
  const items = await Promise.all(found.map(document => keepIncoming(needs, document).catch(() => document)))
  return { ...total, items }
}
