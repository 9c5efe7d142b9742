import { SegmentedControl, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { onceId } from '../../kit/once-id.ts'
import { type LinkView, linkKeys, makeLink } from './api.ts'
import { LimitFields, TitleFields, endOf, stockOf, useCommonRules } from './link-fields.tsx'
import { linkTexts } from './texts.ts'

type Props = { merchantId: string; onClose: () => void; onDone: (link: LinkView) => void }

const initialValues = {
  title: '',
  description: '',
  isStatic: false,
  isOpen: false,
  amount: '',
  minAmount: '',
  maxAmount: '',
  stock: '',
  endsOn: '',
  asksPayer: false,
  redirectUrl: '',
}

/** Mounted when it opens: what it sends is one link, pressed how often ever. */
export function NewLinkDialog({ merchantId, onClose, onDone }: Props) {
  const words = useTexts(linkTexts)
  const [formKey] = useState(onceId)
  const wrong = (value: string) => (parseMoney(value) === null ? words.amountWrong : null)
  const optional = (value: string) => (value.trim() === '' ? null : wrong(value))
  const form = useForm({
    initialValues,
    validate: {
      ...useCommonRules(),
      amount: (value, { isOpen }) => (isOpen ? null : wrong(value)),
      minAmount: (value, { isOpen }) => (isOpen ? optional(value) : null),
      maxAmount: (value, { isOpen }) => (isOpen ? optional(value) : null),
    },
  })
  const submit = useSubmit(form, values => makeLink(merchantId, sentOf(values, formKey)), {
    changes: [linkKeys.all(merchantId)],
    onDone,
    fields: { endsAt: 'endsOn' },
  })
  return (
    <FormDialog title={words.newLink} onClose={onClose} submit={submit} label={words.make}>
      <TitleFields form={form} />
      <Switch
        label={words.isStatic}
        description={words.isStaticHint}
        {...form.getInputProps('isStatic', { type: 'checkbox' })}
      />
      <SegmentedControl
        aria-label={words.amountKind}
        fullWidth
        data={[
          { value: 'fixed', label: words.fixed },
          { value: 'open', label: words.open },
        ]}
        value={form.values.isOpen ? 'open' : 'fixed'}
        onChange={kind => form.setFieldValue('isOpen', kind === 'open')}
      />
      {!form.values.isOpen && <MoneyInput label={words.amount} required {...form.getInputProps('amount')} />}
      {form.values.isOpen && !form.values.isStatic && (
        <SimpleGrid cols={2} spacing="xs">
          <MoneyInput label={words.minAmount} {...form.getInputProps('minAmount')} />
          <MoneyInput label={words.maxAmount} {...form.getInputProps('maxAmount')} />
        </SimpleGrid>
      )}
      {!form.values.isStatic && <LimitFields form={form} />}
      {!form.values.isStatic && <PayerFields form={form} />}
    </FormDialog>
  )
}

function PayerFields({ form }: { form: UseFormReturnType<typeof initialValues> }) {
  const words = useTexts(linkTexts)
  return (
    <>
      <Switch label={words.asksPayer} {...form.getInputProps('asksPayer', { type: 'checkbox' })} />
      <TextInput
        label={words.redirectUrl}
        description={words.redirectHint}
        placeholder="https://"
        type="url"
        maxLength={2048}
        {...form.getInputProps('redirectUrl')}
      />
    </>
  )
}

/** What was left empty is left out. */
function sentOf(values: typeof initialValues, formKey: string) {
  const money = (name: string, typed: string) => {
    const amount = parseMoney(typed)
    return amount === null ? {} : { [name]: amount }
  }
  if (values.isStatic) {
    const [title, description] = [values.title.trim(), values.description.trim()]
    const price = values.isOpen ? {} : money('amount', values.amount)
    return { title, ...(description !== '' && { description }), ...price, isStatic: true, formKey }
  }
  const [stock, endsAt] = [stockOf(values.stock), endOf(values.endsOn)]
  const [description, redirectUrl] = [values.description.trim(), values.redirectUrl.trim()]
  return {
    title: values.title.trim(),
    ...(description !== '' && { description }),
    ...(values.isOpen
      ? { ...money('minAmount', values.minAmount), ...money('maxAmount', values.maxAmount) }
      : money('amount', values.amount)),
    ...(stock !== null && { stock }),
    ...(endsAt !== null && { endsAt }),
    asksPayer: values.asksPayer,
    ...(redirectUrl !== '' && { redirectUrl }),
    formKey,
  }
}
