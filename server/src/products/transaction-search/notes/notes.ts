import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid, uuidv7 } from '../../../platform/lib/uuid.ts'
import type { ReadTransactionById } from '../../../money/transactions/read-transaction.ts'
import { type Note, deleteNote, insertNote, selectNote, selectNotes } from './sql.ts'

export type { Note }

/** More notes than that to one transaction are a conversation, which belongs elsewhere. */
const mostNotes = 50

type Needs = { sql: Sql; clock: () => Date; readTransaction: ReadTransactionById }
type NotesOf = { merchantId: string; transactionId: string }
type NewNote = NotesOf & Pick<Note, 'personId' | 'personName' | 'text'>

export async function readNotes(needs: Needs, { merchantId, transactionId }: NotesOf): Promise<Note[]> {
  const { id } = await needs.readTransaction(merchantId, transactionId)
  return selectNotes(needs.sql, { merchantId, transactionId: id }, mostNotes)
}

export async function addNote(needs: Needs, input: NewNote, audit?: Audit): Promise<Note> {
  const { id: transactionId } = await needs.readTransaction(input.merchantId, input.transactionId)
  const createdAt = needs.clock()
  const note = { ...input, transactionId, text: input.text.trim(), id: uuidv7(createdAt.getTime()), createdAt }
  await needs.sql.begin(async tx => {
    const [kept] = await insertNote(tx, note, mostNotes)
    if (kept === undefined) throw new ApiError('TooManyKept')
    await recordAudit(tx, audit)
  })
  return note
}

/** People can delete their own notes only. Deleting one that is gone changes nothing. */
export async function removeNote(
  needs: Needs,
  input: NotesOf & { noteId: string; personId: string; audit?: Audit },
): Promise<void> {
  if (!isUuid(input.transactionId) || !isUuid(input.noteId)) return
  const note = await selectNote(needs.sql, input, input.noteId)
  if (note === undefined) return
  if (note.personId !== input.personId) throw new ApiError('RoleNotAllowed')
  await needs.sql.begin(async tx => {
    await deleteNote(tx, note)
    await recordAudit(tx, input.audit)
  })
}
