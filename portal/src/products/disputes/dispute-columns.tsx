import { disputeReasonWords } from '../../../../server/src/products/disputes/words.ts'
import { Text } from '@mantine/core'
import type { Column } from '../../kit/data-table.tsx'
import { Money } from '../../kit/money.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { bilingual, useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { DisputeItem } from './api.ts'
import { DisputeClock } from './dispute-clock.tsx'
import { disputeTexts } from './texts.ts'

export const reasonTexts = bilingual(disputeReasonWords)

/** A dispute in a list: first how much time is left for it. */
export function useDisputeColumns({ ofAll = false, isOver = false } = {}): Column<DisputeItem>[] {
  const words = useTexts(disputeTexts)
  const reasons = useTexts(reasonTexts)
  const whose: Column<DisputeItem>[] = ofAll ? [{ header: words.merchant, cell: ({ merchant }) => merchant.name }] : []
  const ended: Column<DisputeItem>[] = [
    { header: words.returned, cell: ({ returnedAmount }) => <Money amount={returnedAmount} />, align: 'right' },
    { header: words.endedAt, cell: ({ endDate }) => endDate && <When at={endDate} form="date" />, align: 'right' },
  ]
  const waiting: Column<DisputeItem>[] = [
    { header: words.blocked, cell: ({ blockedAmount }) => <Money amount={blockedAmount} />, align: 'right' },
    { header: words.clock, cell: dispute => <DisputeClock dispute={dispute} /> },
  ]
  return [
    ...whose,
    {
      header: words.reason,
      cell: dispute => (
        <div>
          {reasons[dispute.reason]}
          <Text size="xs" c="dimmed">
            <When at={dispute.date} form="date" />
          </Text>
        </div>
      ),
    },
    { header: words.state, cell: ({ state }) => <StateBadge kind="dispute" state={state} /> },
    { header: words.asked, cell: ({ askedAmount }) => <Money amount={askedAmount} />, align: 'right' },
    ...(isOver ? ended : waiting),
  ]
}
