import type { Sql } from '../../db/db.ts'
import { ApiError } from '../../http/errors.ts'
import { isUuid } from '../../lib/uuid.ts'
import { type Document, selectDocument } from './sql.ts'

export async function readDocument(needs: { sql: Sql }, merchantId: string, id: string): Promise<Document> {
  const document = isUuid(id) ? await selectDocument(needs.sql, merchantId, id) : undefined
  if (document === undefined) throw new ApiError('DocumentNotFound')
  return document
}
