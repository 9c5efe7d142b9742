import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { useLanguage } from '../kit/language.ts'
import { formatMoney } from '../kit/money.tsx'
import { useTexts } from '../kit/texts.ts'
import type { Bar } from './flow-bars.ts'
import { homeTexts } from './texts.ts'

/** In a file of its own: charts are heavy, and the numbers must not wait for them. */
export default function FlowChart({ bars, label }: { bars: Bar[]; label: string }) {
  const words = useTexts(homeTexts)
  const language = useLanguage()
  const short = new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'en', { notation: 'compact' })
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={260}
        data={bars.map(bar => ({ name: bar.name, moneyIn: Number(bar.in), moneyOut: Number(bar.out) }))}
        dataKey="name"
        series={[
          { name: 'moneyIn', label: words.moneyIn, color: 'var(--chart-in)' },
          { name: 'moneyOut', label: words.moneyOut, color: 'var(--chart-out)' },
        ]}
        valueFormatter={value => formatMoney(value.toFixed(6), language)}
        yAxisProps={{ tickFormatter: (value: number) => short.format(value), width: 44 }}
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 16 }}
        tickLine="none"
        gridAxis="x"
        withLegend
        legendProps={{ verticalAlign: 'top', align: 'right', height: 36 }}
        maxBarWidth={22}
        barChartProps={{ barGap: 1 }}
        barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
        tooltipAnimationDuration={0}
      />
    </div>
  )
}
