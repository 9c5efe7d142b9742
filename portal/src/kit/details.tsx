import type { ReactNode } from 'react'
import classes from './details.module.css'

type Props = {
  /** What is null is left out. */
  items: { label: string; value: ReactNode | null }[]
}

/** Facts about one thing, each with its name. */
export function Details({ items }: Props) {
  return (
    <dl className={classes.list}>
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
