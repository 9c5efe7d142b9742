import { PasswordInput, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTexts } from '../../kit/texts.ts'
import { AccountFields, type AccountValues } from './account-fields.tsx'
import type { ConnectForm } from './api.ts'
import { presetOf } from './bank-addresses.ts'
import { bankTexts } from './texts.ts'
import { TokenFields, type TokenValues } from './token-fields.tsx'

export type AccessValues = AccountValues &
  TokenValues & {
    clientId: string
    clientSecret: string
    applicationKey: string
    pixKey: string
  }

type Props<Values extends AccessValues> = { form: UseFormReturnType<Values>; dialect: ConnectForm['dialect'] }

/** What proves to this bank who calls, and for which account. */
export function AccessFields<Values extends AccessValues>({ form, dialect }: Props<Values>) {
  const words = useTexts(bankTexts)
  const { asks, mayAsk } = presetOf(dialect)
  // Of the standard nothing is known: a bank may have a secret.
  const hasSecret = asks.includes('clientSecret') || dialect === 'standard'
  return (
    <Stack gap="sm">
      <TextInput label={words.clientId} autoComplete="off" required {...form.getInputProps('clientId')} />
      {hasSecret && (
        <PasswordInput
          label={words.clientSecret}
          description={dialect === 'standard' ? words.clientSecretHint : null}
          autoComplete="new-password"
          {...form.getInputProps('clientSecret')}
        />
      )}
      {asks.includes('applicationKey') && <ApplicationKeyField form={form} />}
      {mayAsk.includes('accountNumber') && <AccountFields form={form} hasContract={mayAsk.includes('clientNumber')} />}
      {dialect === 'standard' && <TokenFields form={form} />}
      <TextInput label={words.pixKey} maxLength={77} required {...form.getInputProps('pixKey')} />
    </Stack>
  )
}

function ApplicationKeyField<Values extends AccessValues>({ form }: Pick<Props<Values>, 'form'>) {
  const words = useTexts(bankTexts)
  return (
    <PasswordInput
      label={words.applicationKey}
      description={words.applicationKeyHint}
      autoComplete="new-password"
      {...form.getInputProps('applicationKey')}
    />
  )
}

/** The rest of it: what a bank asks for only where it differs from its documentation. */
export function UnusualAccessFields<Values extends AccessValues>({ form, dialect }: Props<Values>) {
  const { asks, mayAsk } = presetOf(dialect)
  return (
    <>
      {!asks.includes('applicationKey') && <ApplicationKeyField form={form} />}
      {!mayAsk.includes('accountNumber') && <AccountFields form={form} hasContract={false} />}
      {dialect !== 'standard' && <TokenFields form={form} />}
    </>
  )
}
