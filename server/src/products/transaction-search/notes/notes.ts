import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid, uuidv7 } from '../../../platform/lib/uuid.ts'
import type { ReadTransactionById } from '../../../money/transactions/read-transaction.ts'
import { type Note, deleteNote, insertNote, selectNote, selectNotes } from './sql.ts'

export type { Note }

/** More notes than that to one transaction are a conversation, which belongs elsewhere. */
export const mostNotes = 50

type Needs = { sql: Sql; clock: () => Date; readTransaction: ReadTransactionById }
type NotesOf = { merchantId: string; transactionId: string }
type NewNote = NotesOf & Pick<Note, 'personId' | 'personName' | 'text'>

/** What people wrote to a transaction, oldest first. */
export async function readNotes(needs: Needs, { merchantId, transactionId }: NotesOf): Promise<Note[]> {
  const { id } = await needs.readTransaction(merchantId, transactionId)
  return selectNotes(needs.sql, { merchantId, transactionId: id }, mostNotes)
}

export async function addNote(needs: Needs, wanted: NewNote, audit?: Audit): Promise<Note> {
  const { id: transactionId } = await needs.readTransaction(wanted.merchantId, wanted.transactionId)
  const createdAt = needs.clock()
  const note = { ...wanted, transactionId, text: wanted.text.trim(), id: uuidv7(createdAt.getTime()), createdAt }
  await needs.sql.begin(async tx => {
    const [kept] = await insertNote(tx, note, mostNotes)
    if (kept === undefined) throw new ApiError('TooManyKept')
    await recordAudit(tx, audit)
  })
  return note
}

/** Everybody takes back their own notes only. One that is gone already stays gone. */
export async function removeNote(
  needs: Needs,
  wanted: NotesOf & { noteId: string; personId: string; audit?: Audit },
): Promise<void> {
  if (!isUuid(wanted.transactionId) || !isUuid(wanted.noteId)) return
  const note = await selectNote(needs.sql, wanted, wanted.noteId)
  if (note === undefined) return
  if (note.personId !== wanted.personId) throw new ApiError('RoleNotAllowed')
  await needs.sql.begin(async tx => {
    await deleteNote(tx, note)
    await recordAudit(tx, wanted.audit)
  })
}
