import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormEnd } from '../../kit/form-end.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { formatMoney } from '../../kit/money.tsx'
import { notifyDone } from '../../kit/notify.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type Decision, type DisputeView, decideDispute, disputesKey } from './api.ts'
import { disputeTexts } from './texts.ts'

/** What an operator can decide. */
export function Decide({ dispute }: { dispute: DisputeView }) {
  const words = useTexts(disputeTexts)
  const [decision, setDecision] = useState<Decision | null>(null)
  const isEmpty = !/[1-9]/.test(dispute.blockedAmount)
  return (
    <Section title={words.decide} description={words.decideHint}>
      <Group>
        <Button variant="default" disabled={isEmpty} onClick={() => setDecision('return')}>
          {words.return}
        </Button>
        <Button variant="default" onClick={() => setDecision('release')}>
          {words.release}
        </Button>
      </Group>
      <Modal opened={decision !== null} onClose={() => setDecision(null)} title={decision && words[decision]}>
        {decision !== null && <DecideForm dispute={dispute} decision={decision} onClose={() => setDecision(null)} />}
      </Modal>
    </Section>
  )
}

type Props = { dispute: DisputeView; decision: Decision; onClose: () => void }

function DecideForm({ dispute, decision, onClose }: Props) {
  const words = useTexts(disputeTexts)
  const blocked = formatMoney(dispute.blockedAmount, useLanguage())
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: value => (value.trim().length < 3 ? words.noteMissing : null) },
  })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    ({ note }) => decideDispute(dispute.merchant.id, dispute.id, decision, { note: note.trim() }),
    {
      onDone: () => {
        notifyDone(words.decided)
        onClose()
        void queryClient.invalidateQueries({ queryKey: disputesKey })
      },
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text size="sm">{decision === 'return' ? words.returnHint(blocked) : words.releaseHint(blocked)}</Text>
        <Textarea
          label={words.note}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          required
          data-autofocus
          {...form.getInputProps('note')}
        />
        <FormEnd failure={failure} isSending={isSending} onCancel={onClose} isDangerous={decision === 'return'}>
          {words[decision]}
        </FormEnd>
      </Stack>
    </form>
  )
}
