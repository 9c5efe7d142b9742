import { Checkbox, Fieldset, FileInput, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type ConnectForm, cachedBanks, connectBank } from './api.ts'
import { bankAddresses, dialects } from './bank-addresses.ts'
import { bankTexts } from './texts.ts'
import { CertificateFields, certificateIn, certificateRules, noCertificate, isTooLarge } from './certificate-fields.tsx'
import { InitiationFields, initiationIn, initiationRules, noInitiation } from './initiation-fields.tsx'

type Props = {
  hasDefault: boolean
  onClose: () => void
}

const Legend = ({ children }: { children: string }) => (
  <Text span size="md" fw={650}>
    {children}
  </Text>
)

/** All that a bank gives its partners. Choosing a bank fills in where it is. Mounted when it opens. */
export function ConnectBankDialog({ hasDefault, onClose }: Props) {
  const words = useTexts(bankTexts)
  const missing = (value: string) => (value.trim() === '' ? words.missing : null)
  const { label, ...addresses } = bankAddresses.efi
  const form = useForm({
    initialValues: {
      dialect: 'efi' as ConnectForm['dialect'],
      name: label,
      isDefault: !hasDefault,
      ...addresses,
      clientId: '',
      clientSecret: '',
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
      pixKey: missing,
      ispb: value => (/^[0-9A-Z]{8}$/.test(value) ? null : words.ispbWrong),
      certificate: certificateRules(words),
      ca: file => (file !== null && isTooLarge(file) ? words.tooLarge : null),
      initiation: initiationRules(words),
      callbackSecret: value => (/^([\w-]{16,100})?$/.test(value.trim()) ? null : words.callbackSecretWrong),
    },
  })
  const submit = useSubmit(
    form,
    async ({ payoutUrl, clientSecret, certificate, ca, callbackSecret, initiation, ...rest }) =>
      connectBank({
        ...rest,
        payoutUrl: payoutUrl.trim() || null,
        clientSecret: clientSecret.trim() || null,
        certificate: await certificateIn(certificate),
        ca: ca === null ? null : await ca.text(),
        callbackSecret: callbackSecret.trim() || null,
        initiation: initiationIn(initiation),
      }),
    { caches: cachedBanks, notice: words.connected, onDone: onClose },
  )
  const chooseBank = (dialect: ConnectForm['dialect']) => {
    const { label: name, ...usual } = bankAddresses[dialect]
    form.setValues({ dialect, name, ...usual, initiation: noInitiation })
  }
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
          data={dialects.map(dialect => ({ value: dialect, label: bankAddresses[dialect].label }))}
          data-autofocus
          value={form.getValues().dialect}
          onChange={event => chooseBank(event.currentTarget.value as ConnectForm['dialect'])}
        />
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
      <Fieldset variant="unstyled" legend={<Legend>{words.addresses}</Legend>}>
        <Stack gap="sm">
          <TextInput label={words.pixUrl} required {...form.getInputProps('pixUrl')} />
          <TextInput label={words.tokenUrl} required {...form.getInputProps('tokenUrl')} />
          <TextInput label={words.payoutUrl} description={words.payoutHint} {...form.getInputProps('payoutUrl')} />
          <TextInput label={words.ispb} maxLength={8} required {...form.getInputProps('ispb')} />
        </Stack>
      </Fieldset>
      <Fieldset variant="unstyled" legend={<Legend>{words.access}</Legend>}>
        <Stack gap="sm">
          <TextInput label={words.clientId} autoComplete="off" required {...form.getInputProps('clientId')} />
          <PasswordInput
            label={words.clientSecret}
            description={words.clientSecretHint}
            autoComplete="new-password"
            {...form.getInputProps('clientSecret')}
          />
          <TextInput label={words.pixKey} maxLength={77} required {...form.getInputProps('pixKey')} />
        </Stack>
      </Fieldset>
      <Fieldset variant="unstyled" legend={<Legend>{words.certificate}</Legend>}>
        <CertificateFields form={form} mayBeWithout />
      </Fieldset>
      <FileInput
        label={words.ca}
        description={words.caHint}
        placeholder={words.choose}
        accept=".pem,.crt,.cer"
        clearable
        clearButtonProps={{ 'aria-label': words.removeFile, style: { minWidth: 24, minHeight: 24 } }}
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
      {form.getValues().dialect === 'efi' && (
        <Fieldset variant="unstyled" legend={<Legend>{words.openFinance}</Legend>}>
          <InitiationFields form={form} />
        </Fieldset>
      )}
    </FormDialog>
  )
}
