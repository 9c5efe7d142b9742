import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { IconTrash } from '../../kit/icons.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type NoteView, addNote, deleteNote, listNotes, transactionKeys } from '../../money/transactions/api.ts'
import { findingTexts } from './texts.ts'

type Props = { merchantId: string; transactionId: string }

/** What people of the merchant wrote to a transaction, oldest first. */
export function NotesSection({ merchantId, transactionId }: Props) {
  const words = useTexts(findingTexts)
  const mayWrite = usePermission('transactions.note')
  const queryKey = transactionKeys.notes(merchantId, transactionId)
  const { data } = useQuery({ queryKey, queryFn: () => listNotes(merchantId, transactionId) })
  const notes = data?.items ?? []
  if (notes.length === 0 && !mayWrite) return null
  return (
    <Section title={words.notes} description={words.notesHint}>
      <Stack gap="md">
        {notes.map(note => (
          <Note
            key={note.id}
            note={note}
            remove={() => deleteNote(merchantId, transactionId, note.id)}
            queryKey={queryKey}
          />
        ))}
        {mayWrite && <NoteForm send={text => addNote(merchantId, transactionId, { text })} queryKey={queryKey} />}
      </Stack>
    </Section>
  )
}

type NoteProps = { note: NoteView; remove: () => Promise<unknown>; queryKey: QueryKey }

function Note({ note, remove, queryKey }: NoteProps) {
  const words = useTexts(findingTexts)
  return (
    <Group gap="xs" align="flex-start" justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note.text}
        </Text>
        <Text size="xs" c="dimmed">
          {note.author} · <When at={note.date} />
        </Text>
      </div>
      {note.isOwn && (
        <ConfirmAction
          title={words.deleteNote}
          message={words.deleteNoteHint}
          confirmLabel={words.deleteNote}
          isDangerous
          onConfirm={remove}
          caches={left => [queryKey, left]}
        >
          {open => (
            <ActionIcon variant="subtle" color="gray" aria-label={words.deleteNote} onClick={open}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </ConfirmAction>
      )}
    </Group>
  )
}

type FormProps = { send: (text: string) => Promise<unknown>; queryKey: QueryKey }

function NoteForm({ send, queryKey }: FormProps) {
  const words = useTexts(findingTexts)
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: value => (value.trim() === '' ? words.noteMissing : null) },
  })
  const { onSubmit, isSending, failure } = useSubmit(form, ({ text }) => send(text.trim()), {
    changes: [queryKey],
    onDone: form.reset,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs" align="flex-start">
        <Textarea label={words.newNote} maxLength={1_000} w="100%" {...form.getInputProps('text')} />
        <FormFailure failure={failure} />
        <Button type="submit" variant="default" loading={isSending}>
          {words.addNote}
        </Button>
      </Stack>
    </form>
  )
}
