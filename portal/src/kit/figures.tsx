import type { ReactNode } from 'react'
import classes from './figures.module.css'

/** A few numbers beside each other, the most important first. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className={classes.figures}>{children}</dl>

type Props = {
  label: ReactNode
  children: ReactNode
  /** Below the number: what belongs to it. */
  hint?: ReactNode
}

export const Figure = ({ label, children, hint }: Props) => (
  <div className={classes.figure}>
    <dt className={classes.label}>{label}</dt>
    <dd className={classes.number}>{children}</dd>
    {hint !== undefined && hint !== null && <dd className={classes.hint}>{hint}</dd>}
  </div>
)
