import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useTexts } from '../../kit/texts.ts'
import type { FileForm } from './api.ts'
import { fileTexts, kindTexts } from './texts.ts'

export type Kind = FileForm['kind']
export type Format = FileForm['format']

/** What each kind can be written as, most used first. */
export const formatsOf = {
  statement: ['xlsx', 'csv', 'ofx'],
  transactions: ['xlsx', 'csv', 'ofx'],
  monthlyStatement: ['pdf'],
  reconciliation: ['xlsx', 'csv'],
} as const satisfies Record<Kind, readonly Format[]>

export const askedKinds = ['statement', 'transactions', 'monthlyStatement'] as const

type Field = { value: string; onChange: (event: React.ChangeEvent<HTMLSelectElement>) => void }

export function KindFields({
  kind,
  format,
  kindField,
  formatField,
}: {
  kind: Exclude<Kind, 'reconciliation'>
  format: Format
  kindField: Field['onChange']
  formatField: Field['onChange']
}) {
  const words = useTexts(fileTexts)
  const kinds = useTexts(kindTexts)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <NativeSelect
          label={words.kind}
          data={askedKinds.map(value => ({ value, label: kinds[value] }))}
          value={kind}
          onChange={kindField}
          data-autofocus
        />
        <NativeSelect
          label={words.format}
          data={formatsOf[kind].map(value => ({ value, label: value.toUpperCase() }))}
          value={format}
          onChange={formatField}
        />
      </SimpleGrid>
      {kind === 'transactions' && (
        <Text size="sm" c="dimmed">
          {format === 'ofx' ? words.movedInPeriod : words.madeInPeriod}
        </Text>
      )}
    </>
  )
}

type DayProps = React.ComponentProps<typeof TextInput>

export function DayFields({ from, to }: { from: DayProps; to: DayProps }) {
  const words = useTexts(fileTexts)
  return (
    <SimpleGrid cols={2} spacing="xs">
      <TextInput type="date" label={words.from} required {...from} />
      <TextInput type="date" label={words.to} required {...to} />
    </SimpleGrid>
  )
}

export const thisMonth = (today: string) => ({ from: `${today.slice(0, 7)}-01`, to: today })
