import { Text } from '@mantine/core'
import { DataTable } from '../../kit/data-table.tsx'
import { useList } from '../../kit/list.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type BillView, billKeys, billsPath } from './api.ts'
import { useBillColumns } from './bill-columns.tsx'
import { DueFigures } from './due-figures.tsx'
import { billTexts } from './texts.ts'

/** The bills of one customer, on its page, and what of them is overdue. */
export function BillsSection({ merchantId, customerId }: { merchantId: string; customerId: string }) {
  const words = useTexts(billTexts)
  const columns = useBillColumns()
  const list = useList<BillView>(billKeys.all(merchantId), billsPath(merchantId), { customerId })
  return (
    <Section isPlain title={words.bills}>
      <DueFigures merchantId={merchantId} customerId={customerId} />
      <DataTable
        caption={words.bills}
        columns={columns}
        list={list}
        rowKey={bill => bill.id}
        rowPath={bill => `/m/${merchantId}/bills/${bill.id}`}
        empty={
          <Text c="dimmed" size="sm">
            {words.noneOfCustomer}
          </Text>
        }
      />
    </Section>
  )
}
