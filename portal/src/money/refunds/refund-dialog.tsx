import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { formatMoney, parseMoney, typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type Refund, refundTransaction, transactionKeys } from '../transactions/api.ts'
import { onceId } from '../../kit/once-id.ts'
import { actTexts } from '../transactions/texts.ts'

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
    initialValues: { amount: typedMoney(refundable, language), reason: '' },
    validate: { amount: value => (parseMoney(value) === null ? words.refundWrong : null) },
  })
  const submit = useSubmit(
    form,
    ({ amount, reason }) =>
      refundTransaction(merchantId, transactionId, {
        amount: parseMoney(amount) ?? '',
        refundId,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
      }),
    { changes: [transactionKeys.one(merchantId, transactionId)], onDone },
  )
  return (
    <FormDialog title={words.refundTitle} onClose={onClose} submit={submit} label={words.refundNow}>
      <Text size="sm">{words.refundIntro}</Text>
      <MoneyInput
        label={words.refundAmount}
        description={words.refundUpTo(formatMoney(refundable, language))}
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput
        label={words.refundReason}
        description={words.refundReasonHint}
        maxLength={140}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
