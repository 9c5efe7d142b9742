import { Progress, Text } from '@mantine/core'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { DisputeItem } from './api.ts'
import { timeLeft } from './time-left.ts'
import { disputeTexts } from './texts.ts'
import { useNow } from './use-now.ts'

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
