import '@mantine/charts/styles.css'
import { BarChart, ChartTooltip } from '@mantine/charts'
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
  const series = [
    { name: 'moneyIn', label: words.moneyIn, color: 'var(--chart-in)' },
    { name: 'moneyOut', label: words.moneyOut, color: 'var(--chart-out)' },
  ]
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={260}
        data={bars.map(bar => ({
          name: bar.name,
          // How high the bars are. What is written beside them is exact.
          moneyIn: Number(bar.in),
          moneyOut: Number(bar.out),
          written: { moneyIn: formatMoney(bar.in, language), moneyOut: formatMoney(bar.out, language) },
        }))}
        dataKey="name"
        series={series}
        tooltipProps={{
          content: ({ label, payload }) => (
            <ChartTooltip
              label={label}
              payload={payload.map(item => ({ ...item, payload: item.payload.written }))}
              series={series}
            />
          ),
        }}
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
