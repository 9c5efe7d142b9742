import type { Sql } from '../../../platform/db/db.ts'
import { reportIfDefect } from '../../../platform/db/defects.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { type Document, countDocuments, lockDocument, markDeleted, selectDocument, selectDocuments } from './sql.ts'
import type { Readable } from 'node:stream'
import { type Needs, keepIncoming } from './store-upload.ts'
import { type Total, totalOfPage } from '../../../platform/db/bounded-count.ts'
import { readCompanyRequest } from '../requests/read-request.ts'
import { withinTime } from '../../../platform/lib/within-time.ts'
import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import { refuseDecided } from '../requests/decide-request.ts'
import { stateAfter, leaseMs } from './states.ts'

export async function readDocument(needs: { sql: Sql }, merchantId: string, id: string): Promise<Document> {
  const document = isUuid(id) ? await selectDocument(needs.sql, merchantId, id) : undefined
  if (document === undefined) throw new ApiError('DocumentNotFound')
  return document
}

/** A document with its bytes, as a stream. */
export async function openDocument(
  needs: Needs,
  merchantId: string,
  id: string,
): Promise<{ document: Document; bytes: Readable }> {
  const document = await keepIncoming(needs, await readDocument(needs, merchantId, id))
  if (document.state !== 'Uploaded') throw new ApiError('DocumentNotUploaded')
  return { document, bytes: await needs.storage.get(document) }
}

/** Short, because a person is waiting for the list. */
const lookSeconds = 3

type ListDocumentsInput = { merchantId: string; requestId: string; limit: number; offset: number }

/** The invoices of a payment request, newest first. If the storage does not respond, their stored state is listed. */
export async function listDocuments(needs: Needs, input: ListDocumentsInput): Promise<Total & { items: Document[] }> {
  const { id: requestId } = await readCompanyRequest(needs, input.merchantId, input.requestId)
  const { limit, offset } = input
  const page = { ...input, requestId, limit: limit + 1 }
  const [total, found] = await Promise.all([countDocuments(needs.sql, page), selectDocuments(needs.sql, page)])
  const items = await Promise.all(
    found
      .slice(0, limit)
      .map(document =>
        withinTime(keepIncoming(needs, document), lookSeconds).catch(reportIfDefect('document', document)),
      ),
  )
  return { ...totalOfPage(total, { offset, items: items.length, isLast: found.length <= limit }), items }
}

/** Deletes an invoice while its request is undecided. The bytes go after the commit, or by the worker if that fails. */
export async function deleteDocument(needs: Needs, merchantId: string, id: string, audit?: Audit): Promise<void> {
  const deleted = await needs.sql.begin(async tx => {
    const document = isUuid(id) ? await lockDocument(tx, merchantId, id) : undefined
    const state = document && stateAfter(document.state, 'delete')
    if (document === undefined || document.requestId === null || state === undefined)
      throw new ApiError('DocumentNotFound')
    await refuseDecided(tx, merchantId, document.requestId)
    await markDeleted(tx, document, state, document.lookAt ?? new Date(needs.clock().getTime() + leaseMs))
    await recordAudit(tx, audit)
    return document
  })
  await needs.storage.delete(deleted).catch(() => {})
}
