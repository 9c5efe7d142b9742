import { Select, Text, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { disputeReasonWords } from '../../../../server/src/products/disputes/words.ts'
import { type DisputeItem, disputesKey, enterCase } from '../../products/disputes/api.ts'
import { reasonTexts } from '../../products/disputes/dispute-columns.tsx'
import { disputeTexts } from '../../products/disputes/texts.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney } from '../../kit/money.tsx'
import { keysOf, useTexts } from '../../kit/texts.ts'

type Props = { onClose: () => void; onDone: (dispute: DisputeItem) => void }

const reasons = keysOf(disputeReasonWords)

/** Enters a case that a bank has reported by a letter, a call or its own portal. Mounted when it opens. */
export function EnterDisputeDialog({ onClose, onDone }: Props) {
  const words = useTexts(disputeTexts)
  const reasonWords = useTexts(reasonTexts)
  const required = (value: string) => (value.trim() === '' ? words.required : null)
  const form = useForm({
    initialValues: {
      merchantId: '',
      transactionId: '',
      bankReference: '',
      reason: 'Fraud' as (typeof reasons)[number],
      amount: '',
      details: '',
    },
    validate: {
      merchantId: required,
      transactionId: required,
      bankReference: required,
      amount: value => (value.trim() !== '' && parseMoney(value) === null ? words.amountWrong : null),
    },
  })
  const submit = useSubmit(
    form,
    ({ merchantId, amount, details, transactionId, bankReference, reason }) =>
      enterCase(merchantId.trim(), {
        transactionId: transactionId.trim(),
        bankReference: bankReference.trim(),
        reason,
        ...(amount.trim() === '' ? {} : { amount: parseMoney(amount) ?? '' }),
        ...(details.trim() === '' ? {} : { details: details.trim() }),
      }),
    { changes: [disputesKey], onDone },
  )
  return (
    <FormDialog title={words.enter} onClose={onClose} submit={submit} label={words.enter}>
      <Text size="sm">{words.enterHint}</Text>
      <TextInput label={words.merchantId} required data-autofocus {...form.getInputProps('merchantId')} />
      <TextInput label={words.transactionId} required {...form.getInputProps('transactionId')} />
      <TextInput label={words.bankReference} required maxLength={100} {...form.getInputProps('bankReference')} />
      <Select
        label={words.reason}
        allowDeselect={false}
        data={reasons.map(value => ({ value, label: reasonWords[value] }))}
        {...form.getInputProps('reason')}
      />
      <MoneyInput label={words.amount} description={words.amountHint} {...form.getInputProps('amount')} />
      <Textarea label={words.details} maxRows={5} maxLength={500} {...form.getInputProps('details')} />
    </FormDialog>
  )
}
