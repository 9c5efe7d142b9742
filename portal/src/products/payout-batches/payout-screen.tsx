import { Alert, Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Details } from '../../kit/details.tsx'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { IconAlertTriangle } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useMerchant } from '../../kit/merchant.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { Money, formatMoney, parseMoney } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { onceId } from '../../kit/once-id.ts'
import { useTexts } from '../../kit/texts.ts'
import { type PayoutCheckForm, type PayoutCheckView, checkPayout, makeBatch } from './api.ts'
import { refusalWords } from './fault-words.ts'
import { payoutTexts, batchTexts } from './texts.ts'
import { batchKeys } from '../approvals/api.ts'

const keyTypes = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const
type Form = PayoutCheckForm & { description: string }
type Checked = { form: Form; check: PayoutCheckView }

/** One payout: what would become of it is shown first, then it is requested as a batch of one row. */
export function PayoutScreen() {
  const words = useTexts(payoutTexts)
  const batchWords = useTexts(batchTexts)
  const { id: merchantId } = useMerchant()
  const [checked, setChecked] = useState<Checked | null>(null)
  return (
    <Page
      title={words.payout}
      description={words.intro}
      breadcrumbs={[{ label: batchWords.batches, to: `/m/${merchantId}/batches` }]}
    >
      <div hidden={checked !== null}>
        <PayoutForm merchantId={merchantId} onChecked={setChecked} />
      </div>
      {checked !== null && <CheckedPayout merchantId={merchantId} {...checked} onChange={() => setChecked(null)} />}
    </Page>
  )
}

function PayoutForm({ merchantId, onChecked }: { merchantId: string; onChecked: (checked: Checked) => void }) {
  const words = useTexts(payoutTexts)
  const form = useForm({
    initialValues: {
      name: '',
      taxNumber: '',
      keyType: 'CPF' as PayoutCheckForm['keyType'],
      key: '',
      amount: '',
      description: '',
    },
    validate: {
      name: value => (value.trim() === '' ? words.nameMissing : null),
      taxNumber: value => (value.trim() === '' ? words.taxNumberMissing : null),
      key: value => (value.trim() === '' ? words.keyMissing : null),
      amount: value => (parseMoney(value) === null ? words.amountWrong : null),
    },
  })
  const { onSubmit, isSending, failure } = useSubmit(form, async ({ description, ...values }) => {
    const asked = {
      ...values,
      name: values.name.trim(),
      taxNumber: values.taxNumber.trim(),
      key: values.key.trim(),
      amount: parseMoney(values.amount) ?? '',
    }
    onChecked({ form: { ...asked, description }, check: await checkPayout(merchantId, asked) })
  })
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={640} bg="var(--paper)">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <TextInput label={words.name} maxLength={255} required {...form.getInputProps('name')} />
          <TextInput label={words.taxNumber} required {...form.getInputProps('taxNumber')} />
          <Select
            label={words.keyType}
            data={keyTypes.map(value => ({ value, label: words[value] }))}
            allowDeselect={false}
            {...form.getInputProps('keyType')}
          />
          <TextInput
            label={words.key}
            description={form.values.keyType === 'PHONE' ? words.phoneHint : undefined}
            maxLength={255}
            required
            {...form.getInputProps('key')}
          />
          <MoneyInput
            label={words.amount}
            description={words.amountHint}
            required
            maw={240}
            {...form.getInputProps('amount')}
          />
          <TextInput label={words.description} maxLength={1024} {...form.getInputProps('description')} />
          <FormFailure failure={failure} />
          <Group justify="flex-end">
            <Button type="submit" loading={isSending}>
              {words.check}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

function CheckedPayout({ merchantId, form, check, onChange }: Checked & { merchantId: string; onChange: () => void }) {
  const words = useTexts(payoutTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const formKey = useRef(onceId())
  const { onSubmit, isSending, failure } = useSubmit(
    useForm({ initialValues: {} }),
    () => {
      const { description, ...row } = form
      const rows = [{ ...row, ...(description.trim() === '' ? {} : { description: description.trim() }) }]
      const name = words.batchName(form.name).slice(0, 120)
      return makeBatch(merchantId, { kind: 'payouts', name, rows, formKey: formKey.current })
    },
    {
      changes: [batchKeys.all(merchantId)],
      notice: words.asked,
      onDone: ({ id }) => void navigate({ to: `/m/${merchantId}/batches/${id}`, replace: true }),
    },
  )
  const { perPayment, perDay, sentToday } = check.limits
  const owner = check.owner === null ? words.ownerUnknown : `${check.owner.name ?? ''} ${check.owner.taxNumber}`.trim()
  const money = (amount: string) => formatMoney(amount, language)
  return (
    <form onSubmit={onSubmit} noValidate>
      <Section title={words.checked}>
        <Details
          items={[
            { label: words.amount, value: <Money amount={check.amount} fw={600} /> },
            { label: words.charges, value: <Money amount={check.charges} /> },
            { label: words.owner, value: owner },
            { label: words.keySent, value: `${words[form.keyType]} ${check.key.value}` },
            { label: words.available, balance: 'available', value: <Money amount={check.balance.available} /> },
            { label: words.after, value: <Money amount={check.balance.after} /> },
            { label: words.perPayment, value: perPayment && <Money amount={perPayment} /> },
            { label: words.leftToday, value: perDay && words.sentToday(money(sentToday ?? '0'), money(perDay)) },
          ]}
        />
      </Section>
      {check.refusal !== null && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.refused} mb="lg" role="status">
          {refusalWords(check.refusal.reason, language)}
        </Alert>
      )}
      <FormFailure failure={failure} />
      <Group gap="xs">
        <Button type="submit" loading={isSending}>
          {words.ask}
        </Button>
        <Button variant="default" onClick={onChange} disabled={isSending}>
          {words.change}
        </Button>
      </Group>
    </form>
  )
}
