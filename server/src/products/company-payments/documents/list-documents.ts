import type { Total } from '../../../platform/db/bounded-count.ts'
import { readCompanyRequest } from '../requests/read-request.ts'
import { type Needs, keepIncoming } from './store-upload.ts'
import { withinTime } from '../../../platform/lib/within-time.ts'
import { type Document, countDocuments, selectDocuments } from './sql.ts'

/** How long a list waits for the storage: somebody is looking at the screen. */
const lookSeconds = 3

type ListDocumentsInput = { merchantId: string; requestId: string; limit: number; offset: number }

/** The invoices of a payment request, newest first. If the storage does not answer, they are listed as they are. */
export async function listDocuments(needs: Needs, input: ListDocumentsInput): Promise<Total & { items: Document[] }> {
  const { id: requestId } = await readCompanyRequest(needs, input.merchantId, input.requestId)
  const page = { ...input, requestId }
  const [total, found] = await Promise.all([countDocuments(needs.sql, page), selectDocuments(needs.sql, page)])
  const items = await Promise.all(
    found.map(document => withinTime(keepIncoming(needs, document), lookSeconds).catch(() => document)),
  )
  return { ...total, items }
}
