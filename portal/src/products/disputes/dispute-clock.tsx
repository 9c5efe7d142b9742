import { Progress, Text } from '@mantine/core'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { DisputeItem } from './api.ts'
import { disputeTexts } from './texts.ts'
import { useEffect, useState } from 'react'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** The time for a merchant, whose sandbox clock may be ahead, anew every minute. */
export function useNow(aheadSeconds: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(ticking)
  }, [])
  return now + aheadSeconds * 1000
}

/** What is left of a time, whole days, hours and minutes, and how much of all of it; null: it is over. */
function timeLeft({ from, until }: { from: string; until: string }, now: number) {
  const [start, end] = [new Date(from).getTime(), new Date(until).getTime()]
  const left = end - now
  if (left <= 0) return null
  return {
    days: Math.floor(left / dayMs),
    hours: Math.floor((left % dayMs) / hourMs),
    minutes: Math.floor((left % hourMs) / minuteMs),
    percent: Math.min(100, Math.max(1, Math.round((left / (end - start)) * 100))),
  }
}

type Props = { dispute: Pick<DisputeItem, 'state' | 'date' | 'answerUntil' | 'clockAheadSeconds'>; isLarge?: boolean }

/** How long a dispute can still be answered, in words and as a bar that runs out. */
export function DisputeClock({ dispute, isLarge = false }: Props) {
  const { state, date, answerUntil } = dispute
  const words = useTexts(disputeTexts)
  const now = useNow(dispute.clockAheadSeconds)
  if (state === 'Returned' || state === 'Released' || state === 'Returning') return isLarge ? null : '–'
  if (state === 'Defended') return <Text size="sm">{words.answered}</Text>
  const left = timeLeft({ from: date, until: answerUntil }, now)
  if (left === null) return <Text size="sm">{words.timeOver}</Text>
  const { days, hours, minutes, percent } = left
  const time = days > 0 ? words.daysAndHours(days, hours) : words.hoursAndMinutes(hours, minutes)
  const color = days >= 3 ? 'trilho' : days >= 1 ? 'yellow' : 'red'
  return (
    <div style={{ minWidth: isLarge ? 0 : 'max-content' }}>
      <Text size={isLarge ? 'lg' : 'sm'} fw={600} className="tabular" component="span">
        {words.left(time)}
      </Text>
      {isLarge && (
        <Text size="sm" c="dimmed" component="span">
          {` · ${words.until} `}
          <When at={answerUntil} />
        </Text>
      )}
      <Progress value={percent} color={color} size={isLarge ? 'md' : 'sm'} mt={4} aria-label={words.clock} />
    </div>
  )
}
