import { type Total, countRows } from '../../db/bounded-count.ts'
import { type Sql, type Tx, rows } from '../../db/db.ts'
import type { DocumentState } from './states.ts'

/** A row of `documents`. */
export type Document = {
  merchantId: string
  id: string
  requestId: string
  state: DocumentState
  name: string
  fileName: string
  /** Of the file name, until the bytes tell what they are. */
  extension: string
  contentType: string | null
  sizeBytes: bigint | null
  createdAt: Date
  lookAt: Date | null
}

export const insertDocument = (sql: Sql, document: Document) => sql`
  insert into documents (merchant_id, id, request_id, state, name, file_name, extension, content_type, size_bytes,
                         created_at, look_at)
  select merchant_id, id, request_id, state, name, file_name, extension, content_type, size_bytes, created_at, look_at
    from json_populate_recordset(null::documents, ${rows([document])}::text::json)`

export const selectDocument = async (sql: Sql, merchantId: string, id: string): Promise<Document | undefined> => {
  const [document] = await sql<Document[]>`
    select * from documents where merchant_id = ${merchantId} and id = ${id} and state <> 'Deleted'`
  return document
}

export const lockDocument = async (tx: Sql | Tx, merchantId: string, id: string): Promise<Document | undefined> => {
  const [document] = await tx<Document[]>`
    select * from documents where merchant_id = ${merchantId} and id = ${id} for update`
  return document
}

/** Writes what an upload or a deletion can change. */
export const updateDocument = (tx: Tx, document: Document) => tx`
  update documents
     set state = ${document.state}, extension = ${document.extension}, content_type = ${document.contentType},
         size_bytes = ${document.sizeBytes}, look_at = ${document.lookAt}
   where merchant_id = ${document.merchantId} and id = ${document.id}`

export const deleteRow = (tx: Tx, { merchantId, id }: Document) => tx`
  delete from documents where merchant_id = ${merchantId} and id = ${id}`

export const planLook = (sql: Sql, { merchantId, id }: Document, lookAt: Date) => sql`
  update documents set look_at = ${lookAt} where merchant_id = ${merchantId} and id = ${id}`

/** Leases documents that are due, each to one worker. */
export const claimDocuments = (sql: Sql, now: Date, leaseUntil: Date, most: number) => sql<Document[]>`
  with due as (
    select merchant_id, id from documents where look_at <= ${now} order by look_at limit ${most} for update skip locked)
  update documents d set look_at = ${leaseUntil} from due
   where d.merchant_id = due.merchant_id and d.id = due.id
  returning d.*`

type Page = { merchantId: string; requestId: string; limit: number; offset: number }

export const selectDocuments = (sql: Sql, { merchantId, requestId, limit, offset }: Page) => sql<Document[]>`
  select * from documents where merchant_id = ${merchantId} and request_id = ${requestId} and state <> 'Deleted'
   order by id desc limit ${limit} offset ${offset}`

export const countDocuments = (sql: Sql, { merchantId, requestId }: Page): Promise<Total> =>
  countRows(
    sql,
    sql`select from documents where merchant_id = ${merchantId} and request_id = ${requestId} and state <> 'Deleted'`,
  )
