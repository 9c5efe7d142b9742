import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { acknowledgeAlarm, alarmKey, alarmsKey } from './api.ts'
import { alarmTexts } from './texts.ts'

/** Who looks after an alarm says what they do. Mounted when it opens. */
export function AcknowledgeDialog({ alarmId, onClose }: { alarmId: string; onClose: () => void }) {
  const words = useTexts(alarmTexts)
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: value => (value.trim().length < 3 ? words.noteMissing : null) },
  })
  const submit = useSubmit(form, ({ note }) => acknowledgeAlarm(alarmId, { note: note.trim() }), {
    caches: alarm => [alarmKey(alarmId), alarm],
    changes: [alarmsKey],
    notice: words.done,
    onDone: onClose,
  })
  return (
    <FormDialog title={words.acknowledge} onClose={onClose} submit={submit} label={words.acknowledge}>
      <Text size="sm" c="dimmed">
        {words.acknowledgeIntro}
      </Text>
      <Textarea
        label={words.note}
        description={words.noteHint}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
