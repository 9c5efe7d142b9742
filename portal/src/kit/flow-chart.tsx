import classes from './flow-chart.module.css'
import { useLanguage } from './language.ts'
import { formatMoney } from './money.tsx'
import { roundTicks } from './round-ticks.ts'

const mostNames = 8

type Props = {
  bars: { name: string; in: string; out: string }[]
  label: string
  words: { moneyIn: string; moneyOut: string }
}

/** Bars of money in and out. What is written beside one is exact; the table says the same to those who cannot see it. */
export function FlowChart({ bars, label, words }: Props) {
  const language = useLanguage()
  const short = new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'en', { notation: 'compact' })
  // How high the bars are.
  const heights = bars.map(bar => ({ in: Number(bar.in), out: Number(bar.out) }))
  const ticks = roundTicks(Math.max(...heights.flatMap(height => [height.in, height.out])))
  const share = (height: number) => `${(height / (ticks.at(-1) ?? 1)) * 100}%`
  const everyName = Math.ceil(bars.length / mostNames)
  return (
    <div role="img" aria-label={label} className={classes.chart}>
      <div className={classes.legend}>
        <span className={classes.in}>{words.moneyIn}</span>
        <span className={classes.out}>{words.moneyOut}</span>
      </div>
      <div className={classes.plot}>
        {ticks.map(tick => (
          <div key={tick} className={classes.tick} style={{ bottom: share(tick) }}>
            <span>{short.format(tick)}</span>
          </div>
        ))}
        <div className={classes.groups}>
          {bars.map((bar, index) => (
            <div key={bar.name} className={classes.group}>
              <div className={classes.in} style={{ height: share(heights[index]?.in ?? 0) }} />
              <div className={classes.out} style={{ height: share(heights[index]?.out ?? 0) }} />
              <div className={classes.tip}>
                <strong>{bar.name}</strong>
                <span className={classes.in}>
                  {words.moneyIn} {formatMoney(bar.in, language)}
                </span>
                <span className={classes.out}>
                  {words.moneyOut} {formatMoney(bar.out, language)}
                </span>
              </div>
              {index % everyName === 0 && (
                <span className={classes.name} data-second={index % (2 * everyName) !== 0 || undefined}>
                  {bar.name}
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
