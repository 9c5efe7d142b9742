import { type Static, Type } from 'typebox'
import { Timestamp, Words } from '../../../platform/http/schemas.ts'

export const NotesParams = Type.Object({ merchantId: Type.String(), transactionId: Type.String() })
export const NoteParams = Type.Object({ ...NotesParams.properties, noteId: Type.String() })

export const NoteForm = Type.Object({ text: Words(1_000) })
export type NoteForm = Static<typeof NoteForm>

export const NoteView = Type.Object({
  id: Type.String(),
  date: Timestamp,
  author: Type.String(),
  text: Type.String(),
  isOwn: Type.Boolean(),
})
export type NoteView = Static<typeof NoteView>

export const NoteList = Type.Object({ items: Type.Array(NoteView) })
export type NoteList = Static<typeof NoteList>
