import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney, typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { TransactionView, SimulateBody } from './api.ts'
import { actTexts } from './texts.ts'

type Props = {
  transaction: TransactionView
  pay: (body: SimulateBody) => Promise<unknown>
  onClose: () => void
}

/** A genuine number that belongs to nobody the sandbox refuses. */
const testTaxNumber = '529.982.247-25'

/** Pays a charge as a bank's app would: who pays, where that is not known yet, and how much. Mounted when it opens. */
export function PayDialog({ transaction, pay, onClose }: Props) {
  const words = useTexts(actTexts)
  const language = useLanguage()
  const isAnonymous = transaction.named === null
  const asked = typedMoney(transaction.askedAmount, language)
  const form = useForm({
    initialValues: {
      name: isAnonymous ? words.testPayer : '',
      taxNumber: isAnonymous ? testTaxNumber : '',
      amount: asked,
    },
    validate: {
      name: value => (isAnonymous && value.trim() === '' ? words.required : null),
      taxNumber: value => (isAnonymous && value.trim() === '' ? words.required : null),
      amount: value => (parseMoney(value) === null ? words.amountWrong : null),
    },
  })
  const submit = useSubmit(
    form,
    ({ name, taxNumber, amount }) =>
      pay({
        outcome: 'complete',
        ...(isAnonymous ? { name: name.trim(), taxNumber: taxNumber.trim() } : {}),
        ...(amount === asked ? {} : { amount: parseMoney(amount) ?? '' }),
      }),
    { onDone: onClose },
  )
  return (
    <FormDialog title={words.payTitle} onClose={onClose} submit={submit} label={words.pay} hasFocus>
      <Text size="sm">{words.payIntro}</Text>
      {isAnonymous && (
        <>
          <TextInput label={words.payerName} {...form.getInputProps('name')} />
          <TextInput label={words.payerTaxNumber} {...form.getInputProps('taxNumber')} />
        </>
      )}
      <MoneyInput
        label={words.paidAmount}
        description={transaction.editable ? undefined : words.paidOther}
        {...form.getInputProps('amount')}
      />
    </FormDialog>
  )
}
