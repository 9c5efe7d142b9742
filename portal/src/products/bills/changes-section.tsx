import { Stack, Text } from '@mantine/core'
import { useLanguage } from '../../kit/language.ts'
import { formatMoney } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { BillView } from './api.ts'
import { spellDay, useTermWord } from './term-words.ts'
import { billTexts } from './texts.ts'

/** What a bill was before, newest first. */
export function ChangesSection({ changes }: { changes: BillView['changes'] }) {
  const words = useTexts(billTexts)
  if (changes.length === 0) return null
  return (
    <Section title={words.changes}>
      <Stack gap="sm">
        {changes.toReversed().map(({ at, by, terms, texts }) => (
          <div key={at}>
            <Text size="xs" c="dimmed">
              <When at={at} /> · {by === 'person' ? words.byPerson : words.byKey}
            </Text>
            <ChangedTerms terms={terms} texts={texts} />
          </div>
        ))}
      </Stack>
    </Section>
  )
}

type Changed = Partial<Record<string, { was: unknown; is: unknown }>>

/** Terms as they were and are; of texts that they were changed. */
export function ChangedTerms({ terms, texts }: { terms: Changed; texts: readonly string[] }) {
  const words = useTexts(billTexts)
  const language = useLanguage()
  const termWord = useTermWord()
  const names: Record<string, string> = {
    amount: words.amount,
    dueDate: words.due,
    payableDaysAfterDue: words.payableDays,
    fine: words.fine,
    interest: words.interest,
    rebate: words.rebate,
    discount: words.discount,
    description: words.description,
    lines: words.lines,
  }
  const spell = (name: string, value: unknown): string => {
    if (value === null || value === undefined) return words.nothing
    if (typeof value === 'object') return termWord(value as NonNullable<BillView['fine']>) ?? ''
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (name === 'amount') return formatMoney(text, language)
    return name === 'dueDate' ? spellDay(text, language) : text
  }
  return (
    <Text size="sm" component="dl" m={0} style={{ overflowWrap: 'anywhere' }}>
      {Object.entries(terms).map(([name, change]) => (
        <div key={name}>
          <Text span inherit c="dimmed" component="dt" display="inline">
            {names[name] ?? name}:
          </Text>{' '}
          <dd style={{ display: 'inline', margin: 0 }}>
            {spell(name, change?.was)} <span aria-hidden>→</span> <b>{spell(name, change?.is)}</b>
          </dd>
        </div>
      ))}
      {texts.map(name => (
        <div key={name}>
          <dt style={{ display: 'inline' }}>{words.textChanged(names[name] ?? name)}</dt>
        </div>
      ))}
    </Text>
  )
}
