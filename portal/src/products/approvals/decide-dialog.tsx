import type { QueryKey } from '@tanstack/react-query'
import { Alert, Button, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { RequestDetail } from '../../../../server/src/products/company-payments/requests/portal-schemas.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { IconAlertTriangle } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { formatMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { approvalTexts } from './texts.ts'

export type Act = 'approve' | 'reject' | 'cancel'

/** What the dialog says about each act, of a request or of a batch. */
type DecideWords = { approveTitle: (amount: string) => string } & Record<
  `${Act}Hint` | 'rejectTitle' | 'cancelTitle' | 'approved' | 'rejected' | 'cancelled' | 'cancelRequest',
  string
>

type ButtonsProps = { mine: RequestDetail['mine']; cancelLabel: string; onAct: (act: Act) => void }

/** What the viewer can do about a request or a batch. */
export function DecideButtons({ mine, cancelLabel, onAct }: ButtonsProps) {
  const words = useTexts(approvalTexts)
  return (
    <>
      {mine.canCancel && (
        <Button variant="subtle" color="gray" onClick={() => onAct('cancel')}>
          {cancelLabel}
        </Button>
      )}
      {mine.decideAs !== null && (
        <Button variant="default" onClick={() => onAct('reject')}>
          {words.reject}
        </Button>
      )}
      {mine.canApprove && <Button onClick={() => onAct('approve')}>{words.approve}</Button>}
    </>
  )
}

type Props = {
  act: Act
  words: DecideWords
  amount: string
  cost: RequestDetail['cost']
  send: (act: Act, comment: string) => Promise<unknown>
  onClose: () => void
  changes: QueryKey[]
}

/** Asks for a word before a decision; a refusal is shown here and the dialog stays open. */
export function DecideDialog({ act, words: said, amount, cost, send, changes, onClose }: Props) {
  const words = useTexts(approvalTexts)
  const language = useLanguage()
  const needsComment = act === 'reject'
  const form = useForm({
    initialValues: { comment: '' },
    validate: { comment: value => (needsComment && value.trim() === '' ? words.commentMissing : null) },
  })
  const submit = useSubmit(form, ({ comment }) => send(act, comment), {
    notice: { approve: said.approved, reject: said.rejected, cancel: said.cancelled }[act],
    changes,
    onDone: onClose,
  })
  const titles = {
    approve: said.approveTitle(formatMoney(amount, language)),
    reject: said.rejectTitle,
    cancel: said.cancelTitle,
  }
  const hints = { approve: said.approveHint, reject: said.rejectHint, cancel: said.cancelHint }
  const labels = { approve: words.approve, reject: words.reject, cancel: said.cancelRequest }
  return (
    <FormDialog
      title={titles[act]}
      onClose={onClose}
      submit={submit}
      label={labels[act]}
      cancelLabel={words.back}
      isDangerous={act !== 'approve'}
    >
      <Text size="sm">{hints[act]}</Text>
      {act === 'approve' && cost !== null && (
        <Text size="sm" fw={500}>
          {words.takes(formatMoney(cost.total, language), formatMoney(cost.charges, language))}
        </Text>
      )}
      {act === 'approve' && submit.failure === null && cost !== null && !cost.suffices && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.notEnough}>
          {words.notEnoughHint(formatMoney(cost.total, language), formatMoney(cost.available, language))}
        </Alert>
      )}
      <Textarea
        label={needsComment ? words.comment : words.commentOptional}
        maxLength={1024}
        required={needsComment}
        data-autofocus
        {...form.getInputProps('comment')}
      />
    </FormDialog>
  )
}
