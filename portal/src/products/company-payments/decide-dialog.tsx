import { Alert, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { RequestDetail } from '../../../../server/src/products/company-payments/requests/portal-schemas.ts'
import { FormEnd } from '../../kit/form-end.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { IconAlertTriangle } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { formatMoney } from '../../kit/money.tsx'
import { notifyDone } from '../../kit/notify.tsx'
import { useTexts } from '../../kit/texts.ts'
import { requestTexts } from './request-texts.ts'

export type Act = 'approve' | 'reject' | 'cancel'

/** What the dialog says about each act, of a request or of a batch. */
type DecideWords = Pick<
  Texts,
  | 'approveTitle'
  | 'approveHint'
  | 'approved'
  | 'rejectTitle'
  | 'rejectHint'
  | 'rejected'
  | 'cancelTitle'
  | 'cancelHint'
  | 'cancelled'
  | 'cancelRequest'
>
type Texts = (typeof requestTexts)['pt']

type Props = {
  act: Act | null
  words: DecideWords
  amount: string
  cost: RequestDetail['cost']
  send: (act: Act, comment: string) => Promise<unknown>
  onClose: () => void
  onDone: () => void
}

/** Asks for a word before a decision; what is refused is told here and the dialog stays. */
export function DecideDialog(props: Props) {
  const { act, words, onClose } = props
  const amount = formatMoney(props.amount, useLanguage())
  const titles = { approve: words.approveTitle(amount), reject: words.rejectTitle, cancel: words.cancelTitle }
  return (
    <Modal opened={act !== null} onClose={onClose} title={act === null ? '' : titles[act]}>
      {act !== null && <DecideForm {...props} act={act} />}
    </Modal>
  )
}

function DecideForm({ act, words: said, cost, send, onClose, onDone }: Props & { act: Act }) {
  const words = useTexts(requestTexts)
  const language = useLanguage()
  const needsComment = act === 'reject'
  const form = useForm({
    initialValues: { comment: '' },
    validate: { comment: value => (needsComment && value.trim() === '' ? words.commentMissing : null) },
  })
  const { onSubmit, isSending, failure } = useSubmit(form, ({ comment }) => send(act, comment), {
    onDone: () => {
      notifyDone({ approve: said.approved, reject: said.rejected, cancel: said.cancelled }[act])
      onDone()
    },
  })
  const hints = { approve: said.approveHint, reject: said.rejectHint, cancel: said.cancelHint }
  const labels = { approve: words.approve, reject: words.reject, cancel: said.cancelRequest }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text size="sm">{hints[act]}</Text>
        {act === 'approve' && cost !== null && (
          <Text size="sm" fw={500}>
            {words.takes(formatMoney(cost.total, language), formatMoney(cost.charges, language))}
          </Text>
        )}
        {act === 'approve' && failure === null && cost !== null && !cost.suffices && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.notEnough}>
            {words.notEnoughHint(formatMoney(cost.total, language), formatMoney(cost.available, language))}
          </Alert>
        )}
        <Textarea
          label={needsComment ? words.comment : words.commentOptional}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1024}
          required={needsComment}
          data-autofocus
          {...form.getInputProps('comment')}
        />
        <FormEnd
          failure={failure}
          isSending={isSending}
          onCancel={onClose}
          cancelLabel={words.back}
          isDangerous={act !== 'approve'}
        >
          {labels[act]}
        </FormEnd>
      </Stack>
    </form>
  )
}
