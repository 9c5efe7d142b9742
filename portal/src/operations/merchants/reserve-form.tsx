import { NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { parseDecimal } from '../../kit/decimals.ts'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney, typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { setReserve } from './api.ts'
import { isPercent } from './plan-form.tsx'
import { SettingsForm, type SettingsProps } from './settings-form.tsx'
import { merchantTexts } from './texts.ts'

export function ReserveForm({ merchant, ...rest }: SettingsProps) {
  const words = useTexts(merchantTexts)
  const language = useLanguage()
  const { percent, amount, days } = merchant.reserve
  const typed = (text: string | null) => (text === null ? '' : typedMoney(text, language))
  const form = useForm<{ percent: string; amount: string; days: number | string }>({
    initialValues: { percent: typed(percent), amount: typed(amount), days },
    validate: {
      percent: value => (value.trim() === '' || (isPercent(value) && /[1-9]/.test(value)) ? null : words.percentWrong),
      amount: value => (value.trim() === '' || parseMoney(value) !== null ? null : words.amountWrong),
      days: value => (value === '' ? words.daysMissing : null),
    },
  })
  return (
    <SettingsForm
      {...rest}
      title={words.reserve}
      intro={words.reserveIntro}
      form={form}
      send={values =>
        setReserve(merchant.id, {
          percent: values.percent.trim() === '' ? null : (parseDecimal(values.percent) ?? ''),
          amount: parseMoney(values.amount),
          days: Number(values.days),
        })
      }
    >
      <TextInput
        label={words.reservePercent}
        rightSection="%"
        inputMode="decimal"
        data-autofocus
        {...form.getInputProps('percent')}
      />
      <MoneyInput label={words.reserveAmount} placeholder={words.noLimit} {...form.getInputProps('amount')} />
      <NumberInput
        label={words.reserveDays}
        min={0}
        max={3650}
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('days')}
      />
    </SettingsForm>
  )
}
