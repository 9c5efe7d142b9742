import { Alert, Button, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { contestOutcomeWords } from '../../../../server/src/products/disputes/words.ts'
import { Details } from '../../kit/details.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { IconInfoCircle } from '../../kit/icons.tsx'
import { Section } from '../../kit/section.tsx'
import { bilingual, keysOf, useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type DisputeView, disputesKey, endContest } from './api.ts'
import { contestReasonTexts } from './contest-form.tsx'
import { SentFiles } from './sent-defence.tsx'
import { disputeTexts } from './texts.ts'

const outcomeTexts = bilingual(contestOutcomeWords)
const outcomes = keysOf(contestOutcomeWords)

type Props = { dispute: DisputeView; contest: NonNullable<DisputeView['contest']> }

/** The contest of a return, what operators do with it, and what came of it. */
export function SentContest({ dispute, contest }: Props) {
  const words = useTexts(disputeTexts)
  const reasons = useTexts(contestReasonTexts)
  const outcomeWords = useTexts(outcomeTexts)
  const [isOpen, { open, close }] = useDisclosure(false)
  const { outcome, files } = contest
  return (
    <Section
      title={words.contestedReturn}
      actions={
        dispute.canEndContest && (
          <Button variant="default" size="xs" onClick={open}>
            {words.enterOutcome}
          </Button>
        )
      }
    >
      {outcome === null && (
        <Alert color={dispute.canEndContest ? 'yellow' : 'gray'} icon={<IconInfoCircle aria-hidden />} mb="md">
          {dispute.canEndContest ? words.contestToDo : words.contestWaits}
        </Alert>
      )}
      <Text size="sm" mb="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {contest.text}
      </Text>
      <Details
        isRows
        items={[
          { label: words.reason, value: reasons[contest.reason] },
          { label: words.sentAt, value: <When at={contest.date} /> },
          { label: words.files, value: files.length === 0 ? null : <SentFiles dispute={dispute} files={files} /> },
          { label: words.outcome, value: outcome && outcomeWords[outcome] },
          { label: words.outcomeNote, value: contest.note },
          { label: words.outcomeAt, value: contest.endDate && <When at={contest.endDate} /> },
        ]}
      />
      {isOpen && <OutcomeDialog dispute={dispute} onClose={close} />}
    </Section>
  )
}

function OutcomeDialog({ dispute, onClose }: { dispute: DisputeView; onClose: () => void }) {
  const words = useTexts(disputeTexts)
  const outcomeWords = useTexts(outcomeTexts)
  const form = useForm({
    initialValues: { outcome: outcomes[0] ?? 'Accepted', note: '' },
    validate: { note: value => (value.trim().length < 3 ? words.outcomeMissing : null) },
  })
  const submit = useSubmit(
    form,
    ({ outcome, note }) => endContest(dispute.merchant.id, dispute.id, { outcome, note: note.trim() }),
    { changes: [disputesKey], notice: words.outcomeEntered, onDone: onClose },
  )
  return (
    <FormDialog title={words.enterOutcome} onClose={onClose} submit={submit} label={words.enterOutcome}>
      <Text size="sm">{words.outcomeHint}</Text>
      <Radio.Group label={words.outcome} {...form.getInputProps('outcome')}>
        <Stack gap="xs" mt="xs">
          {outcomes.map(value => (
            <Radio key={value} value={value} label={outcomeWords[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea label={words.outcomeNote} maxLength={500} required data-autofocus {...form.getInputProps('note')} />
    </FormDialog>
  )
}
