import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Figure, Figures } from '../../kit/figures.tsx'
import { Money } from '../../kit/money.tsx'
import { useToday } from '../../kit/sandbox.ts'
import { useTexts } from '../../kit/texts.ts'
import { billKeys, readSummary } from './api.ts'
import { billTexts } from './texts.ts'

type Props = { merchantId: string; customerId?: string | null }

const everyMs = 30_000

/** What is overdue and what is due within a week, each with the list of it. Nothing where nothing is. */
export function DueFigures({ merchantId, customerId = null }: Props) {
  const words = useTexts(billTexts)
  const today = useToday()
  const { data } = useQuery({
    queryKey: billKeys.summary(merchantId, customerId),
    queryFn: () => readSummary(merchantId, customerId),
    refetchInterval: everyMs,
  })
  if (data === undefined || data.overdue.count + data.dueThisWeek.count === 0) return null
  const count = data.isExact ? words.count : words.countOfMany
  const ofCustomer = customerId === null ? {} : { customerId }
  const shown = (sum: typeof data.overdue, label: string, search: Record<string, string>) => (
    <Figure
      label={label}
      hint={
        <Link
          to="/m/$merchantId/bills"
          params={{ merchantId }}
          search={{ ...search, ...ofCustomer }}
          className="quiet-link"
        >
          {count(sum.count)}
        </Link>
      }
    >
      <Money amount={sum.amount} />
    </Figure>
  )
  return (
    <Figures>
      {shown(data.overdue, words.overdue, { state: 'Overdue' })}
      {shown(data.dueThisWeek, words.dueThisWeek, { state: 'Open', dueFrom: today, dueUntil: data.weekUntil })}
    </Figures>
  )
}
