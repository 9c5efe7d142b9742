import type { ReactNode } from 'react'
import { BalanceLabel, type BalanceName } from './balance-label.tsx'
import classes from './details.module.css'

type Props = {
  /** What is null is left out. `balance`: it is one of the four balances, and its name says what that is. */
  items: { label: string; value: ReactNode | null; balance?: BalanceName }[]
  /** One below the other, names to the left: for long values. */
  isRows?: boolean
}

/** Facts about one thing, each with its name. */
export function Details({ items, isRows = false }: Props) {
  return (
    <dl className={isRows ? classes.rows : classes.list}>
      {items
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ label, value, balance }) => (
          <div key={label} className={classes.item}>
            <dt className={classes.label}>
              {balance === undefined ? label : <BalanceLabel of={balance} label={label} />}
            </dt>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
