import { Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../kit/language.ts'
import { Money } from '../../kit/money.tsx'
import { useToday } from '../../kit/sandbox.ts'
import { useTexts } from '../../kit/texts.ts'
import { type PreviewForm, billKeys, previewBill } from './api.ts'
import { addDays } from './bill-form.ts'
import { spellDay } from './term-words.ts'
import { billFormTexts } from './texts.ts'

type Props = { merchantId: string; terms: Omit<PreviewForm, 'days'> }

/** What a bill amounts to today, on its due date, and on a day that one chooses. */
export function AmountPreview({ merchantId, terms }: Props) {
  const words = useTexts(billFormTexts)
  const language = useLanguage()
  const today = useToday()
  const [chosen, setChosen] = useState<string | null>(null)
  const day = chosen || addDays(terms.dueDate, 10)
  const [asked] = useDebouncedValue(JSON.stringify({ ...terms, days: [today, terms.dueDate, day] }), 250)
  const { data, error } = useQuery({
    queryKey: [...billKeys.all(merchantId), 'preview', asked],
    queryFn: () => previewBill(merchantId, JSON.parse(asked) as PreviewForm),
    placeholderData: keepPreviousData,
    retry: false,
  })
  // What is wrong with the terms is said at their fields when the form is sent.
  if (data === undefined || error !== null) return null
  const amountOf = (index: number) => {
    const shown = data.days[index]
    if (shown === undefined) return null
    return shown.isPayable ? <Money amount={shown.amount} fw={600} /> : words.notPayable
  }
  return (
    <Paper withBorder p="sm" mt="xs" component="section" aria-label={words.preview}>
      <Stack gap={6}>
        <Row label={words.today}>{amountOf(0)}</Row>
        <Row label={words.onDue}>{amountOf(1)}</Row>
        <Row
          label={
            <TextInput
              type="date"
              size="xs"
              label={words.onDay}
              value={day}
              onChange={event => setChosen(event.currentTarget.value)}
            />
          }
        >
          {amountOf(2)}
        </Row>
        <Text size="xs" c="dimmed">
          {words.lastDay(spellDay(data.payableUntil, language))}
        </Text>
      </Stack>
    </Paper>
  )
}

const Row = ({ label, children }: { label: React.ReactNode; children: React.ReactNode }) => (
  <Group justify="space-between" align="flex-end" wrap="nowrap">
    <Text size="sm" component="div">
      {label}
    </Text>
    <Text size="sm" component="div">
      {children}
    </Text>
  </Group>
)
