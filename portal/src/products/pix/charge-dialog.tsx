import { Checkbox, Fieldset, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { typedDocument } from '../../kit/cnpj.ts'
import { isFailure } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { makeCharge } from '../../money/transactions/api.ts'
import type { ChargedCustomer } from './api.ts'
import { CustomerSelect } from './customer-select.tsx'
import { chargeTexts } from './texts.ts'
import { onceId } from '../../kit/once-id.ts'

const hour = 3600
const lifetimes = { hour, day: 24 * hour, threeDays: 72 * hour, week: 168 * hour, month: 720 * hour } as const
type Lifetime = keyof typeof lifetimes

/** What the API finds wrong with either document. */
const documentFields = { 'payer.cpf': 'taxNumber', 'payer.cnpj': 'taxNumber' }

type Props = {
  merchantId: string
  /** Where that is known before. */
  customer?: ChargedCustomer | undefined
  onClose: () => void
  onDone: (id: string) => void
}

/** Asks for money. Mounted when it opens: what it sends is one charge, pressed how often ever. */
export function ChargeDialog({ merchantId, customer: known, onClose, onDone }: Props) {
  const words = useTexts(chargeTexts)
  const [formKey] = useState(onceId)
  const [customer, setCustomer] = useState<ChargedCustomer | null>(known ?? null)
  const form = useForm({
    initialValues: {
      amount: '',
      description: '',
      expiry: 'day' as Lifetime,
      name: '',
      taxNumber: '',
      onlyThisPayer: false,
      orderId: '',
    },
    validate: {
      amount: value => (parseMoney(value) === null ? words.amountWrong : null),
      taxNumber: (value, { name }) =>
        customer === null && value.trim() === '' && name.trim() !== '' ? words.taxNumberMissing : null,
    },
  })
  const hasDocument = customer === null ? form.values.taxNumber.trim() !== '' : customer.document !== null
  const send = async ({ amount, description, expiry, onlyThisPayer, orderId, ...payer }: typeof form.values) => {
    try {
      return await makeCharge(merchantId, {
        amount: parseMoney(amount) ?? '',
        ...(description.trim() !== '' && { description: description.trim() }),
        ...(customer === null ? payerOf(payer) : { customerId: customer.id }),
        ...(hasDocument && { onlyThisPayer }),
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
  const submit = useSubmit(form, send, { fields: documentFields, onDone: made => made !== null && onDone(made.id) })
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
      {known === undefined ? (
        <CustomerSelect merchantId={merchantId} value={customer} onChange={setCustomer} />
      ) : (
        <Text size="sm">{words.toCustomer(known.name)}</Text>
      )}
      {customer === null && (
        <Fieldset legend={words.payer}>
          <Text size="xs" c="dimmed" mb="xs">
            {words.payerHint}
          </Text>
          <TextInput label={words.payerName} maxLength={255} autoComplete="off" {...form.getInputProps('name')} />
          <TextInput label={words.taxNumber} mt="xs" autoComplete="off" {...form.getInputProps('taxNumber')} />
        </Fieldset>
      )}
      {hasDocument && (
        <Checkbox
          label={words.onlyThisPayer}
          description={words.onlyThisPayerHint}
          {...form.getInputProps('onlyThisPayer', { type: 'checkbox' })}
        />
      )}
      <TextInput
        label={words.orderId}
        description={words.orderIdHint}
        maxLength={255}
        {...form.getInputProps('orderId')}
      />
    </FormDialog>
  )
}

const payerOf = ({ name, taxNumber }: { name: string; taxNumber: string }) =>
  taxNumber.trim() !== '' && {
    payer: { ...typedDocument(taxNumber), ...(name.trim() !== '' && { name: name.trim() }) },
  }
