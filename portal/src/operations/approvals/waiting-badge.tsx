import { useQuery } from '@tanstack/react-query'
import { MenuBadge } from '../../kit/menu-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { summaryQuery } from './api.ts'
import { approvalTexts } from './texts.ts'

/** In the menu: how many requests of other operators the person can decide. */
export function WaitingBadge() {
  const words = useTexts(approvalTexts)
  const { data } = useQuery(summaryQuery)
  const waiting = data?.waiting ?? 0
  return <MenuBadge count={waiting} words={words.waiting(waiting)} />
}
