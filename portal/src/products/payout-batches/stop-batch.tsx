import { Button, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { batchKeys } from '../approvals/api.ts'
import { type BatchDetail, stopBatch } from './api.ts'
import { batchTexts } from './texts.ts'

type Props = { batch: BatchDetail }

const changes = [batchKeys.everywhere]

/** The way to stop a batch that is being paid: for those who decide at its merchant, and for operators, who say why. */
export function StopBatch({ batch }: Props) {
  const words = useTexts(batchTexts)
  if (batch.stopAs === null) return null
  if (batch.stopAs === 'Operator') return <StopWithReason batch={batch} />
  return (
    <ConfirmAction
      title={words.stopTitle}
      message={words.stopHint(batch.waiting.count)}
      confirmLabel={words.stop}
      cancelLabel={words.goOn}
      isDangerous
      onConfirm={() => stopBatch(batch, '')}
      changes={changes}
      notice={words.stopped}
    >
      {open => <StopButton onClick={open} />}
    </ConfirmAction>
  )
}

function StopButton({ onClick }: { onClick: () => void }) {
  const words = useTexts(batchTexts)
  return (
    <Button color="red" variant="light" onClick={onClick}>
      {words.stop}
    </Button>
  )
}

function StopWithReason({ batch }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <StopButton onClick={open} />
      {isOpen && <ReasonDialog batch={batch} onClose={close} />}
    </>
  )
}

function ReasonDialog({ batch, onClose }: Props & { onClose: () => void }) {
  const words = useTexts(batchTexts)
  const form = useForm({
    initialValues: { comment: '' },
    validate: { comment: value => (value.trim() === '' ? words.stopReasonMissing : null) },
  })
  const submit = useSubmit(form, ({ comment }) => stopBatch(batch, comment), {
    changes,
    notice: words.stopped,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={words.stopTitle}
      onClose={onClose}
      submit={submit}
      label={words.stop}
      cancelLabel={words.goOn}
      isDangerous
    >
      <Text size="sm">{words.stopHint(batch.waiting.count)}</Text>
      <Textarea
        label={words.stopReason}
        description={words.stopReasonHint}
        maxLength={1024}
        required
        data-autofocus
        {...form.getInputProps('comment')}
      />
    </FormDialog>
  )
}
