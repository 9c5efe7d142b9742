import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTexts } from '../../kit/texts.ts'
import type { ConnectForm } from './api.ts'
import { bankTexts } from './texts.ts'

type InitiationForm = NonNullable<ConnectForm['initiation']>
type AccountType = InitiationForm['account']['type']

/** How a bank initiates payments, as far as it is filled in. Only one bank does. */
export type InitiationValues = {
  isOn: boolean
  url: string
  agency: string
  number: string
  type: AccountType
  holderName: string
  holderTaxNumber: string
  bodyForm: NonNullable<InitiationForm['bodyForm']>
  returnParameter: string
}

export const noInitiation: InitiationValues = {
  isOn: false,
  url: 'https://openfinance.api.efipay.com.br/v1',
  agency: '',
  number: '',
  type: 'TRAN',
  holderName: '',
  holderTaxNumber: '',
  bodyForm: 'detalhes',
  returnParameter: 'identificadorPagamento',
}

const taxNumberIn = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '')

export function initiationIn({ isOn, url, bodyForm, returnParameter, ...account }: InitiationValues) {
  if (!isOn) return null
  const holderTaxNumber = taxNumberIn(account.holderTaxNumber)
  return { url, account: { ...account, holderTaxNumber }, bodyForm, returnParameter: returnParameter.trim() }
}

/** Only where it is switched on must something be there. */
export const initiationRules = (words: {
  missing: string
  agencyWrong: string
  accountWrong: string
  taxWrong: string
}) => {
  const rule = (fault: string, form: RegExp) => (value: string, values: { initiation: InitiationValues }) =>
    !values.initiation.isOn || form.test(value.trim()) ? null : fault
  return {
    url: rule(words.missing, /./),
    agency: rule(words.agencyWrong, /^\d{1,4}$/),
    number: rule(words.accountWrong, /^\d{1,20}$/),
    holderName: rule(words.missing, /./),
    holderTaxNumber: rule(words.taxWrong, /^[\d./-]{11,18}$|^[0-9A-Za-z./-]{14,18}$/),
    returnParameter: rule(words.missing, /^[\w.-]{1,60}$/),
  }
}

export function InitiationFields<Values extends { initiation: InitiationValues }>({
  form,
}: {
  form: UseFormReturnType<Values>
}) {
  const words = useTexts(bankTexts)
  const { isOn } = form.getValues().initiation
  const types: AccountType[] = ['TRAN', 'CACC', 'SVGS', 'SLRY']
  return (
    <Stack gap="sm">
      <Checkbox
        label={words.initiates}
        description={words.initiatesHint}
        {...form.getInputProps('initiation.isOn', { type: 'checkbox' })}
      />
      {isOn && (
        <>
          <TextInput label={words.initiationUrl} required {...form.getInputProps('initiation.url')} />
          <TextInput label={words.agency} maxLength={4} required {...form.getInputProps('initiation.agency')} />
          <TextInput
            label={words.account}
            description={words.accountHint}
            maxLength={20}
            required
            {...form.getInputProps('initiation.number')}
          />
          <NativeSelect
            label={words.accountType}
            data={types.map(value => ({ value, label: words[value] }))}
            {...form.getInputProps('initiation.type')}
          />
          <TextInput label={words.holderName} required {...form.getInputProps('initiation.holderName')} />
          <TextInput label={words.holderTaxNumber} required {...form.getInputProps('initiation.holderTaxNumber')} />
          <NativeSelect
            label={words.bodyForm}
            description={words.bodyFormHint}
            data={[
              { value: 'detalhes', label: words.bodyFormDetails },
              { value: 'top', label: words.bodyFormTop },
            ]}
            {...form.getInputProps('initiation.bodyForm')}
          />
          <TextInput
            label={words.returnParameter}
            description={words.returnParameterHint}
            required
            {...form.getInputProps('initiation.returnParameter')}
          />
        </>
      )}
    </Stack>
  )
}
