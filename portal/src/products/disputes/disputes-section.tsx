import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../kit/data-table.tsx'
import { wholeList } from '../../kit/list.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { disputesKey, listDisputesOf } from './api.ts'
import { useDisputeColumns } from './dispute-columns.tsx'
import { disputeTexts } from './texts.ts'

/** The disputes of a transaction, on its page; nothing where there are none. */
export function DisputesSection({ merchantId, transactionId }: { merchantId: string; transactionId: string }) {
  const words = useTexts(disputeTexts)
  const disputes = useQuery({
    queryKey: [...disputesKey, merchantId, 'of', transactionId],
    queryFn: () => listDisputesOf(merchantId, transactionId),
  })
  const columns = useDisputeColumns({ isOver: disputes.data?.every(({ endDate }) => endDate !== null) ?? false })
  if (disputes.data === undefined || disputes.data.length === 0) return null
  return (
    <Section title={words.ofTransaction} isPlain>
      <DataTable
        caption={words.ofTransaction}
        columns={columns}
        list={wholeList(disputes)}
        rowKey={({ id }) => id}
        rowPath={({ id }) => `/m/${merchantId}/disputes/${id}`}
      />
    </Section>
  )
}
