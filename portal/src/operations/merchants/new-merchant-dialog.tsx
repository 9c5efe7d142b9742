import { Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isGenuineCnpj, plainCnpj, showCnpj } from '../../kit/cnpj.ts'
import { isEmail } from '../../kit/email.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { useLanguage } from '../../kit/language.ts'
import { MailNotice } from '../../kit/mail-notice.tsx'
import { MoneyInput } from '../../kit/money-input.tsx'
import { typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { createMerchant, merchantKeys } from './api.ts'
import { parseDecimal } from '../../kit/decimals.ts'
import { merchantTexts } from './texts.ts'
import { isFixed, isPercent } from './plan-form.tsx'

type Props = { onClose: () => void; onDone: (made: { id: string; link: string | null }) => void }

const Legend = ({ children }: { children: string }) => (
  <Text span size="md" fw={650}>
    {children}
  </Text>
)

/** A merchant, its plan and its first owner. Mounted when it opens. */
export function NewMerchantDialog({ onClose, onDone }: Props) {
  const words = useTexts(merchantTexts)
  const kit = useTexts(kitTexts)
  const language = useLanguage()
  const form = useForm({
    initialValues: {
      name: '',
      cnpj: '',
      city: '',
      plan: { fixed: typedMoney('0.10', language), percent: typedMoney('0.99', language) },
      owner: { name: '', email: '' },
    },
    validate: {
      name: value => (value.trim() === '' ? words.nameMissing : null),
      cnpj: value => (isGenuineCnpj(value) ? null : words.cnpjWrong),
      city: value => (value.trim() === '' ? words.cityMissing : null),
      plan: {
        fixed: value => (isFixed(value) ? null : words.fixedWrong),
        percent: value => (isPercent(value) ? null : words.percentWrong),
      },
      owner: {
        name: value => (value.trim() === '' ? words.nameMissing : null),
        email: value => (isEmail(value) ? null : kit.emailWrong),
      },
    },
  })
  const submit = useSubmit(
    form,
    ({ name, cnpj, city, plan, owner }) =>
      createMerchant({
        name: name.trim(),
        cnpj: plainCnpj(cnpj),
        city: city.trim(),
        plan: { fixed: parseDecimal(plan.fixed) ?? '', percent: parseDecimal(plan.percent) ?? '' },
        owner: { name: owner.name.trim(), email: owner.email.trim() },
      }),
    { changes: [merchantKeys.platform], onDone },
  )
  return (
    <FormDialog title={words.create} size="lg" gap="lg" onClose={onClose} submit={submit} label={words.createNow}>
      <Text size="sm" c="dimmed">
        {words.createIntro}
      </Text>
      <MailNotice />
      <Fieldset variant="unstyled" legend={<Legend>{words.company}</Legend>}>
        <Stack gap="sm">
          <TextInput label={words.name} maxLength={100} required data-autofocus {...form.getInputProps('name')} />
          <Group grow align="flex-start" gap="sm" preventGrowOverflow={false} wrap="wrap">
            <TextInput
              label={words.cnpj}
              placeholder="00.000.000/0000-00"
              autoComplete="off"
              required
              miw={200}
              {...form.getInputProps('cnpj')}
              onChange={event => form.setFieldValue('cnpj', showCnpj(event.currentTarget.value))}
            />
            <TextInput label={words.city} maxLength={60} required miw={200} {...form.getInputProps('city')} />
          </Group>
        </Stack>
      </Fieldset>
      <Fieldset variant="unstyled" legend={<Legend>{words.plan}</Legend>}>
        <Group grow align="flex-start" gap="sm" preventGrowOverflow={false} wrap="wrap">
          <MoneyInput label={words.fixed} required miw={200} {...form.getInputProps('plan.fixed')} />
          <TextInput
            label={words.percent}
            rightSection="%"
            inputMode="decimal"
            required
            miw={200}
            {...form.getInputProps('plan.percent')}
          />
        </Group>
      </Fieldset>
      <Fieldset variant="unstyled" legend={<Legend>{words.owner}</Legend>}>
        <Group grow align="flex-start" gap="sm" preventGrowOverflow={false} wrap="wrap">
          <TextInput
            label={words.ownerName}
            maxLength={100}
            autoComplete="off"
            required
            miw={200}
            {...form.getInputProps('owner.name')}
          />
          <TextInput
            label={words.ownerEmail}
            type="email"
            maxLength={254}
            autoComplete="off"
            required
            miw={200}
            {...form.getInputProps('owner.email')}
          />
        </Group>
      </Fieldset>
    </FormDialog>
  )
}
