import { Checkbox, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { WithdrawalForm } from '../../../../server/src/products/withdrawals/portal-schemas.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { formatMoney, parseMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { onceId } from '../../kit/once-id.ts'
import { makeWithdrawal } from './api.ts'
import { withdrawTexts } from './texts.ts'

type KeyType = WithdrawalForm['key']['type']
const keyTypes = ['CNPJ', 'CPF', 'EMAIL', 'PHONE', 'EVP'] as const satisfies KeyType[]

type Props = { merchantId: string; available: string; onClose: () => void; onDone: (requestId: string) => void }

/** Asks for a withdrawal. Mounted when it opens: what it sends is one request, pressed how often ever. */
export function WithdrawDialog({ merchantId, available, onClose, onDone }: Props) {
  const words = useTexts(withdrawTexts)
  const language = useLanguage()
  const [formKey] = useState(onceId)
  const form = useForm({
    initialValues: { amount: '', isAll: false, keyType: 'CNPJ' as KeyType, key: '', description: '' },
    validate: {
      amount: (value, { isAll }) => (!isAll && parseMoney(value) === null ? words.amountWrong : null),
      key: value => (value.trim() === '' ? words.keyMissing : null),
    },
  })
  const submit = useSubmit(
    form,
    ({ amount, isAll, keyType, key, description }) =>
      makeWithdrawal(merchantId, {
        ...(isAll ? {} : { amount: parseMoney(amount) ?? '' }),
        key: { type: keyType, value: key.trim() },
        description: description.trim() || words.usual,
        formKey,
      }),
    { onDone: ({ id }) => onDone(id) },
  )
  return (
    <FormDialog title={words.title} onClose={onClose} submit={submit} label={words.ask}>
      <Text size="sm">{words.intro}</Text>
      <MoneyInput
        label={words.amount}
        description={words.upTo(formatMoney(available, language))}
        required={!form.values.isAll}
        disabled={form.values.isAll}
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <Checkbox label={words.all} {...form.getInputProps('isAll', { type: 'checkbox' })} />
      <Select
        label={words.keyType}
        data={keyTypes.map(value => ({ value, label: words[value] }))}
        allowDeselect={false}
        {...form.getInputProps('keyType')}
      />
      <TextInput
        label={words.key}
        description={words.keyHint}
        autoComplete="off"
        required
        {...form.getInputProps('key')}
      />
      <TextInput label={words.description} maxLength={1024} {...form.getInputProps('description')} />
    </FormDialog>
  )
}
