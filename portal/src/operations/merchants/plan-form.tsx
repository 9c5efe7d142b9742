import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { setPlan } from './api.ts'
import { parseDecimal } from '../../kit/decimals.ts'
import { merchantTexts } from './texts.ts'
import { SettingsForm, type SettingsProps } from './settings-form.tsx'

/** Whole cents. */
export const isFixed = (typed: string): boolean => /^\d{1,7}(\.\d{1,2}0*)?$/.test(parseDecimal(typed) ?? '')

export const isPercent = (typed: string): boolean => {
  const percent = parseDecimal(typed)
  return percent !== null && Number(percent) <= 100
}

export function PlanForm({ merchant, ...rest }: SettingsProps) {
  const words = useTexts(merchantTexts)
  const language = useLanguage()
  const form = useForm({
    initialValues: {
      fixed: typedMoney(merchant.plan.fixed, language),
      percent: typedMoney(merchant.plan.percent, language),
    },
    validate: {
      fixed: value => (isFixed(value) ? null : words.fixedWrong),
      percent: value => (isPercent(value) ? null : words.percentWrong),
    },
  })
  return (
    <SettingsForm
      {...rest}
      title={words.plan}
      intro={words.planIntro}
      form={form}
      send={({ fixed, percent }) =>
        setPlan(merchant.id, { fixed: parseDecimal(fixed) ?? '', percent: parseDecimal(percent) ?? '' })
      }
    >
      <MoneyInput label={words.fixed} data-autofocus {...form.getInputProps('fixed')} />
      <TextInput label={words.percent} rightSection="%" inputMode="decimal" {...form.getInputProps('percent')} />
    </SettingsForm>
  )
}
