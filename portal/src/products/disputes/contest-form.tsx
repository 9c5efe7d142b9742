import { Button, Group, Select, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { contestReasonWords } from '../../../../server/src/products/disputes/words.ts'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { bilingual, keysOf, useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type DisputeView, contestReturn, disputesKey } from './api.ts'
import { useEvidence } from './evidence-files.tsx'
import { disputeTexts } from './texts.ts'

export const contestReasonTexts = bilingual(contestReasonWords)
const reasonNames = keysOf(contestReasonWords)
const longest = 4000

/** What speaks against a return that was made, by the merchant's people or an operator for them. */
export function ContestForm({ dispute }: { dispute: DisputeView }) {
  const { id, merchant, contestUntil } = dispute
  const words = useTexts(disputeTexts)
  const reasons = useTexts(contestReasonTexts)
  const isOperator = usePermission('disputes.decide')
  const evidence = useEvidence(dispute, isOperator)
  const form = useForm({
    initialValues: { reason: reasonNames[0] ?? 'Other', text: '' },
    validate: { text: value => (value.trim() === '' ? words.contestMissing : null) },
  })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    async ({ reason, text }) =>
      contestReturn(merchant.id, id, { reason, text: text.trim(), files: await evidence.send() }, isOperator),
    { changes: [disputesKey], notice: words.contested },
  )
  return (
    <Section
      title={words.contest}
      description={
        <>
          {words.contestHint} {words.contestBefore} {contestUntil !== null && <When at={contestUntil} form="date" />}.
        </>
      }
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Select
            label={words.reason}
            data={reasonNames.map(value => ({ value, label: reasons[value] }))}
            allowDeselect={false}
            maw={480}
            {...form.getInputProps('reason')}
          />
          <Textarea
            label={words.yourContest}
            minRows={4}
            maxRows={14}
            maxLength={longest}
            required
            {...form.getInputProps('text')}
          />
          <div>{evidence.field(isSending)}</div>
          <FormFailure failure={failure} />
          <Group justify="flex-end">
            <Button type="submit" loading={isSending}>
              {words.sendContest}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
