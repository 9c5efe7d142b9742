import { maskCpfsIn } from '../../../platform/brazil/tax-number.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { auditOf, signedInOf } from '../../../tenancy/people/portal-edge.ts'
import { type Note, addNote, readNotes, removeNote } from './notes.ts'
import { NoteForm, NoteList, NoteParams, NoteView, NotesParams } from './portal-schemas.ts'

type Needs = Parameters<typeof addNote>[0]

const path = '/merchants/:merchantId/transactions/:transactionId/notes'

/** Notes that a merchant's people write about a transaction. */
export async function notePortalRoutes(app: App, needs: Needs) {
  app.get(path, {
    config: { may: 'transactions.read' },
    schema: { params: NotesParams, response: { 200: Done(NoteList) } },
    handler: async request => {
      const { merchantId, params } = request
      const notes = await readNotes(needs, { merchantId, transactionId: params.transactionId })
      return done({ items: notes.map(note => noteView(note, signedInOf(request).person.id)) })
    },
  })

  app.post(path, {
    config: { may: 'transactions.note', act: 'transaction.note' },
    schema: { params: NotesParams, body: NoteForm, response: { 201: Done(NoteView) } },
    handler: async (request, reply) => {
      const { transactionId } = request.params
      const { text } = request.body
      const { person } = signedInOf(request)
      const audit = auditOf(request, { subject: transactionId, details: { text: maskCpfsIn(text.trim()) } })
      const input = {
        merchantId: request.merchantId,
        transactionId,
        personId: person.id,
        personName: person.name,
        text,
      }
      const note = await addNote(needs, input, audit)
      return reply.code(201).send(done(noteView(note, person.id)))
    },
  })

  app.delete(`${path}/:noteId`, {
    config: { may: 'transactions.note', act: 'transaction.deleteNote' },
    schema: { params: NoteParams, response: { 200: Done(NoteList) } },
    handler: async request => {
      const { merchantId } = request
      const { transactionId, noteId } = request.params
      const personId = signedInOf(request).person.id
      const audit = auditOf(request, { subject: transactionId, details: { noteId } })
      await removeNote(needs, { merchantId, transactionId, noteId, personId, audit })
      const left = await readNotes(needs, { merchantId, transactionId })
      return done({ items: left.map(note => noteView(note, personId)) })
    },
  })
}

/** Not every reader may see a document that somebody wrote into a note. */
const noteView = ({ id, createdAt, personId, personName, text }: Note, reader: string): NoteView => ({
  id,
  date: createdAt.toISOString(),
  author: personName,
  text: maskCpfsIn(text),
  isOwn: personId === reader,
})
