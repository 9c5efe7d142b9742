import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { BatchItem } from '../../../../server/src/products/payout-batches/portal-schemas.ts'
import { kindWords } from '../../../../server/src/products/payout-batches/words.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { type List, useList } from '../../kit/list.ts'
import { Money } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { bilingual, useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { batchRowTexts } from './texts.ts'
import { batchKeys } from './api.ts'

const kindTexts = bilingual(kindWords)

type Query = Record<string, string | number | boolean | null>

/** Read again now and then: others ask and decide meanwhile, and rows are paid. */
export const useBatches = (merchantId: string, query: Query): List<BatchItem> =>
  useList<BatchItem>(batchKeys.all(merchantId), `/merchants/${merchantId}/payout-batches`, query, {
    refetchInterval: 10_000,
  })

type Props = { caption: string; list: List<BatchItem>; empty?: ReactNode; showsMerchant?: boolean }

export function BatchRows({ caption, list, empty, showsMerchant = false }: Props) {
  const words = useTexts(batchRowTexts)
  const kinds = useTexts(kindTexts)
  const columns: Column<BatchItem>[] = [
    {
      header: words.name,
      cell: batch => (
        <>
          {batch.name}
          <Text span display="block" size="xs" c="dimmed" fw={400}>
            {kinds[batch.kind]}
          </Text>
        </>
      ),
    },
    { header: words.amount, cell: batch => <Money amount={batch.rows.amount} fw={600} />, align: 'right' },
    { header: words.state, cell: batch => <StateBadge kind="batch" state={batch.state} /> },
    {
      header: words.progress,
      cell: batch => (
        <span className="tabular">{words.doneOf(batch.made.count + batch.refused.count, batch.rows.count)}</span>
      ),
      align: 'right',
    },
    ...(showsMerchant ? [{ header: words.merchant, cell: (batch: BatchItem) => batch.merchant.name }] : []),
    { header: words.requestedBy, cell: batch => batch.requestedBy },
    { header: words.askedAt, cell: batch => <When at={batch.creationDate} />, align: 'right' },
  ]
  return (
    <DataTable
      caption={caption}
      columns={columns}
      list={list}
      rowKey={batch => batch.id}
      rowPath={batch => `/m/${batch.merchant.id}/batches/${batch.id}`}
      empty={empty}
    />
  )
}

/** Where approvers look; nothing where nothing waits. */
export function WaitingBatches({ list, showsMerchant = false }: { list: List<BatchItem>; showsMerchant?: boolean }) {
  const words = useTexts(batchRowTexts)
  if (list.rows.length === 0) return null
  return (
    <Section isPlain title={words.waitingForMe}>
      <BatchRows caption={words.waitingForMe} list={list} showsMerchant={showsMerchant} />
    </Section>
  )
}
