import { Alert, Checkbox, Select, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { IconHourglass } from '../../kit/icons.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { useTexts } from '../../kit/texts.ts'
import { type NewKey, type Scope, accessKeyKeys, createKey } from './api.ts'
import { linesOf } from './networks-dialog.tsx'
import { payoutRuleTexts } from './payout-rule-texts.ts'
import { keyTexts } from './texts.ts'

type Props = { merchantId: string; onClose: () => void; onDone: (made: NewKey) => void }

const lifetimes = { never: null, days30: 30, days90: 90, days365: 365 } as const
type Lifetime = keyof typeof lifetimes

const dayMs = 24 * 60 * 60 * 1000
const dateAfter = (days: number | null) => (days === null ? null : new Date(Date.now() + days * dayMs).toISOString())

/** Mounted when it opens. The kit asks for the password by itself where it was not shown lately. */
export function CreateKeyDialog({ merchantId, onClose, onDone }: Props) {
  const words = useTexts(keyTexts)
  const rules = useTexts(payoutRuleTexts)
  const confirms = usePermission('keys.confirm')
  const form = useForm({
    initialValues: { name: '', scopes: ['payments'] as Scope[], lifetime: 'never' as Lifetime, networks: '' },
    validate: {
      name: value => (value.trim() === '' ? words.nameMissing : null),
      scopes: value => (value.length === 0 ? words.scopesMissing : null),
    },
  })
  const submit = useSubmit(
    form,
    ({ name, scopes, lifetime, networks }) =>
      createKey(merchantId, {
        name: name.trim(),
        scopes,
        expiresAt: dateAfter(lifetimes[lifetime]),
        networks: linesOf(networks),
      }),
    { changes: [accessKeyKeys.all(merchantId)], onDone, fields: { expiresAt: 'lifetime' } },
  )
  return (
    <FormDialog title={words.create} onClose={onClose} submit={submit} label={words.create}>
      <Text size="sm" c="dimmed">
        {words.createIntro}
      </Text>
      {!confirms && (
        <Alert color="yellow" icon={<IconHourglass aria-hidden />}>
          {words.createPending}
        </Alert>
      )}
      <TextInput
        label={words.nameLabel}
        description={words.nameHint}
        maxLength={80}
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={words.scopes} required {...form.getInputProps('scopes')}>
        <Stack gap="sm" mt={6}>
          <Checkbox value="payments" label={words.payments} description={words.paymentsHint} />
          <Checkbox value="company-payments" label={words.companyPayments} description={words.companyPaymentsHint} />
        </Stack>
      </Checkbox.Group>
      <Select
        label={words.expiry}
        description={words.expiryHint}
        data={(Object.keys(lifetimes) as Lifetime[]).map(value => ({ value, label: words[value] }))}
        allowDeselect={false}
        checkIconPosition="right"
        {...form.getInputProps('lifetime')}
      />
      <Textarea label={rules.networks} description={rules.networksHint} autosize {...form.getInputProps('networks')} />
    </FormDialog>
  )
}
