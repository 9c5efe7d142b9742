import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { PlanForm } from '../../../../server/src/products/bills/portal-schemas.ts'
import { type Terms, hasDates } from './bill-form.ts'
import { billFormTexts } from './texts.ts'

/** What is typed about instalments. */
export type PlanValues = { count: string; firstAmount: string; lastAmount: string; dayOfMonth: string }

export const newPlan: PlanValues = { count: '1', firstAmount: '', lastAmount: '', dayOfMonth: '' }

export const isPlan = ({ count }: PlanValues): boolean => Number(count) > 1

/** The checks of the fields; the API has the last word. */
export function planRules(words: (typeof billFormTexts)['pt']) {
  const amount = (typed: string, values: PlanValues) =>
    !isPlan(values) || typed.trim() === '' || parseMoney(typed) !== null ? null : words.amountWrong
  return {
    count: (typed: string) => (/^[1-9]\d?$/.test(typed.trim()) && Number(typed) <= 60 ? null : words.countWrong),
    firstAmount: amount,
    lastAmount: (typed: string, values: PlanValues) =>
      isPlan(values) && typed.trim() !== '' && values.firstAmount.trim() !== ''
        ? words.onlyOneDifferent
        : amount(typed, values),
    dayOfMonth: (typed: string, values: PlanValues) =>
      !isPlan(values) || typed.trim() === '' || (/^[1-9]\d?$/.test(typed.trim()) && Number(typed) <= 31)
        ? null
        : words.dayOfMonthWrong,
  }
}

/** The plan as the API takes it. A discount until a date ends as many days before each due date. */
export function planOf(values: PlanValues, { dueDate, discount, fine, interest, rebate, ...terms }: Terms) {
  const { firstAmount, lastAmount, dayOfMonth, count } = values
  return {
    ...terms,
    count: Number(count),
    firstDueDate: dueDate,
    ...(firstAmount.trim() !== '' && { firstAmount: parseMoney(firstAmount) ?? '' }),
    ...(lastAmount.trim() !== '' && { lastAmount: parseMoney(lastAmount) ?? '' }),
    ...(dayOfMonth.trim() !== '' && { dayOfMonth: Number(dayOfMonth) }),
    ...(fine && { fine }),
    ...(interest && { interest }),
    ...(rebate && { rebate }),
    ...(discount && { discount: discountOf(discount, dueDate) }),
  }
}

function discountOf({ kind, until, ...value }: NonNullable<Terms['discount']>, dueDate: string): PlanForm['discount'] {
  const [first] = until ?? []
  if (!hasDates(kind) || first === undefined) return { kind, ...value }
  const { date, ...dated } = first
  return { kind, ...dated, daysBeforeDue: Math.round((Date.parse(dueDate) - Date.parse(date)) / 86_400_000) }
}

/** How many bills the amount is divided into, and how. */
export function PlanFields<Values extends PlanValues>({ form }: { form: UseFormReturnType<Values> }) {
  const words = useTexts(billFormTexts)
  return (
    <>
      <TextInput
        label={words.count}
        description={words.countHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        {...form.getInputProps('count')}
      />
      {isPlan(form.values) && (
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs" style={{ alignItems: 'end' }}>
          <MoneyInput label={words.firstAmount} {...form.getInputProps('firstAmount')} />
          <MoneyInput label={words.lastAmount} {...form.getInputProps('lastAmount')} />
          <TextInput
            label={words.dayOfMonth}
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
            {...form.getInputProps('dayOfMonth')}
          />
        </SimpleGrid>
      )}
    </>
  )
}
