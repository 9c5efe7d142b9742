import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useCauseWord } from '../../money/transactions/words.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { useLanguage } from '../../kit/language.ts'
import { TextLink } from '../../kit/link.tsx'
import { useList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { Money } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type BatchDetail, type RowItem, rowsPath } from './api.ts'
import { refusalWords } from './fault-words.ts'
import { batchTexts } from './texts.ts'
import { batchKeys } from '../approvals/api.ts'

/** What became of each row: one that has a transaction is what that is. */
export function BatchRowsSection({ batch }: { batch: BatchDetail }) {
  const words = useTexts(batchTexts)
  const [state, setState] = useState('')
  const merchantId = batch.merchant.id
  // Read anew whenever some are over, or a bank has said something about one.
  const { paid, failed } = batch.outcomes
  const list = useList<RowItem>(
    [...batchKeys.one(merchantId, batch.id), 'rows', batch.made.count + batch.refused.count, paid.count, failed.count],
    rowsPath(merchantId, batch.id),
    { state },
  )
  const columns: Column<RowItem>[] = [
    { header: words.to, cell: row => `${row.number}. ${row.name}` },
    { header: words.key, cell: row => row.key ?? row.taxNumber, notOnPhone: true },
    { header: words.amount, cell: row => <Money amount={row.amount} />, align: 'right' },
    { header: words.state, cell: row => <RowState row={row} /> },
    { header: words.reason, cell: row => <Outcome row={row} merchantId={merchantId} /> },
  ]
  const choices = [
    { value: '', label: `${words.rows} (${batch.rows.count})` },
    { value: 'Made', label: `${words.made} (${batch.made.count})` },
    { value: 'Refused', label: `${words.refused} (${batch.refused.count})` },
  ]
  return (
    <Section isPlain title={words.rows}>
      <SegmentedControl
        data={choices}
        value={state}
        onChange={setState}
        size="xs"
        mb="md"
        // Five words are wider than a phone: they scroll, not the page.
        maw="100%"
        style={{ overflowX: 'auto' }}
        aria-label={words.state}
      />
      <DataTable
        caption={words.rows}
        columns={columns}
        list={list}
        rowKey={row => String(row.number)}
        empty={
          <Text c="dimmed" size="sm">
            {words.noRows}
          </Text>
        }
      />
    </Section>
  )
}

const RowState = ({ row: { state, transactionState } }: { row: RowItem }) =>
  transactionState === null ? (
    <StateBadge kind="batchRow" state={state} />
  ) : (
    <StateBadge kind="transaction" state={transactionState} />
  )

function Outcome({ row, merchantId }: { row: RowItem; merchantId: string }) {
  const words = useTexts(batchTexts)
  const language = useLanguage()
  const causeWord = useCauseWord()
  const maySee = usePermission('transactions.read')
  if (row.reason !== null) return refusalWords(row.reason, language)
  const params = row.transactionId !== null && maySee ? { merchantId, transactionId: row.transactionId } : null
  return (
    <>
      {row.stateErrorCause !== null && (
        <Text size="sm" span display="block">
          {causeWord(row.stateErrorCause)}
        </Text>
      )}
      {params !== null && (
        <TextLink size="sm" to="/m/$merchantId/transactions/$transactionId" params={params}>
          {words.transaction}
        </TextLink>
      )}
    </>
  )
}
