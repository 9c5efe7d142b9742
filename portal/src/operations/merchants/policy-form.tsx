import { NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { setPolicy } from './api.ts'
import { parseDecimal } from '../../kit/decimals.ts'
import { merchantTexts } from './texts.ts'
import { SettingsForm, type SettingsProps } from './settings-form.tsx'

export function PolicyForm({ merchant, ...rest }: SettingsProps) {
  const words = useTexts(merchantTexts)
  const language = useLanguage()
  const { approversNeeded, operatorApprovesAbove } = merchant.approvalPolicy
  const form = useForm({
    initialValues: {
      approversNeeded: approversNeeded as number | string,
      operatorApprovesAbove: operatorApprovesAbove === null ? '' : typedMoney(operatorApprovesAbove, language),
    },
    validate: {
      approversNeeded: value => (Number(value) >= 1 && Number(value) <= 20 ? null : words.approversHint),
      operatorApprovesAbove: value => (value.trim() === '' || parseDecimal(value) !== null ? null : words.amountWrong),
    },
  })
  return (
    <SettingsForm
      {...rest}
      title={words.policy}
      intro={words.policyIntro}
      form={form}
      send={values =>
        setPolicy(merchant.id, {
          approversNeeded: Number(values.approversNeeded),
          operatorApprovesAbove: parseDecimal(values.operatorApprovesAbove),
        })
      }
    >
      <NumberInput
        label={words.approversNeeded}
        description={words.approversHint}
        min={1}
        max={20}
        allowDecimal={false}
        hideControls
        data-autofocus
        {...form.getInputProps('approversNeeded')}
      />
      <MoneyInput
        label={words.operatorAbove}
        description={words.operatorAboveHint}
        {...form.getInputProps('operatorApprovesAbove')}
      />
    </SettingsForm>
  )
}
