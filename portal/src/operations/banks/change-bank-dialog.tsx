import { Checkbox, Text, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { OptionalFileInput } from '../../kit/optional-file-input.tsx'
import { useTexts } from '../../kit/texts.ts'
import { AccountFields, type AccountValues, accountRules } from './account-fields.tsx'
import { type ChangeForm, type ConnectionView, cachedBanks, changeBank } from './api.ts'
import { hasBoletoUrl, hasContract } from './bank-addresses.ts'
import { isTooLarge } from './certificate-fields.tsx'
import { ChoiceField, type ChoiceValues, choiceIn, choiceOf, scopeRules } from './choice-field.tsx'
import { CallFormFields, type CallFormValues, callFormIn, callFormRules, noCallForm } from './call-form-fields.tsx'
import {
  InitiationFields,
  type InitiationValues,
  initiationIn,
  initiationOf,
  initiationRules,
} from './initiation-fields.tsx'
import { areLimits, limitLines, limitsIn } from './limit-lines.ts'
import { bankTexts } from './texts.ts'
import { TokenFields, type TokenValues } from './token-fields.tsx'

type Props = { bank: ConnectionView; settings: NonNullable<ConnectionView['settings']>; onClose: () => void }

/** Where and how a bank is called, its name, and whether it is the default. Mounted when it opens. */
export function ChangeBankDialog({ bank, settings, onClose }: Props) {
  const words = useTexts(bankTexts)
  const missing = (value: string) => (value.trim() === '' ? words.missing : null)
  const initialValues: Values = {
    name: bank.name,
    pixUrl: settings.pixUrl,
    tokenUrl: settings.tokenUrl,
    payoutUrl: settings.payoutUrl ?? '',
    boletoUrl: settings.boletoUrl ?? '',
    ispb: settings.ispb,
    accountNumber: settings.accountNumber ?? '',
    clientNumber: settings.clientNumber ?? '',
    tokenStyle: settings.tokenStyle ?? '',
    scopes: choiceOf(settings.scopes),
    isDefault: bank.isDefault,
    ca: null,
    hasPublicAuthorities: false,
    proxyVerifiesBank: bank.callbackProof.certificate,
    limits: choiceOf(settings.limits && limitLines(settings.limits)),
    initiation: initiationOf(settings.initiation),
    calls: { ...noCallForm, paths: { ...noCallForm.paths, ...settings.paths } },
    isSameAccount: false,
  }
  const form = useForm({
    initialValues,
    validate: {
      name: missing,
      pixUrl: missing,
      tokenUrl: missing,
      ispb: value => (/^[0-9A-Z]{8}$/.test(value) ? null : words.ispbWrong),
      ...accountRules(words),
      scopes: scopeRules(words),
      ca: file => (file !== null && isTooLarge(file) ? words.tooLarge : null),
      limits: {
        text: (text, { limits: { kind } }) =>
          kind !== 'ownOnes' || (text.trim() !== '' && areLimits(text)) ? null : words.limitsWrong,
      },
      initiation: initiationRules(words),
      calls: callFormRules(words),
    },
  })
  const submit = useSubmit(form, async values => changeBank(bank.id, await changesOf(initialValues, values)), {
    caches: cachedBanks,
    notice: words.changed,
    onDone: onClose,
  })
  return (
    <FormDialog title={words.changeOf(bank.name)} onClose={onClose} submit={submit} label={words.changeNow}>
      <Text size="sm" c="dimmed">
        {words.changeIntro}
      </Text>
      <TextInput label={words.name} maxLength={60} required {...form.getInputProps('name')} />
      <TextInput label={words.pixUrl} required {...form.getInputProps('pixUrl')} />
      <TextInput label={words.tokenUrl} required {...form.getInputProps('tokenUrl')} />
      <TextInput label={words.payoutUrl} description={words.payoutHint} {...form.getInputProps('payoutUrl')} />
      {hasBoletoUrl(bank.dialect) && (
        <TextInput label={words.boletoUrl} description={words.boletoHint} {...form.getInputProps('boletoUrl')} />
      )}
      <TextInput label={words.ispb} maxLength={8} required {...form.getInputProps('ispb')} />
      <AccountFields form={form} hasContract={hasContract(bank.dialect)} />
      <TokenFields form={form} />
      <OptionalFileInput
        words={words}
        label={words.ca}
        description={words.caChangeHint}
        accept=".pem,.crt,.cer"
        disabled={form.getValues().hasPublicAuthorities}
        {...form.getInputProps('ca')}
      />
      {settings.hasAuthority && (
        <Checkbox
          label={words.publicAuthorities}
          description={words.publicAuthoritiesHint}
          {...form.getInputProps('hasPublicAuthorities', { type: 'checkbox' })}
        />
      )}
      <Checkbox
        label={words.proxyVerifiesBank}
        description={words.proxyVerifiesBankHint}
        {...form.getInputProps('proxyVerifiesBank', { type: 'checkbox' })}
      />
      <ChoiceField label={words.limits} {...form.getInputProps('limits.kind')} />
      {form.getValues().limits.kind === 'ownOnes' && (
        <Textarea
          label={words.limitOfEach}
          description={words.limitsHint}
          autosize
          {...form.getInputProps('limits.text')}
        />
      )}
      {bank.dialect === 'efi' && <InitiationFields form={form} />}
      <CallFormFields form={form} dialect={bank.dialect} hint={words.callsReplacedHint} />
      <Checkbox
        label={words.sameAccount}
        description={words.sameAccountHint}
        {...form.getInputProps('isSameAccount', { type: 'checkbox' })}
      />
      <Checkbox
        label={words.isDefault}
        disabled={bank.isDefault}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

type Values = AccountValues &
  TokenValues & {
    name: string
    pixUrl: string
    tokenUrl: string
    payoutUrl: string
    boletoUrl: string
    ispb: string
    isDefault: boolean
    ca: File | null
    hasPublicAuthorities: boolean
    proxyVerifiesBank: boolean
    limits: ChoiceValues
    initiation: InitiationValues
    calls: CallFormValues
    isSameAccount: boolean
  }

/** Every setting, as the form has it. */
const settingsIn = (values: Values) => ({
  pixUrl: values.pixUrl,
  tokenUrl: values.tokenUrl,
  payoutUrl: values.payoutUrl.trim() || null,
  boletoUrl: values.boletoUrl.trim() || null,
  ispb: values.ispb,
  accountNumber: values.accountNumber.trim() || null,
  clientNumber: values.clientNumber.trim() || null,
  tokenStyle: values.tokenStyle || null,
  scopes: choiceIn(values.scopes),
  proxyVerifiesBank: values.proxyVerifiesBank,
  limits: limitsOf(choiceIn(values.limits)),
  initiation: initiationIn(values.initiation),
})

const limitsOf = (lines: string | null) => (lines === null ? null : limitsIn(lines))

/** Only what was changed; the name is always there, so that there is something. */
async function changesOf(before: Values, after: Values): Promise<ChangeForm> {
  const { name, isDefault, ca, hasPublicAuthorities, calls, isSameAccount } = after
  const old: Record<string, unknown> = settingsIn(before)
  const isChanged = ([field, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(old[field])
  return {
    name,
    ...(Object.fromEntries(Object.entries(settingsIn(after)).filter(isChanged)) as ChangeForm),
    ...(hasPublicAuthorities ? { ca: null } : ca === null ? {} : { ca: await ca.text() }),
    ...callFormIn(calls),
    ...(isSameAccount ? { sameAccountConfirmed: true as const } : {}),
    ...(isDefault && !before.isDefault ? { isDefault: true as const } : {}),
  }
}
