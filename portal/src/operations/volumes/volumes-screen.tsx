import { Group, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { DayRange } from '../../kit/day-range.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { ExportButton } from '../../kit/export-button.tsx'
import { Figure, Figures } from '../../kit/figures.tsx'
import { FilterBar, aDay, useFilters } from '../../kit/filters.tsx'
import { FlowChart } from '../../kit/flow-chart.tsx'
import { IconChartBar } from '../../kit/icons.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { useLanguage } from '../../kit/language.ts'
import { rowsAsList } from '../../kit/list.ts'
import { Money, formatMoney } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When, formatWhen } from '../../kit/when.tsx'
import { type VolumesView, readVolumes, volumesFile, volumeKeys } from './api.ts'
import { formatCount } from '../../kit/decimals.ts'
import { noonOf } from '../../kit/format-when.ts'
import { volumeTexts } from './texts.ts'

const dayMs = 24 * 60 * 60_000

/** Every day from one to another, both included: a chart shows those on which nothing happened, too. */
function everyDay(from: string, to: string): string[] {
  const days: string[] = []
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += dayMs) days.push(new Date(ms).toISOString().slice(0, 10))
  return days
}

const shape = { from: aDay, to: aDay }

/** What moved and what was earned over all merchants. */
export function VolumesScreen() {
  const words = useTexts(volumeTexts)
  const kit = useTexts(kitTexts)
  const { values, set, clear, isFiltered } = useFilters(shape)
  const query = useQuery({
    queryKey: [...volumeKeys.all, values],
    queryFn: () => readVolumes(values),
    refetchInterval: 30_000,
  })
  return (
    <Page
      title={words.volumes}
      description={words.volumesIntro}
      actions={
        <ExportButton
          label={words.export}
          title={words.exportTitle}
          hint={words.exportHint}
          download={words.download}
          href={volumesFile(values)}
        />
      }
    >
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <DayRange
          from={values.from}
          to={values.to}
          onChange={set}
          label={isFiltered ? undefined : `${kit.period}: ${kit.last30}`}
        />
      </FilterBar>
      <Loaded query={query}>{volumes => <Volumes volumes={volumes} />}</Loaded>
    </Page>
  )
}

function Volumes({ volumes }: { volumes: VolumesView }) {
  const words = useTexts(volumeTexts)
  const language = useLanguage()
  const { total, days } = volumes
  if (days.length === 0) return <EmptyState icon={IconChartBar} title={words.nothing} hint={words.nothingHint} />
  const byDay = new Map(days.map(volume => [volume.day, volume]))
  const bars = everyDay(volumes.from, volumes.to).map(day => ({
    name: formatWhen(noonOf(day), language, 'date').replace(/ \d{4}$/, ''),
    ...(byDay.get(day) ?? { in: '0', out: '0' }),
  }))
  return (
    <>
      <Figures>
        <Figure label={words.moneyIn} hint={<Count count={total.inCount} />}>
          <Money amount={total.in} />
        </Figure>
        <Figure label={words.moneyOut} hint={<Count count={total.outCount} />}>
          <Money amount={total.out} />
        </Figure>
        <Figure label={words.fees}>
          <Money amount={total.fees} />
        </Figure>
      </Figures>
      <Section title={words.flows}>
        <FlowChart
          bars={bars}
          label={words.chartSays(formatMoney(total.in, language), formatMoney(total.out, language))}
          words={words}
        />
      </Section>
      <ByMerchant merchants={volumes.merchants} />
      <ByDay days={days} />
    </>
  )
}

const sorts = ['in', 'out', 'fees', 'name'] as const
type Sort = (typeof sorts)[number]
type OfMerchant = VolumesView['merchants'][number]

/** Amounts have six decimals always: without the point they are whole numbers, of any length. */
const micros = (amount: string) => BigInt(amount.replace('.', ''))
const highestFirst = (a: string, b: string) => (micros(a) < micros(b) ? 1 : micros(a) > micros(b) ? -1 : 0)

const order: Record<Sort, (a: OfMerchant, b: OfMerchant) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  in: (a, b) => highestFirst(a.in, b.in),
  out: (a, b) => highestFirst(a.out, b.out),
  fees: (a, b) => highestFirst(a.fees, b.fees),
}

function ByMerchant({ merchants }: { merchants: OfMerchant[] }) {
  const words = useTexts(volumeTexts)
  const [sort, setSort] = useState<Sort>('in')
  const names = { in: words.moneyIn, out: words.moneyOut, fees: words.fees, name: words.merchant }
  const columns: Column<OfMerchant>[] = [{ header: words.merchant, cell: ({ name }) => name }, ...useColumns()]
  return (
    <Section
      title={words.byMerchant}
      description={words.byMerchantHint}
      isPlain
      actions={
        <Select
          aria-label={words.sortBy}
          value={sort}
          onChange={value => setSort(sorts.find(one => one === value) ?? 'in')}
          data={sorts.map(value => ({ value, label: `${words.sortBy}: ${names[value]}` }))}
          allowDeselect={false}
          w={220}
        />
      }
    >
      <DataTable
        caption={words.byMerchant}
        columns={columns}
        list={rowsAsList(merchants.toSorted(order[sort]))}
        rowKey={({ id }) => id}
        rowPath={({ id }) => `/operator/merchants/${id}`}
      />
    </Section>
  )
}

function ByDay({ days }: { days: VolumesView['days'] }) {
  const words = useTexts(volumeTexts)
  const columns: Column<VolumesView['days'][number]>[] = [
    { header: words.day, cell: ({ day }) => <When at={noonOf(day)} form="date" /> },
    ...useColumns(),
  ]
  return (
    <Section title={words.byDay} isPlain>
      <DataTable caption={words.byDay} columns={columns} list={rowsAsList(days)} rowKey={({ day }) => day} />
    </Section>
  )
}

type Volume = VolumesView['total']

function useColumns(): Column<Volume>[] {
  const words = useTexts(volumeTexts)
  return [
    { header: words.moneyIn, align: 'right', cell: v => <Amount amount={v.in} count={v.inCount} /> },
    { header: words.moneyOut, align: 'right', cell: v => <Amount amount={v.out} count={v.outCount} /> },
    { header: words.fees, align: 'right', cell: v => <Money amount={v.fees} /> },
  ]
}

function Amount({ amount, count }: { amount: string; count: number }) {
  return (
    <Group gap={2} justify="flex-end" style={{ flexDirection: 'column', alignItems: 'flex-end' }}>
      <Money amount={amount} />
      {count > 0 && <Count count={count} />}
    </Group>
  )
}

function Count({ count }: { count: number }) {
  const words = useTexts(volumeTexts)
  const language = useLanguage()
  return (
    <Text size="xs" c="dimmed" component="span">
      {words.transactions(formatCount(count, language))}
    </Text>
  )
}
