import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { rowsAsList } from '../../kit/list.ts'
import { Money } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { Refund } from '../transactions/api.ts'
import { useCauseWord } from '../transactions/words.ts'
import { refundTexts } from './texts.ts'

/** What went back to the payer, or was to: how much, how it ended, who asked for it and why. Nothing where nothing did. */
export function RefundsSection({ refunds }: { refunds: Refund[] }) {
  const words = useTexts(refundTexts)
  const causeWord = useCauseWord()
  if (refunds.length === 0) return null
  const columns: Column<Refund>[] = [
    { header: words.amount, cell: refund => <Money amount={refund.amount} /> },
    {
      header: words.state,
      cell: refund => (
        <span>
          <StateBadge kind="refund" state={refund.state} />
          {refund.cause !== null && <Quiet>{causeWord(refund.cause)}</Quiet>}
          {refund.bankWords !== null && <Quiet>{refund.bankWords}</Quiet>}
        </span>
      ),
    },
    { header: words.by, cell: refund => <RequestedBy by={refund.by} /> },
    { header: words.reason, cell: refund => refund.reason ?? '–' },
    {
      header: words.date,
      align: 'right',
      cell: refund => (
        <span>
          <When at={refund.date} form="exact" />
          {refund.endDate !== null && secondOf(refund.endDate) !== secondOf(refund.date) && (
            <Quiet>
              {words.ended} <When at={refund.endDate} form="exact" />
            </Quiet>
          )}
        </span>
      ),
    },
  ]
  return (
    <Section title={words.refunds} isPlain>
      <DataTable
        caption={words.refunds}
        columns={columns}
        list={rowsAsList(refunds.toReversed())}
        rowKey={refund => refund.refundId}
      />
    </Section>
  )
}

/** What is over in the second in which it began needs no second date. */
const secondOf = (date: string) => date.slice(0, 19)

function RequestedBy({ by }: { by: Refund['by'] }) {
  const words = useTexts(refundTexts)
  return (
    <span>
      {by.kind === 'bank' ? words.bank : by.name}
      <Quiet>{{ key: words.byKey, person: words.byPerson, bank: words.byBank }[by.kind]}</Quiet>
    </span>
  )
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Text span display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)
