import { Checkbox, Text, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney, typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type ExceptionView, endException, exceptionKey, exceptionsKey } from './api.ts'
import { exceptionTexts } from './texts.ts'
import { useActWords } from './exception-words.ts'

type Props = {
  exception: ExceptionView
  act: ExceptionView['actions'][number]
  onClose: () => void
  onDone: () => void
}

const isEndToEndId = (text: string) => /^[ED]\w{31}$/.test(text.trim())

/** What the bank has said itself need not be typed. */
const reportedId = ({ said, endToEndId }: ExceptionView) => (said.code === 'paid' ? said.value : endToEndId) ?? ''

/** Ends an exception by one act: what was found at the bank, and what the books need from it. Mounted when it opens. */
export function EndExceptionDialog({ exception, act: { act, needs }, onClose, onDone }: Props) {
  const words = useTexts(exceptionTexts)
  const language = useLanguage()
  const { name, does } = useActWords()(exception, act)
  const form = useForm({
    initialValues: {
      endToEndId: reportedId(exception),
      amount: typedMoney(exception.amount, language),
      bankChecked: false,
      note: '',
    },
    validate: {
      bankChecked: value => (needs.includes('bankChecked') && !value ? words.bankCheckedMissing : null),
      endToEndId: value => (needs.includes('endToEndId') && !isEndToEndId(value) ? words.endToEndIdWrong : null),
      amount: value => (needs.includes('amount') && parseMoney(value) === null ? words.amountWrong : null),
      note: value => (value.trim().length < 3 ? words.noteMissing : null),
    },
  })
  const submit = useSubmit(
    form,
    ({ endToEndId, amount, note }) =>
      endException(exception.merchant.id, exception.id, {
        act,
        note: note.trim(),
        ...(needs.includes('endToEndId') ? { endToEndId: endToEndId.trim() } : {}),
        ...(needs.includes('amount') ? { amount: parseMoney(amount) ?? '' } : {}),
        ...(needs.includes('bankChecked') ? { bankChecked: true as const } : {}),
      }),
    {
      caches: ended => [exceptionKey(exception.merchant.id, exception.id), ended],
      changes: [exceptionsKey],
      notice: words.done,
      onDone,
    },
  )
  return (
    <FormDialog title={name} onClose={onClose} submit={submit} label={words.endNow}>
      <Text size="sm">{does}</Text>
      {needs.includes('endToEndId') && (
        <TextInput
          label={words.endToEndId}
          description={words.endToEndIdHint}
          data-autofocus
          maxLength={40}
          {...form.getInputProps('endToEndId')}
        />
      )}
      {needs.includes('amount') && <MoneyInput label={words.paidAmount} {...form.getInputProps('amount')} />}
      {needs.includes('bankChecked') && (
        <Checkbox
          label={words.bankChecked}
          description={words.bankCheckedHint}
          {...form.getInputProps('bankChecked', { type: 'checkbox' })}
        />
      )}
      <Textarea
        label={words.note}
        description={words.noteHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        data-autofocus={!needs.includes('endToEndId')}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
