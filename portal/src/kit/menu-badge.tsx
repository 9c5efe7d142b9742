import { VisuallyHidden } from '@mantine/core'
import classes from './menu-badge.module.css'

/** Beside an entry of the menu: how many wait for somebody. `words` says it to those who cannot see it. */
export function MenuBadge({ count, words }: { count: number; words: string }) {
  if (count === 0) return null
  return (
    <span className={classes.badge}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}
