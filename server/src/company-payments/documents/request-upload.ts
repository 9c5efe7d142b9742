import type { Sql } from '../../db/db.ts'
import type { Storage } from '../../storage/storage.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { readRequest } from '../requests/read-request.ts'
import { extensionOf } from './file-kind.ts'
import { addressSeconds, firstLookAfterMs } from './limits.ts'
import { insertDocument } from './sql.ts'
import { bornDocument } from './states.ts'

type Wanted = { merchantId: string; id?: string; requestId: string; name: string; fileName: string }

/** Makes room for an invoice of a payment request, and answers where to send it. */
export async function requestUpload(
  needs: { sql: Sql; clock: () => Date; storage: Storage },
  { merchantId, requestId, name, fileName, ...wanted }: Wanted,
): Promise<string> {
  const request = await readRequest(needs, merchantId, requestId)
  const createdAt = needs.clock()
  const { id = uuidv7(createdAt.getTime()) } = wanted
  await insertDocument(needs.sql, {
    merchantId,
    id,
    requestId: request.id,
    state: bornDocument,
    name,
    fileName,
    extension: extensionOf(fileName),
    contentType: null,
    sizeBytes: null,
    createdAt,
    lookAt: new Date(createdAt.getTime() + firstLookAfterMs),
  })
  return needs.storage.uploadAddress({ merchantId, id }, addressSeconds)
}
