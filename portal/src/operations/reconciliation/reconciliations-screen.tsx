import { Text } from '@mantine/core'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ExportButton } from '../../kit/export-button.tsx'
import { noonOf } from '../../kit/format-when.ts'
import { IconScale } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { Money } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type ReconciliationItem, reconciliationsFile, reconciliationsKey, reconciliationsPath } from './api.ts'
import { reconciliationTexts } from './texts.ts'

const pathOf = ({ bank, day }: ReconciliationItem) => `/operator/reconciliations/${bank.id}/${day}`

/** What each bank said of each day, against the books. */
export function ReconciliationsScreen() {
  const words = useTexts(reconciliationTexts)
  const list = useList<ReconciliationItem>(reconciliationsKey, reconciliationsPath)
  const columns: Column<ReconciliationItem>[] = [
    { header: words.day, cell: ({ day }) => <When at={noonOf(day)} form="date" /> },
    { header: words.bank, cell: ({ bank }) => bank.name },
    { header: words.result, cell: ({ state }) => <StateBadge kind="reconciliation" state={state} /> },
    { header: words.received, cell: ({ received }) => <Sum of={received} />, align: 'right' },
    { header: words.returned, cell: ({ returned }) => <Sum of={returned} />, align: 'right' },
    { header: words.sent, cell: ({ sent }) => <Sum of={sent} />, align: 'right' },
    { header: words.differences, cell: ({ differences }) => differences, align: 'right' },
    { header: words.mended, cell: ({ mended }) => mended, align: 'right', notOnPhone: true },
  ]
  return (
    <Page
      title={words.title}
      description={words.intro}
      actions={
        <ExportButton
          label={words.export}
          title={words.exportTitle}
          hint={words.exportHint}
          download={words.download}
          href={reconciliationsFile}
        />
      }
    >
      <DataTable
        caption={words.title}
        columns={columns}
        list={list}
        rowKey={({ bank, day }) => `${day} ${bank.id}`}
        rowPath={pathOf}
        empty={<EmptyState icon={IconScale} title={words.empty} hint={words.emptyHint} />}
      />
    </Page>
  )
}

/** An amount, and of how many payments it is. */
function Sum({ of }: { of: ReconciliationItem['sent'] }) {
  const words = useTexts(reconciliationTexts)
  if (of === null)
    return (
      <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {words.notReported}
      </Text>
    )
  return (
    <div>
      <Money amount={of.amount} />
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {words.payments(of.count)}
      </Text>
    </div>
  )
}
