import { Fieldset, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isFailure } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { makeCharge } from '../../money/transactions/api.ts'
import { chargeTexts } from './texts.ts'
import { onceId } from '../../kit/once-id.ts'

const hour = 3600
const lifetimes = { hour, day: 24 * hour, threeDays: 72 * hour, week: 168 * hour, month: 720 * hour } as const
type Lifetime = keyof typeof lifetimes

type Props = { merchantId: string; onClose: () => void; onDone: (id: string) => void }

/** Asks for money. Mounted when it opens: what it sends is one charge, pressed how often ever. */
export function ChargeDialog({ merchantId, onClose, onDone }: Props) {
  const words = useTexts(chargeTexts)
  const [formKey] = useState(onceId)
  const form = useForm({
    initialValues: { amount: '', description: '', expiry: 'day' as Lifetime, name: '', cpf: '', orderId: '' },
    validate: {
      amount: value => (parseMoney(value) === null ? words.amountWrong : null),
      cpf: (value, { name }) => (value.trim() === '' && name.trim() !== '' ? words.cpfMissing : null),
    },
  })
  const send = async ({ amount, description, expiry, name, cpf, orderId }: typeof form.values) => {
    try {
      return await makeCharge(merchantId, {
        amount: parseMoney(amount) ?? '',
        ...(description.trim() !== '' && { description: description.trim() }),
        ...(cpf.trim() !== '' && { payer: { cpf: cpf.trim(), ...(name.trim() !== '' && { name: name.trim() }) } }),
        ...(orderId.trim() !== '' && { orderId: orderId.trim() }),
        expiresIn: lifetimes[expiry],
        formKey,
      })
    } catch (error) {
      if (!isFailure(error, 'OrderIdConflict') || orderId.trim() === '') throw error
      form.setErrors({ orderId: words.orderIdUsed })
      return null
    }
  }
  const submit = useSubmit(form, send, { onDone: made => made !== null && onDone(made.id) })
  return (
    <FormDialog title={words.new} onClose={onClose} submit={submit} label={words.make}>
      <Text size="sm">{words.newIntro}</Text>
      <MoneyInput label={words.amount} required data-autofocus {...form.getInputProps('amount')} />
      <TextInput
        label={words.description}
        description={words.descriptionHint}
        maxLength={1024}
        {...form.getInputProps('description')}
      />
      <Select
        label={words.expiry}
        data={(Object.keys(lifetimes) as Lifetime[]).map(value => ({ value, label: words[value] }))}
        allowDeselect={false}
        {...form.getInputProps('expiry')}
      />
      <Fieldset legend={words.payer}>
        <Text size="xs" c="dimmed" mb="xs">
          {words.payerHint}
        </Text>
        <TextInput label={words.payerName} maxLength={255} autoComplete="off" {...form.getInputProps('name')} />
        <TextInput
          label={words.payerCpf}
          mt="xs"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('cpf')}
        />
      </Fieldset>
      <TextInput
        label={words.orderId}
        description={words.orderIdHint}
        maxLength={255}
        {...form.getInputProps('orderId')}
      />
    </FormDialog>
  )
}
