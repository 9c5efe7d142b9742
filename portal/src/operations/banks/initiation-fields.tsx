import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTexts } from '../../kit/texts.ts'
import type { ConnectForm } from './api.ts'
import { bankTexts } from './texts.ts'

type InitiationForm = NonNullable<ConnectForm['initiation']>
type AccountType = NonNullable<InitiationForm['account']>['type']

/** How a bank initiates payments, as far as it is filled in. Only one bank does. */
export type InitiationValues = {
  isOn: boolean
  url: string
  agency: string
  number: string
  /** `byKey`: the account of the PIX key, with nothing more to say. */
  type: AccountType | 'byKey'
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
  bodyForm: 'pagamento',
  returnParameter: 'identificadorPagamento',
}

/** As the connection has it. */
export function initiationOf(initiation: InitiationForm | null): InitiationValues {
  if (initiation === null) return noInitiation
  const { account, bodyForm, returnParameter, url } = initiation
  const known = { isOn: true, url, ...(bodyForm && { bodyForm }), ...(returnParameter && { returnParameter }) }
  return { ...noInitiation, ...known, ...(account ?? { type: 'byKey' as const }) }
}

const taxNumberIn = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '')

export function initiationIn({ isOn, url, bodyForm, returnParameter, type, ...account }: InitiationValues) {
  if (!isOn) return null
  const holderTaxNumber = taxNumberIn(account.holderTaxNumber)
  const credited = type === 'byKey' ? null : { ...account, type, holderTaxNumber }
  return { url, account: credited, bodyForm, returnParameter: returnParameter.trim() }
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
  const ruleOfAccount: typeof rule = (fault, form) => (value, values) =>
    values.initiation.type === 'byKey' ? null : rule(fault, form)(value, values)
  return {
    url: rule(words.missing, /./),
    agency: ruleOfAccount(words.agencyWrong, /^\d{1,4}$/),
    number: ruleOfAccount(words.accountWrong, /^\d{3,20}$/),
    holderName: ruleOfAccount(words.missing, /.{5}/),
    holderTaxNumber: ruleOfAccount(words.taxWrong, /^[\d./-]{11,18}$|^[0-9A-Za-z./-]{14,18}$/),
    returnParameter: rule(words.missing, /^[\w.-]{1,60}$/),
  }
}

export function InitiationFields<Values extends { initiation: InitiationValues }>({
  form,
}: {
  form: UseFormReturnType<Values>
}) {
  const words = useTexts(bankTexts)
  const { isOn, type } = form.getValues().initiation
  const types: (AccountType | 'byKey')[] = ['TRAN', 'CACC', 'SVGS', 'byKey']
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
          <NativeSelect
            label={words.accountType}
            data={types.map(value => ({ value, label: words[value] }))}
            {...form.getInputProps('initiation.type')}
          />
          {type !== 'byKey' && (
            <>
              <TextInput label={words.agency} maxLength={4} required {...form.getInputProps('initiation.agency')} />
              <TextInput
                label={words.account}
                description={words.accountHint}
                maxLength={20}
                required
                {...form.getInputProps('initiation.number')}
              />
              <TextInput label={words.holderName} required {...form.getInputProps('initiation.holderName')} />
              <TextInput label={words.holderTaxNumber} required {...form.getInputProps('initiation.holderTaxNumber')} />
            </>
          )}
          <NativeSelect
            label={words.bodyForm}
            description={words.bodyFormHint}
            data={[
              { value: 'pagamento', label: words.bodyFormPayment },
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
