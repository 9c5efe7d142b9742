import { useQuery } from '@tanstack/react-query'
import { MenuBadge } from '../../kit/menu-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { raisedAlarmsQuery } from './api.ts'
import { alarmTexts } from './texts.ts'

/** In the menu: how many alarms nobody has acknowledged. */
export function RaisedBadge() {
  const words = useTexts(alarmTexts)
  const { data: raised = 0 } = useQuery(raisedAlarmsQuery)
  return <MenuBadge count={raised} words={words.raisedCount(raised)} />
}
