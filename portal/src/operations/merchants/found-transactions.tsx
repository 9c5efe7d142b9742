import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { rowsAsList } from '../../kit/list.ts'
import { Money } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type FoundTransaction, findTransactions, merchantKeys } from './api.ts'
import { merchantTexts } from './texts.ts'

/** Transactions of whichever merchant that are what was typed; nothing where there are none. */
export function FoundTransactions({ search }: { search: string }) {
  const words = useTexts(merchantTexts)
  const { data = [] } = useQuery({
    queryKey: merchantKeys.found(search),
    queryFn: () => findTransactions(search),
    placeholderData: keepPreviousData,
  })
  if (data.length === 0) return null
  const columns: Column<FoundTransaction>[] = [
    { header: words.transaction, cell: ({ orderId, id }) => orderId ?? id },
    { header: words.merchant, cell: ({ merchant }) => merchant.name },
    { header: words.state, cell: ({ state }) => <StateBadge kind="transaction" state={state} /> },
    { header: words.amount, align: 'right', cell: ({ amount }) => <Money amount={amount} /> },
    { header: words.when, align: 'right', cell: ({ createdAt }) => <When at={createdAt} /> },
  ]
  return (
    <Section title={words.transactions} isPlain>
      <DataTable
        caption={words.transactions}
        columns={columns}
        list={rowsAsList(data)}
        rowKey={({ id }) => id}
        rowPath={({ merchant, id }) => `/m/${merchant.id}/transactions/${id}`}
      />
    </Section>
  )
}
