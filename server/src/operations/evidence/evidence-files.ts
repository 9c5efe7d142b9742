import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid, uuidv7 } from '../../platform/lib/uuid.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { kindOf } from '../../products/company-payments/documents/file-kind.ts'
import {
  type EvidenceFile,
  deleteOfPayments,
  deleteUnused,
  insertEvidence,
  markUsed,
  selectEvidence,
  selectOfPayments,
} from './sql.ts'

export type { EvidenceFile } from './sql.ts'

export type EvidenceNeeds = { sql: Sql; clock: () => Date; fileStorage: FileStorage }

/** The largest file: 5 MB. */
export const mostBytes = 5 * 1024 * 1024
const unusedForMs = 24 * 60 * 60_000
const mostDeleted = 20

export const storedName = (id: string): string => `evidence/${id}`

type NewEvidence = { merchantId: string; fileName: string; bytes: Buffer; by: string }

/** Stores a file for the reason of an act that follows; one that no act refers to within a day is deleted. */
export async function uploadEvidence(needs: EvidenceNeeds, { merchantId, fileName, bytes, by }: NewEvidence) {
  if (bytes.length > mostBytes) throw new ApiError('BodyTooLarge')
  const kind = kindOf(bytes)
  if (kind === null) throw new ApiError('DocumentTypeNotAllowed')
  const now = needs.clock()
  const unused = await deleteUnused(needs.sql, merchantId, new Date(now.getTime() - unusedForMs), mostDeleted)
  for (const { id } of unused) await needs.fileStorage.delete(storedName(id))
  const file: EvidenceFile = {
    merchantId,
    id: uuidv7(now.getTime()),
    transactionId: null,
    fileName: fileName.trim(),
    extension: kind.extensions[0],
    contentType: kind.contentType,
    sizeBytes: BigInt(bytes.length),
    sha256: hash('sha256', bytes, 'hex'),
    uploadedBy: by,
    createdAt: now,
    usedAt: null,
  }
  await needs.fileStorage.write(storedName(file.id), Readable.from([bytes]))
  await insertEvidence(needs.sql, file)
  return file
}

export async function readEvidence({ sql }: { sql: Sql }, merchantId: string, id: string): Promise<EvidenceFile> {
  const file = isUuid(id) ? await selectEvidence(sql, merchantId, id) : undefined
  if (file === undefined) throw new ApiError('DocumentNotFound')
  return file
}

type Referring = { evidence?: string | undefined; evidenceFileId?: string | undefined }

/** The text of a form with its file by name, checksum and id: so it is in the request, in the audit log and in the books. */
export async function withEvidenceFile<Form extends Referring>(
  needs: EvidenceNeeds,
  { evidenceFileId: id, ...form }: Form,
  about: { merchantId: string; transactionId: string | null },
): Promise<Omit<Form, 'evidenceFileId'>> {
  if (id === undefined) return form
  const file = isUuid(id) ? await markUsed(needs.sql, { ...about, id, at: needs.clock() }) : undefined
  if (file === undefined) throw new ApiError('DocumentNotFound')
  const { fileName, sha256 } = file
  return { ...form, evidence: `${form.evidence ?? ''} (${fileName}, sha256 ${sha256}, ${id})`.trim() }
}

type OfPayments = { merchantId: string; transactionIds: string[] }
type Reading = { fileStorage: Pick<FileStorage, 'read'> }

async function wholeOf({ fileStorage }: Reading, { id, fileName, contentType, createdAt }: EvidenceFile) {
  const bytes = (await buffer(await fileStorage.read(storedName(id)))).toString('base64')
  return { id, createdAt, data: { file_name: fileName, content_type: contentType, bytes } }
}

/** The files about payments with their bytes. */
export async function* readEvidenceOf(needs: Reading & { sql: Sql }, { merchantId, transactionIds }: OfPayments) {
  for (const file of await selectOfPayments(needs.sql, merchantId, transactionIds)) yield await wholeOf(needs, file)
}

/** Deletes the files about payments, and yields each with its bytes. The bytes themselves go when this has committed. */
export async function* eraseEvidence(needs: Reading, tx: Tx, { merchantId, transactionIds }: OfPayments) {
  if (transactionIds.length === 0) return
  for (const file of await deleteOfPayments(tx, merchantId, transactionIds)) yield await wholeOf(needs, file)
}
