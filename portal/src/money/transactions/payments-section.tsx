import { Text } from '@mantine/core'
import { DataTable } from '../../kit/data-table.tsx'
import { useList } from '../../kit/list.ts'
import { Section } from '../../kit/section.tsx'
import type { TransactionItem } from './api.ts'
import { useTransactionColumns } from './transaction-columns.tsx'

/** Somebody may be paying while one looks. */
export const everyMs = 3_000

type Props = { merchantId: string; queryKey: readonly unknown[]; path: string; title: string; empty: string }

/** The payments of one thing, on its page. */
export function PaymentsSection({ merchantId, queryKey, path, title, empty }: Props) {
  const columns = useTransactionColumns()
  const list = useList<TransactionItem>([...queryKey, 'payments'], path, {}, { refetchInterval: everyMs })
  return (
    <Section isPlain title={title}>
      <DataTable
        caption={title}
        columns={columns}
        list={list}
        rowKey={transaction => transaction.id}
        rowPath={transaction => `/m/${merchantId}/transactions/${transaction.id}`}
        empty={
          <Text c="dimmed" size="sm">
            {empty}
          </Text>
        }
      />
    </Section>
  )
}
