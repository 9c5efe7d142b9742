import { Button, Group, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { formatMoney } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type Decision, type DisputeView, decideDispute, disputesKey } from './api.ts'
import { disputeTexts } from './texts.ts'

export function Decide({ dispute }: { dispute: DisputeView }) {
  const words = useTexts(disputeTexts)
  const [decision, setDecision] = useState<Decision | null>(null)
  const isEmpty = !/[1-9]/.test(dispute.blockedAmount)
  return (
    <Section title={words.decide} description={dispute.canDecide ? words.decideHint : words.leftHint}>
      <Group>
        {dispute.canDecide && (
          <Button variant="default" disabled={isEmpty} onClick={() => setDecision('return')}>
            {words.return}
          </Button>
        )}
        <Button variant="default" onClick={() => setDecision('release')}>
          {words.release}
        </Button>
      </Group>
      {decision !== null && <DecideDialog dispute={dispute} decision={decision} onClose={() => setDecision(null)} />}
    </Section>
  )
}

type Props = { dispute: DisputeView; decision: Decision; onClose: () => void }

function DecideDialog({ dispute, decision, onClose }: Props) {
  const words = useTexts(disputeTexts)
  const blocked = formatMoney(dispute.blockedAmount, useLanguage())
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: value => (value.trim().length < 3 ? words.noteMissing : null) },
  })
  const submit = useSubmit(
    form,
    ({ note }) => decideDispute(dispute.merchant.id, dispute.id, decision, { note: note.trim() }),
    {
      changes: [disputesKey],
      notice: words.decided,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={words[decision]}
      onClose={onClose}
      submit={submit}
      label={words[decision]}
      isDangerous={decision === 'return'}
    >
      <Text size="sm">{decision === 'return' ? words.returnHint(blocked) : words.releaseHint(blocked)}</Text>
      <Textarea label={words.note} maxLength={500} required data-autofocus {...form.getInputProps('note')} />
    </FormDialog>
  )
}
