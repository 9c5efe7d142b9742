import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { FlowChart } from '../../kit/flow-chart.tsx'
import { IconChartBar, IconTable } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { rowsAsList } from '../../kit/list.ts'
import { Money, formatMoney } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { HomeView } from './api.ts'
import { type Bar, type FlowPeriod, barsOf, periods, sumOf } from './flow-bars.ts'
import { homeTexts } from './texts.ts'

type Props = { home: HomeView; period: FlowPeriod; onPeriod: (period: FlowPeriod) => void }

/** Money in and out over time: a chart, and the same as a table. */
export function FlowSection({ home, period, onPeriod }: Props) {
  const words = useTexts(homeTexts)
  const language = useLanguage()
  const [isTable, { toggle }] = useDisclosure(false)
  const bars = barsOf(home, period, language)
  const totals = [sumOf(bars.map(bar => bar.in)), sumOf(bars.map(bar => bar.out))].map(sum =>
    formatMoney(sum, language),
  )
  const [moneyIn = '', moneyOut = ''] = totals
  const isEmpty = bars.every(bar => bar.inCount + bar.outCount === 0)
  return (
    <Section
      title={words.flows}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={words.period}
          value={period}
          onChange={onPeriod}
          data={periods.map(value => ({ value, label: words[value] }))}
        />
      }
    >
      {isEmpty ? (
        <EmptyState icon={IconChartBar} title={words.noFlows} hint={words.noFlowsHint} />
      ) : isTable ? (
        <FlowTable bars={bars.filter(bar => bar.inCount + bar.outCount > 0)} isHours={period === 'today'} />
      ) : (
        <FlowChart bars={bars} label={words.chartSays(words[period], moneyIn, moneyOut)} words={words} />
      )}
      <Group justify="space-between" mt="xs">
        <Text size="xs" c="dimmed" role="status">
          {home.isSummingUp ? words.summingUp : ''}
        </Text>
        {!isEmpty && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={toggle}
            leftSection={isTable ? <IconChartBar size={14} aria-hidden /> : <IconTable size={14} aria-hidden />}
          >
            {isTable ? words.asChart : words.asTable}
          </Button>
        )}
      </Group>
    </Section>
  )
}

function FlowTable({ bars, isHours }: { bars: Bar[]; isHours: boolean }) {
  const words = useTexts(homeTexts)
  const columns: Column<Bar>[] = [
    { header: isHours ? words.hour : words.day, cell: bar => bar.name },
    { header: words.moneyIn, cell: bar => <Amount amount={bar.in} count={bar.inCount} />, align: 'right' },
    { header: words.moneyOut, cell: bar => <Amount amount={bar.out} count={bar.outCount} />, align: 'right' },
  ]
  return <DataTable caption={words.flows} columns={columns} list={rowsAsList(bars)} rowKey={bar => bar.name} />
}

function Amount({ amount, count }: { amount: string; count: number }) {
  const words = useTexts(homeTexts)
  return (
    <div>
      <Money amount={amount} />
      {count > 0 && (
        <Text size="xs" c="dimmed">
          {words.transactions(count)}
        </Text>
      )}
    </div>
  )
}
