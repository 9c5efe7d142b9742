import { NumberInput, SimpleGrid } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney, typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { setLimits } from './api.ts'
import { type LimitAmount, type LimitHours, limitAmounts, limitHours } from './limit-names.ts'
import { merchantTexts } from './texts.ts'
import { SettingsForm, type SettingsProps } from './settings-form.tsx'

type Typed = Record<LimitAmount, string> & Record<LimitHours, number | string>

const each = <Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  Object.fromEntries(names.map(name => [name, make(name)])) as Record<Name, Value>

/** Shows the limits with those that are still to be raised: what is sent replaces both. */
export function LimitsForm({ merchant, ...rest }: SettingsProps) {
  const words = useTexts(merchantTexts)
  const language = useLanguage()
  const limits = merchant.raisedLimits?.limits ?? merchant.limits
  const form = useForm<Typed>({
    initialValues: {
      ...each(limitAmounts, name => {
        const limit = limits[name]
        return limit === null ? '' : typedMoney(limit, language)
      }),
      ...each(limitHours, (name): number | string => limits[name]),
    },
    validate: {
      ...each(
        limitAmounts,
        () => (value: string) => (value.trim() === '' || parseMoney(value) !== null ? null : words.amountWrong),
      ),
      ...each(limitHours, () => (value: number | string) => (value === '' ? words.hoursMissing : null)),
    },
  })
  return (
    <SettingsForm
      {...rest}
      title={words.limits}
      intro={words.limitsIntro}
      form={form}
      send={values =>
        setLimits(merchant.id, {
          ...each(limitAmounts, name => parseMoney(values[name])),
          ...each(limitHours, name => Number(values[name])),
        })
      }
    >
      {limitAmounts.map((name, index) => (
        <MoneyInput
          key={name}
          label={words[name]}
          placeholder={words.noLimit}
          data-autofocus={index === 0 ? true : undefined}
          {...form.getInputProps(name)}
        />
      ))}
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {limitHours.map(name => (
          <NumberInput
            key={name}
            label={words[name]}
            min={name === 'newRecipientHours' ? 1 : 0}
            max={name === 'newRecipientHours' ? 720 : 23}
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
    </SettingsForm>
  )
}
