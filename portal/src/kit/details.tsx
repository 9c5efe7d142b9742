import type { ReactNode } from 'react'
import classes from './details.module.css'

type Props = {
  /** What is null is left out. */
  items: { label: string; value: ReactNode | null }[]
  /** One below the other, names to the left: for long values. */
  isRows?: boolean
}

/** Facts about one thing, each with its name. */
export function Details({ items, isRows = false }: Props) {
  return (
    <dl className={isRows ? classes.rows : classes.list}>
      {items
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ label, value }) => (
          <div key={label} className={classes.item}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
