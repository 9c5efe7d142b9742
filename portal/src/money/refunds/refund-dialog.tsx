import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormEnd } from '../../kit/form-end.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { formatMoney, parseMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type Refund, refundTransaction } from '../transactions/api.ts'
import { onceId } from '../../kit/once-id.ts'
import { actTexts } from '../transactions/transaction-texts.ts'

type Props = {
  merchantId: string
  transactionId: string
  refundable: string
  onClose: () => void
  onDone: (refund: Pick<Refund, 'state'>) => void
}

/** Gives back all that is left, or part of it. Mounted when it opens: what it sends is one refund, pressed how often ever. */
export function RefundDialog({ merchantId, transactionId, refundable, onClose, onDone }: Props) {
  const words = useTexts(actTexts)
  const language = useLanguage()
  const [refundId] = useState(onceId)
  const form = useForm({
    initialValues: { amount: formatMoney(refundable, language).replace('R$ ', ''), reason: '' },
    validate: { amount: value => (parseMoney(value) === null ? words.refundWrong : null) },
  })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    ({ amount, reason }) =>
      refundTransaction(merchantId, transactionId, {
        amount: parseMoney(amount) ?? '',
        refundId,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
      }),
    { onDone },
  )
  return (
    <Modal opened onClose={onClose} title={words.refundTitle}>
      <form onSubmit={onSubmit}>
        <Stack>
          <Text size="sm">{words.refundIntro}</Text>
          <TextInput
            label={words.refundAmount}
            description={words.refundUpTo(formatMoney(refundable, language))}
            leftSection="R$"
            inputMode="decimal"
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <TextInput
            label={words.refundReason}
            description={words.refundReasonHint}
            maxLength={140}
            {...form.getInputProps('reason')}
          />
          <FormEnd failure={failure} isSending={isSending} onCancel={onClose}>
            {words.refundNow}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  )
}
