import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { readCompanyRequest } from '../requests/read-request.ts'
import { extensionOf } from './file-kind.ts'
import { addressSeconds, bornDocument, firstLookAfterMs } from './states.ts'
import { insertDocument } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; storage: Storage }
type Named = { merchantId: string; id?: string; name: string; fileName: string; audit?: Audit | undefined }

/** Creates a pending invoice of a payment request and returns its upload address. */
export async function requestUpload(
  needs: Needs,
  { requestId, ...input }: Named & { requestId: string },
): Promise<string> {
  const request = await readCompanyRequest(needs, input.merchantId, requestId)
  return (await makeRoom(needs, { ...input, owner: { requestId: request.id } })).address
}

/** The same for any owner of a document; the caller has checked that the owner exists. */
export async function makeRoom(
  needs: Needs,
  {
    merchantId,
    owner,
    name,
    fileName,
    audit,
    ...input
  }: Named & { owner: { requestId: string } | { disputeId: string } },
): Promise<{ id: string; address: string }> {
  const createdAt = needs.clock()
  const { id = uuidv7(createdAt.getTime()) } = input
  const document = {
    merchantId,
    id,
    requestId: null,
    disputeId: null,
    ...owner,
    state: bornDocument,
    name,
    fileName,
    extension: extensionOf(fileName),
    contentType: null,
    sizeBytes: null,
    createdAt,
    lookAt: new Date(createdAt.getTime() + firstLookAfterMs),
  }
  await needs.sql.begin(async tx => {
    await insertDocument(tx, document)
    await recordAudit(tx, audit)
  })
  return { id, address: await needs.storage.uploadAddress({ merchantId, id }, addressSeconds) }
}

const anyId = '00000000-0000-0000-0000-000000000000'

/** The origin to which browsers upload invoices; null if it is this server. */
export const uploadOrigin = async (storage: Storage): Promise<string | null> =>
  storage.put === undefined ? new URL(await storage.uploadAddress({ merchantId: anyId, id: anyId }, 1)).origin : null
