import { Checkbox, Text, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney, typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { uploadedEvidence } from '../evidence/api.ts'
import { EvidenceFileInput } from '../evidence/evidence-file.tsx'
import { MerchantSelect } from '../merchants/merchant-select.tsx'
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
      // What the books lack is offered; less of it may be booked.
      amount: typedMoney(
        (needs.includes('evidence') ? exception.gap?.replace('-', '') : null) ?? exception.amount,
        language,
      ),
      bookedTo: '',
      evidence: '',
      file: null as File | null,
      bankChecked: false,
      note: '',
    },
    validate: {
      bankChecked: value => (needs.includes('bankChecked') && !value ? words.bankCheckedMissing : null),
      endToEndId: value => (needs.includes('endToEndId') && !isEndToEndId(value) ? words.endToEndIdWrong : null),
      bookedTo: value => (needs.includes('bookedTo') && value === '' ? words.bookedToMissing : null),
      evidence: value => (needs.includes('evidence') && value.trim().length < 3 ? words.evidenceMissing : null),
      amount: value => (needs.includes('amount') && parseMoney(value) === null ? words.amountWrong : null),
      note: value => (value.trim().length < 3 ? words.noteMissing : null),
    },
  })
  const submit = useSubmit(
    form,
    async ({ endToEndId, amount, bookedTo, evidence, file, note }) =>
      endException(exception.merchant.id, exception.id, {
        act,
        note: note.trim(),
        ...(needs.includes('endToEndId') ? { endToEndId: endToEndId.trim() } : {}),
        ...(needs.includes('amount') ? { amount: parseMoney(amount) ?? '' } : {}),
        ...(needs.includes('bookedTo') ? { bookedTo } : {}),
        ...(needs.includes('evidence') ? { evidence: evidence.trim() } : {}),
        ...(await uploadedEvidence(exception.merchant.id, file)),
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
      {needs.includes('bookedTo') && (
        <MerchantSelect label={words.bookedTo} description={words.bookedToHint} {...form.getInputProps('bookedTo')} />
      )}
      {needs.includes('amount') && (
        <MoneyInput
          label={needs.includes('evidence') ? words.adjustedAmount : words.paidAmount}
          {...form.getInputProps('amount')}
        />
      )}
      {needs.includes('evidence') && (
        <Textarea
          label={words.evidence}
          description={words.evidenceHint}
          maxLength={500}
          {...form.getInputProps('evidence')}
        />
      )}
      {needs.includes('evidence') && <EvidenceFileInput {...form.getInputProps('file')} />}
      {needs.includes('bankChecked') && (
        <Checkbox
          label={words.bankChecked}
          description={words.bankCheckedHint}
          {...form.getInputProps('bankChecked', { type: 'checkbox' })}
        />
      )}
      <Textarea
        label={needs.includes('evidence') ? words.reason : words.note}
        description={needs.includes('evidence') ? words.reasonHint : words.noteHint}
        maxLength={500}
        data-autofocus={!needs.includes('endToEndId')}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
