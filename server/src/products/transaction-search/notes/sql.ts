import { type Sql, type Tx, rows } from '../../../platform/db/db.ts'

/** A row of `transaction_notes`. */
export type Note = {
  merchantId: string
  transactionId: string
  id: string
  personId: string
  /** The author's name when it was written. */
  personName: string
  text: string
  createdAt: Date
}

type NotesOf = Pick<Note, 'merchantId' | 'transactionId'>

/** Two people who write at the same time do not see each other's note, so there may be one or two more than `most`. */
export const insertNote = (sql: Sql | Tx, note: Note, most: number) => sql<{ id: string }[]>`
  insert into transaction_notes (merchant_id, transaction_id, id, person_id, person_name, text, created_at)
  select n.merchant_id, n.transaction_id, n.id, n.person_id, n.person_name, n.text, n.created_at
    from json_populate_recordset(null::transaction_notes, ${rows([note])}::text::json) n
   where (select count(*) from (select 1 from transaction_notes
                                 where merchant_id = ${note.merchantId} and transaction_id = ${note.transactionId}
                                 limit ${most}) kept) < ${most}
  returning id`

/** Oldest first. */
export const selectNotes = (sql: Sql, { merchantId, transactionId }: NotesOf, most: number) => sql<Note[]>`
  select * from transaction_notes where merchant_id = ${merchantId} and transaction_id = ${transactionId}
   order by id limit ${most}`

export const selectNote = async (
  sql: Sql | Tx,
  { merchantId, transactionId }: NotesOf,
  id: string,
): Promise<Note | undefined> => {
  const [note] = await sql<Note[]>`
    select * from transaction_notes
     where merchant_id = ${merchantId} and transaction_id = ${transactionId} and id = ${id}`
  return note
}

export const deleteNote = (sql: Sql | Tx, { merchantId, transactionId, id, personId }: Note) => sql`
  delete from transaction_notes
   where merchant_id = ${merchantId} and transaction_id = ${transactionId} and id = ${id} and person_id = ${personId}`
