import { useForm } from '@mantine/form'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney, typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type LimitsForm as Limits, setLimits } from './api.ts'

import { merchantTexts } from './texts.ts'
import { SettingsForm, type SettingsProps } from './settings-form.tsx'

const limitNames = [
  'cashOutLimit',
  'cashOutDailyLimit',
  'companyPaymentLimit',
  'companyPaymentDailyLimit',
] as const satisfies (keyof Limits)[]

type Typed = Record<(typeof limitNames)[number], string>

const forEachLimit = <Value,>(make: (name: (typeof limitNames)[number]) => Value) =>
  Object.fromEntries(limitNames.map(name => [name, make(name)])) as Record<(typeof limitNames)[number], Value>

export function LimitsForm({ merchant, ...rest }: SettingsProps) {
  const words = useTexts(merchantTexts)
  const language = useLanguage()
  const form = useForm<Typed>({
    initialValues: forEachLimit(name => {
      const limit = merchant.limits[name]
      return limit === null ? '' : typedMoney(limit, language)
    }),
    validate: forEachLimit(
      () => (value: string) => (value.trim() === '' || parseMoney(value) !== null ? null : words.amountWrong),
    ),
  })
  return (
    <SettingsForm
      {...rest}
      title={words.limits}
      intro={words.limitsIntro}
      form={form}
      send={values =>
        setLimits(
          merchant.id,
          forEachLimit(name => parseMoney(values[name])),
        )
      }
    >
      {limitNames.map((name, index) => (
        <MoneyInput
          key={name}
          label={words[name]}
          placeholder={words.noLimit}
          data-autofocus={index === 0 ? true : undefined}
          {...form.getInputProps(name)}
        />
      ))}
    </SettingsForm>
  )
}
