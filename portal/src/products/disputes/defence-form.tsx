import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type DisputeView, defendDispute, disputesKey } from './api.ts'
import { useEvidence } from './evidence-files.tsx'
import { disputeTexts } from './texts.ts'

/** The merchant's answer: a text, and files that are sent before it. */
export function DefenceForm({ dispute }: { dispute: DisputeView }) {
  const { id, merchant, decidedBy, mostText } = dispute
  const words = useTexts(disputeTexts)
  const evidence = useEvidence(dispute)
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: value => (value.trim() === '' ? words.answerMissing : null) },
  })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    async ({ text }) => defendDispute(merchant.id, id, { text: text.trim(), files: await evidence.send() }),
    { changes: [disputesKey], notice: words.sent },
  )
  return (
    <Section title={words.defence} description={words.defenceHint}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Textarea
            label={words.yourAnswer}
            minRows={4}
            maxRows={14}
            maxLength={mostText}
            description={words.mostText(mostText)}
            required
            {...form.getInputProps('text')}
          />
          <div>
            {decidedBy === 'bank' && (
              <Text size="sm" c="dimmed" mb="xs">
                {words.filesStay}
              </Text>
            )}
            {evidence.field(isSending)}
          </div>
          <FormFailure failure={failure} />
          <Group justify="flex-end">
            <Button type="submit" loading={isSending}>
              {words.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
