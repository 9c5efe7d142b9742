import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { type Document, selectDocument } from './sql.ts'

export async function readDocument(needs: { sql: Sql }, merchantId: string, id: string): Promise<Document> {
  const document = isUuid(id) ? await selectDocument(needs.sql, merchantId, id) : undefined
  if (document === undefined) throw new ApiError('DocumentNotFound')
  return document
}
