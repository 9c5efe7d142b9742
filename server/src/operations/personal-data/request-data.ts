import type { Sql } from '../../platform/db/db.ts'
import { isGenuineTaxNumber, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { normalizePixKey } from '../../platform/brazil/pix-key.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Key } from '../../platform/lib/seal.ts'
import { isUuid, uuidv7 } from '../../platform/lib/uuid.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import type { Audit, AuditKey } from '../../tenancy/audit-log/act.ts'
import { recordAudit, recordAuditAlone } from '../../tenancy/audit-log/record-audit.ts'
import type { ChangeNeeds } from '../../tenancy/merchants/read-merchant.ts'
import { markErasedKeys } from '../../tenancy/merchants/set-terms.ts'
import { sealPerson } from './kept-data.ts'
import { type Person, personHashes } from './person.ts'
import { insertRequest, selectOpen, selectRequest, selectRequests } from './sql.ts'
import { type DataRequest, type RequestKind, firstProgress, requestMove } from './states.ts'
import { type ExportFormat, storedName } from './write-export.ts'

type Needs = ChangeNeeds & { clock: () => Date; storageKey: Key; auditKey: AuditKey }

export type Named = {
  taxNumber?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  name?: string | undefined
}

/** The person that somebody typed. A name alone is not enough: many people share it. */
export function readNamed({ taxNumber, email, phone, name }: Named): Person {
  if (taxNumber !== undefined && !isGenuineTaxNumber(taxNumber)) throw new ApiError('CounterpartyTaxNumberInvalid')
  const keys = [email, phone].filter(key => key !== undefined).map(normalizePixKey)
  const documents = taxNumber === undefined ? [] : [normalizeTaxNumber(taxNumber)]
  if (documents.length + keys.length === 0) throw new ApiError('PersonNotNamed')
  return { documents, keys, names: name === undefined ? [] : [name.trim()], personIds: [] }
}

type RequestDataInput = {
  id: string
  merchantId: string | null
  kind: RequestKind
  person: Person
  by: string
  audit: Audit
}

/** Requests the file of a person, or the erasure. The same request that is still under way is returned as it is. */
export async function requestData(
  needs: Needs,
  { id, merchantId, kind, person, by, audit }: RequestDataInput,
): Promise<DataRequest> {
  const requested = await needs.sql.begin(async tx => {
    const now = needs.clock()
    const request: DataRequest = {
      id,
      merchantId,
      kind,
      state: requestMove('request').to,
      personHashes: personHashes(person, needs.auditKey.key).toSorted(),
      sealedPerson: sealPerson(needs, id, person),
      requestedBy: by,
      attempts: 0,
      progress: firstProgress,
      found: {},
      kept: {},
      waiting: 0,
      nextStepAt: now,
      fault: null,
      createdAt: now,
      doneAt: null,
      endsAt: null,
    }
    const isNew = await insertRequest(tx, request)
    // Others remember a merchant for seconds: all of them know it when a worker begins.
    if (kind === 'erasure' && merchantId !== null) await markErasedKeys(tx, merchantId)
    await recordAudit(tx, audit)
    return isNew ? request : ((await selectOpen(tx, request)) ?? request)
  })
  if (merchantId !== null) needs.readMerchant?.invalidate(merchantId)
  return requested
}

export const newRequestId = ({ clock }: { clock: () => Date }) => uuidv7(clock().getTime())

export const listDataRequests = (
  { sql }: { sql: Sql },
  of: { merchantId: string | null; before: string | undefined; limit: number },
) => selectRequests(sql, of)

export async function readDataRequest(
  { sql }: { sql: Sql },
  id: string,
  merchantId: string | null,
): Promise<DataRequest> {
  const found = isUuid(id) ? await selectRequest(sql, id) : undefined
  if (found === undefined || found.merchantId !== merchantId) throw new ApiError('DataRequestNotFound')
  return found
}

/** The file of an access, recorded before it is sent. */
export async function openExport(
  needs: { sql: Sql; clock: () => Date; fileStorage: FileStorage },
  { id, merchantId, format, audit }: { id: string; merchantId: string | null; format: ExportFormat; audit: Audit },
) {
  const { endsAt } = await readDataRequest(needs, id, merchantId)
  if (endsAt === null || endsAt <= needs.clock()) throw new ApiError('DataRequestNotFound')
  await recordAuditAlone(needs, audit)
  return needs.fileStorage.read(storedName(id, format))
}
