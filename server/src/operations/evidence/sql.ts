import type { Sql, Tx } from '../../platform/db/db.ts'

/** A row of `evidence_files`. The bytes are in the storage of files. */
export type EvidenceFile = {
  merchantId: string
  id: string
  /** The payment that it is about; null: none, or not known yet. */
  transactionId: string | null
  fileName: string
  extension: string
  contentType: string
  sizeBytes: bigint
  sha256: string
  uploadedBy: string
  createdAt: Date
  /** When an act or its request first referred to it; null: not yet. */
  usedAt: Date | null
}

export const insertEvidence = (sql: Sql, f: EvidenceFile) => sql`
  insert into evidence_files (merchant_id, id, transaction_id, file_name, extension, content_type, size_bytes, sha256,
                              uploaded_by, created_at, used_at)
  values (${f.merchantId}, ${f.id}, ${f.transactionId}, ${f.fileName}, ${f.extension}, ${f.contentType}, ${f.sizeBytes},
          ${f.sha256}, ${f.uploadedBy}, ${f.createdAt}, ${f.usedAt})`

export const selectEvidence = async (sql: Sql, merchantId: string, id: string): Promise<EvidenceFile | undefined> => {
  const [file] = await sql<
    EvidenceFile[]
  >`select * from evidence_files where merchant_id = ${merchantId} and id = ${id}`
  return file
}

export const markUsed = async (
  sql: Sql,
  { merchantId, id, transactionId, at }: Pick<EvidenceFile, 'merchantId' | 'id' | 'transactionId'> & { at: Date },
): Promise<EvidenceFile | undefined> => {
  const [file] = await sql<EvidenceFile[]>`
    update evidence_files set used_at = coalesce(used_at, ${at}), transaction_id = coalesce(transaction_id, ${transactionId})
     where merchant_id = ${merchantId} and id = ${id} returning *`
  return file
}

export const deleteUnused = (sql: Sql, merchantId: string, before: Date, most: number) => sql<EvidenceFile[]>`
  delete from evidence_files
   where merchant_id = ${merchantId} and id in (
     select id from evidence_files where merchant_id = ${merchantId} and used_at is null and created_at < ${before} limit ${most})
   returning *`

export const selectOfPayments = (sql: Sql, merchantId: string, transactionIds: string[]) => sql<EvidenceFile[]>`
  select * from evidence_files where merchant_id = ${merchantId} and transaction_id = any(${transactionIds}::uuid[]) order by id`

export const deleteOfPayments = (tx: Tx, merchantId: string, transactionIds: string[]) => tx<EvidenceFile[]>`
  delete from evidence_files where merchant_id = ${merchantId} and transaction_id = any(${transactionIds}::uuid[]) returning *`
