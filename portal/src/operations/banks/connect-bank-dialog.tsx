import { Checkbox, Fieldset, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { OptionalFileInput } from '../../kit/optional-file-input.tsx'
import { useTexts } from '../../kit/texts.ts'
import { AccessFields, type AccessValues, UnusualAccessFields } from './access-fields.tsx'
import { accountRules } from './account-fields.tsx'
import { type ConnectForm, cachedBanks, connectBank } from './api.ts'
import {
  type Environment,
  addressesOf,
  dialectLabel,
  dialects,
  hasAddresses,
  hasBoletoUrl,
  presetOf,
} from './bank-addresses.ts'
import { CallFormFields, callFormIn, callFormRules, noCallForm } from './call-form-fields.tsx'
import { choiceIn, choiceOf, scopeRules } from './choice-field.tsx'
import { bankTexts } from './texts.ts'
import { CertificateFields, certificateIn, certificateRules, noCertificate, isTooLarge } from './certificate-fields.tsx'
import { InitiationFields, initiationIn, initiationRules, noInitiation } from './initiation-fields.tsx'

type Props = {
  hasDefault: boolean
  onClose: () => void
}

/** As the bank publishes them. */
const usualCalls = { tokenStyle: '' as AccessValues['tokenStyle'], scopes: choiceOf(null), calls: noCallForm }

const Legend = ({ children }: { children: string }) => (
  <Text span size="md" fw={650}>
    {children}
  </Text>
)

/** Choosing a bank decides what is asked: only what this bank needs. Mounted when it opens. */
export function ConnectBankDialog({ hasDefault, onClose }: Props) {
  const words = useTexts(bankTexts)
  const missing = (value: string) => (value.trim() === '' ? words.missing : null)
  const form = useForm({
    initialValues: {
      dialect: 'efi' as ConnectForm['dialect'],
      name: dialectLabel('efi'),
      isDefault: !hasDefault,
      environment: 'production' as Environment,
      ...addressesOf('efi', 'production'),
      clientId: '',
      clientSecret: '',
      applicationKey: '',
      accountNumber: '',
      clientNumber: '',
      ...usualCalls,
      pixKey: '',
      certificate: noCertificate,
      ca: null as File | null,
      callbackSecret: '',
      proxyVerifiesBank: false,
      initiation: noInitiation,
    },
    validate: {
      name: missing,
      pixUrl: missing,
      tokenUrl: missing,
      clientId: missing,
      clientSecret: (value, { dialect }) => (presetOf(dialect).asks.includes('clientSecret') ? missing(value) : null),
      applicationKey: (value, { dialect }) =>
        presetOf(dialect).asks.includes('applicationKey') ? missing(value) : null,
      pixKey: missing,
      ispb: value => (/^[0-9A-Z]{8}$/.test(value) ? null : words.ispbWrong),
      certificate: certificateRules(words),
      ca: file => (file !== null && isTooLarge(file) ? words.tooLarge : null),
      initiation: initiationRules(words),
      calls: callFormRules(words),
      callbackSecret: value => (/^([\w-]{16,100})?$/.test(value.trim()) ? null : words.callbackSecretWrong),
      ...accountRules(words),
      scopes: scopeRules(words),
    },
  })
  const submit = useSubmit(
    form,
    async ({ ca, certificate, initiation, ...values }) =>
      connectBank({
        dialect: values.dialect,
        name: values.name,
        isDefault: values.isDefault,
        pixUrl: values.pixUrl,
        tokenUrl: values.tokenUrl,
        payoutUrl: values.payoutUrl.trim() || null,
        ...(hasBoletoUrl(values.dialect) ? { boletoUrl: values.boletoUrl.trim() || null } : {}),
        ispb: values.ispb,
        clientId: values.clientId,
        clientSecret: values.clientSecret.trim() || null,
        applicationKey: values.applicationKey.trim() || null,
        accountNumber: values.accountNumber.trim() || null,
        clientNumber: values.clientNumber.trim() || null,
        ...(values.tokenStyle === '' ? {} : { tokenStyle: values.tokenStyle }),
        scopes: choiceIn(values.scopes),
        ...callFormIn(values.calls),
        pixKey: values.pixKey,
        certificate: await certificateIn(certificate),
        ca: ca === null ? null : await ca.text(),
        callbackSecret: values.callbackSecret.trim() || null,
        proxyVerifiesBank: values.proxyVerifiesBank,
        initiation: initiationIn(initiation),
      }),
    { caches: cachedBanks, notice: words.connected, onDone: onClose },
  )
  const chooseBank = (dialect: ConnectForm['dialect']) => {
    const environment: Environment = hasAddresses(dialect) ? 'production' : 'other'
    const usual = addressesOf(dialect, 'production')
    const unasked = { clientSecret: '', applicationKey: '', accountNumber: '', clientNumber: '' }
    form.setValues({
      dialect,
      name: dialectLabel(dialect),
      environment,
      ...usual,
      ...unasked,
      ...usualCalls,
      initiation: noInitiation,
    })
  }
  const chooseEnvironment = (environment: Environment) =>
    form.setValues({ environment, ...(environment === 'other' ? {} : addressesOf(dialect, environment)) })
  const { dialect, environment } = form.getValues()
  return (
    <FormDialog
      title={words.connect}
      size="lg"
      gap="lg"
      autoComplete="off"
      onClose={onClose}
      submit={submit}
      label={words.connectNow}
    >
      <Text size="sm" c="dimmed">
        {words.connectIntro}
      </Text>
      <Stack gap="sm">
        <NativeSelect
          label={words.bank}
          data={dialects.map(one => ({ value: one, label: dialectLabel(one) }))}
          data-autofocus
          value={dialect}
          onChange={event => chooseBank(event.currentTarget.value as ConnectForm['dialect'])}
        />
        {hasAddresses(dialect) && (
          <NativeSelect
            label={words.environment}
            data={[
              { value: 'production', label: words.environmentProduction },
              { value: 'test', label: words.environmentTest },
              { value: 'other', label: words.environmentOther },
            ]}
            value={environment}
            onChange={event => chooseEnvironment(event.currentTarget.value as Environment)}
          />
        )}
        <TextInput
          label={words.name}
          description={words.nameHint}
          maxLength={60}
          required
          {...form.getInputProps('name')}
        />
        <Checkbox
          label={words.isDefault}
          disabled={hasDefault}
          {...form.getInputProps('isDefault', { type: 'checkbox' })}
        />
      </Stack>
      {environment === 'other' && (
        <Fieldset variant="unstyled" legend={<Legend>{words.addresses}</Legend>}>
          <Stack gap="sm">
            <TextInput label={words.pixUrl} required {...form.getInputProps('pixUrl')} />
            <TextInput label={words.tokenUrl} required {...form.getInputProps('tokenUrl')} />
            <TextInput label={words.payoutUrl} description={words.payoutHint} {...form.getInputProps('payoutUrl')} />
            {hasBoletoUrl(dialect) && (
              <TextInput label={words.boletoUrl} description={words.boletoHint} {...form.getInputProps('boletoUrl')} />
            )}
            <TextInput label={words.ispb} maxLength={8} required {...form.getInputProps('ispb')} />
          </Stack>
        </Fieldset>
      )}
      <Fieldset variant="unstyled" legend={<Legend>{words.access}</Legend>}>
        <AccessFields form={form} dialect={dialect} />
      </Fieldset>
      <Fieldset variant="unstyled" legend={<Legend>{words.certificate}</Legend>}>
        <CertificateFields form={form} mayBeWithout />
      </Fieldset>
      <OptionalFileInput
        words={words}
        label={words.ca}
        description={words.caHint}
        accept=".pem,.crt,.cer"
        {...form.getInputProps('ca')}
      />
      <Fieldset variant="unstyled" legend={<Legend>{words.callbacks}</Legend>}>
        <Stack gap="sm">
          <PasswordInput
            label={words.callbackSecret}
            description={words.callbackSecretHint}
            autoComplete="new-password"
            maxLength={100}
            {...form.getInputProps('callbackSecret')}
          />
          <Checkbox
            label={words.proxyVerifiesBank}
            description={words.proxyVerifiesBankHint}
            {...form.getInputProps('proxyVerifiesBank', { type: 'checkbox' })}
          />
        </Stack>
      </Fieldset>
      <Fieldset variant="unstyled" legend={<Legend>{words.calls}</Legend>}>
        <Stack gap="sm">
          <CallFormFields form={form} dialect={dialect} hint={words.callsOtherwiseHint} />
          {form.getValues().calls.isOn && <UnusualAccessFields form={form} dialect={dialect} />}
        </Stack>
      </Fieldset>
      {dialect === 'efi' && (
        <Fieldset variant="unstyled" legend={<Legend>{words.openFinance}</Legend>}>
          <InitiationFields form={form} />
        </Fieldset>
      )}
    </FormDialog>
  )
}
