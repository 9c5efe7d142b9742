import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useToday } from '../../kit/sandbox.ts'
import { useTexts } from '../../kit/texts.ts'
import { dayOf } from '../../kit/when.tsx'
import { linkTexts } from './texts.ts'

/** What can be said of a link at first, and changed later. */
export type CommonValues = { title: string; description: string; stock: string; endsOn: string }

const isStock = (text: string): boolean => text.trim() === '' || /^[1-9]\d{0,5}$/.test(text.trim())
export const stockOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))
/** A day of São Paulo, to its end. */
export const endOf = (day: string): string | null => (day === '' ? null : `${day}T23:59:59.000-03:00`)
export const dayOfEnd = (endsAt: string | null): string => (endsAt === null ? '' : dayOf(new Date(endsAt)))

export function useCommonRules() {
  const words = useTexts(linkTexts)
  const today = useToday()
  return {
    title: (value: string) => (value.trim() === '' ? words.titleMissing : null),
    stock: (value: string) => (isStock(value) ? null : words.stockWrong),
    endsOn: (value: string) => (value !== '' && value < today ? words.endsWrong : null),
  }
}

export function TitleFields<Values extends CommonValues>({ form }: { form: UseFormReturnType<Values> }) {
  const words = useTexts(linkTexts)
  return (
    <>
      <TextInput
        label={words.title}
        description={words.titleHint}
        maxLength={120}
        required
        data-autofocus
        {...form.getInputProps('title')}
      />
      <TextInput label={words.description} maxLength={1024} {...form.getInputProps('description')} />
    </>
  )
}

export function LimitFields<Values extends CommonValues>({ form }: { form: UseFormReturnType<Values> }) {
  const words = useTexts(linkTexts)
  return (
    <>
      <TextInput
        label={words.stock}
        description={words.stockHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        {...form.getInputProps('stock')}
      />
      <TextInput type="date" label={words.ends} description={words.endsHint} {...form.getInputProps('endsOn')} />
    </>
  )
}
