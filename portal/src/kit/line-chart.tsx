import { useLanguage } from './language.ts'
import classes from './line-chart.module.css'
import { formatMoney } from './money.tsx'

type Props = {
  /** Oldest first. */
  points: { name: string; first: string; second: string }[]
  /** What it says, for those who cannot see it: the figures are in a table beside it. */
  label: string
  words: { first: string; second: string }
}

const [width, height] = [1000, 160]

/** Two amounts over time, as lines. They lie on each other where they are equal. */
export function LineChart({ points, label, words }: Props) {
  const language = useLanguage()
  // How high the lines are.
  const heights = points.map(({ first, second }) => ({ first: Number(first), second: Number(second) }))
  const all = heights.flatMap(point => [point.first, point.second])
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const share = (value: number) => (most === least ? 0.5 : (value - least) / (most - least))
  const lineOf = (of: 'first' | 'second') => {
    const at = heights.map((point, index) => [
      points.length === 1 ? 0 : (index / (points.length - 1)) * width,
      height - 8 - share(point[of]) * (height - 16),
    ])
    const [only] = at
    return (points.length === 1 && only ? [only, [width, only[1]]] : at).map(pair => pair.join(',')).join(' ')
  }
  return (
    <div role="img" aria-label={label} className={classes.chart}>
      <div className={classes.legend}>
        <span className={classes.first}>{words.first}</span>
        <span className={classes.second}>{words.second}</span>
      </div>
      <div className={classes.ends}>
        <span>{formatMoney(String(most), language)}</span>
      </div>
      <svg className={classes.plot} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        <polyline className={classes.first} points={lineOf('first')} />
        <polyline className={classes.second} points={lineOf('second')} />
      </svg>
      <div className={classes.ends}>
        <span>{formatMoney(String(least), language)}</span>
      </div>
      <div className={classes.ends}>
        <span>{points[0]?.name}</span>
        <span>{points.length > 1 && points.at(-1)?.name}</span>
      </div>
    </div>
  )
}
