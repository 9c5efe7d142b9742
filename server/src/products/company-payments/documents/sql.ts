import { type Total, countRows } from '../../../platform/db/bounded-count.ts'
import { type Sql, type Tx, rows } from '../../../platform/db/db.ts'
import { perMerchantWithRows } from '../../../platform/db/per-merchant.ts'
import type { StoredId } from '../../../platform/storage/storage.ts'
import type { DocumentState } from './states.ts'

/** A row of `documents`. */
export type Document = {
  merchantId: string
  id: string
  /** A document belongs to a payment request, or to a dispute. */
  requestId: string | null
  disputeId: string | null
  state: DocumentState
  name: string
  fileName: string
  /** From the file name until the file was uploaded; then from its bytes. */
  extension: string
  contentType: string | null
  sizeBytes: bigint | null
  createdAt: Date
  lookAt: Date | null
  /** Until then one process moves its bytes. */
  busyUntil: Date | null
}

export const insertDocument = (sql: Sql | Tx, document: Omit<Document, 'busyUntil'>) => sql`
  insert into documents (merchant_id, id, request_id, dispute_id, state, name, file_name, extension, content_type,
                         size_bytes, created_at, look_at)
  select merchant_id, id, request_id, dispute_id, state, name, file_name, extension, content_type, size_bytes,
         created_at, look_at
    from json_populate_recordset(null::documents, ${rows([document])}::text::json)`

export const selectDocument = async (sql: Sql, merchantId: string, id: string): Promise<Document | undefined> => {
  const [document] = await sql<Document[]>`
    select * from documents where merchant_id = ${merchantId} and id = ${id} and state <> 'Deleted'`
  return document
}

export const lockDocument = async (tx: Tx, merchantId: string, id: string): Promise<Document | undefined> => {
  const [document] = await tx<Document[]>`
    select * from documents where merchant_id = ${merchantId} and id = ${id} for update`
  return document
}

/** Those of the payment requests and disputes of these payments. */
export const selectDocumentsOfPayments = (sql: Sql | Tx, merchantId: string, transactionIds: string[]) => sql<
  Document[]
>`
  select * from documents
   where merchant_id = ${merchantId}
     and (request_id in (select id from payment_requests where merchant_id = ${merchantId} and transaction_id = any(${transactionIds}::uuid[]))
       or dispute_id in (select id from disputes where merchant_id = ${merchantId} and transaction_id = any(${transactionIds}::uuid[])))
   order by id`

export const lockDocumentsOfPayments = (tx: Tx, merchantId: string, transactionIds: string[]) => tx<Document[]>`
  ${selectDocumentsOfPayments(tx, merchantId, transactionIds)} for update`

/** Hides it from every reader; a worker deletes its bytes and its row later. */
export const markDeleted = (tx: Tx, { merchantId, id }: Document, state: DocumentState, lookAt: Date) => tx`
  update documents set state = ${state}, look_at = ${lookAt} where merchant_id = ${merchantId} and id = ${id}`

/** The right of one process to move the bytes of a document until a time. Every write checks that time. */
export type Lease = { document: Document; until: Date }

/** Only one process holds it. A lease starts after the last one has expired, so no two expire at the same time. */
export const takeLease = async (
  sql: Sql,
  { merchantId, id }: StoredId,
  now: Date,
  until: Date,
): Promise<Lease | undefined> => {
  const [document] = await sql<Document[]>`
    update documents set busy_until = ${until}
     where merchant_id = ${merchantId} and id = ${id} and (busy_until is null or busy_until <= ${now})
    returning *`
  return document && { document, until }
}

const isHeldBy = (sql: Sql, { document, until }: Lease) => sql`
  merchant_id = ${document.merchantId} and id = ${document.id} and busy_until = ${until}`

export const releaseLease = (sql: Sql, lease: Lease) => sql`
  update documents set busy_until = null where ${isHeldBy(sql, lease)}`

/** Returns undefined if the document was deleted or the lease has expired. */
export const confirmUpload = async (sql: Sql, lease: Lease, { state, extension, contentType, sizeBytes }: Document) => {
  const [document] = await sql<Document[]>`
    update documents
       set state = ${state}, extension = ${extension}, content_type = ${contentType}, size_bytes = ${sizeBytes},
           busy_until = null
     where ${isHeldBy(sql, lease)} and state = ${lease.document.state}
    returning *`
  return document
}

/** After this no upload is possible. */
export const endLooks = (sql: Sql, lease: Lease) => sql`
  update documents set look_at = null, busy_until = null
   where ${isHeldBy(sql, lease)} and state = ${lease.document.state}`

export const deleteRow = (sql: Sql, lease: Lease) => sql`
  delete from documents where ${isHeldBy(sql, lease)} and state = ${lease.document.state}`

/** Writes only for the worker that leased it last: `look_at` is the lease. */
export const planLook = (sql: Sql, { merchantId, id, lookAt: leasedUntil }: Document, lookAt: Date) => sql`
  update documents set look_at = ${lookAt}
   where merchant_id = ${merchantId} and id = ${id} and look_at = ${leasedUntil}`

export const claimDocuments = (sql: Sql, now: Date, leaseUntil: Date, most: number) =>
  perMerchantWithRows(
    sql,
    most,
    () => sql`select merchant_id from documents where look_at <= ${now} group by 1 order by min(look_at) limit ${most}`,
    (own, share) => sql<Document[]>`
      with due as (
        select merchant_id, id from documents where look_at <= ${now} ${own.tenantFilter('merchant_id')}
         order by look_at limit ${share} for update skip locked)
      update documents d set look_at = ${leaseUntil} from due
       where d.merchant_id = due.merchant_id and d.id = due.id ${own.tenantFilter('d.merchant_id')}
      returning d.*`,
  )

type Page = { merchantId: string; requestId: string; limit: number; offset: number }

export const selectDocuments = (sql: Sql, { merchantId, requestId, limit, offset }: Page) => sql<Document[]>`
  select * from documents where merchant_id = ${merchantId} and request_id = ${requestId} and state <> 'Deleted'
   order by id desc limit ${limit} offset ${offset}`

export const countDocuments = (sql: Sql, { merchantId, requestId }: Page): Promise<Total> =>
  countRows(
    sql,
    sql`select 1 from documents where merchant_id = ${merchantId} and request_id = ${requestId} and state <> 'Deleted'`,
  )
