import { NativeSelect, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney, typedMoney } from '../../kit/money.tsx'
import { onceId } from '../../kit/once-id.ts'
import { useTexts } from '../../kit/texts.ts'
import { type ConnectionView, cachedBanks, setLeastBalance, transferBetweenBanks } from './api.ts'
import { bankTexts } from './texts.ts'

type TransferProps = {
  from: ConnectionView
  /** The banks it can go to. */
  others: ConnectionView[]
  amount?: string | undefined
  onClose: () => void
}

/** Moves money to another of the platform's own accounts. Mounted when it opens. */
export function TransferDialog({ from, others, amount, onClose }: TransferProps) {
  const words = useTexts(bankTexts)
  const language = useLanguage()
  const [formKey] = useState(onceId)
  const form = useForm({
    initialValues: { toId: others[0]?.id ?? '', amount: amount === undefined ? '' : typedMoney(amount, language) },
    validate: { amount: value => (parseMoney(value) === null ? words.amountWrong : null) },
  })
  const submit = useSubmit(
    form,
    values => transferBetweenBanks(from.id, { toId: values.toId, amount: parseMoney(values.amount) ?? '', formKey }),
    { caches: cachedBanks, notice: words.transferSent, onDone: onClose },
  )
  return (
    <FormDialog title={words.transferFrom(from.name)} onClose={onClose} submit={submit} label={words.transferNow}>
      <Text size="sm" c="dimmed">
        {words.transferIntro}
      </Text>
      <NativeSelect
        label={words.transferTo}
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('toId')}
      />
      <MoneyInput label={words.amount} data-autofocus {...form.getInputProps('amount')} />
    </FormDialog>
  )
}

/** What the bank should hold at least. Mounted when it opens. */
export function LeastBalanceDialog({ bank, onClose }: { bank: ConnectionView; onClose: () => void }) {
  const words = useTexts(bankTexts)
  const language = useLanguage()
  const form = useForm({
    initialValues: { amount: bank.leastBalance === null ? '' : typedMoney(bank.leastBalance, language) },
    validate: {
      amount: value => (value.trim() === '' || parseMoney(value) !== null ? null : words.amountWrong),
    },
  })
  const submit = useSubmit(form, values => setLeastBalance(bank.id, { amount: parseMoney(values.amount) }), {
    caches: cachedBanks,
    notice: words.changed,
    onDone: onClose,
  })
  return (
    <FormDialog title={words.leastBalanceOf(bank.name)} onClose={onClose} submit={submit} label={words.saveLeast}>
      <Text size="sm" c="dimmed">
        {words.leastBalanceIntro}
      </Text>
      <MoneyInput label={words.leastBalance} data-autofocus {...form.getInputProps('amount')} />
    </FormDialog>
  )
}
