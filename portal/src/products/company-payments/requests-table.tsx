import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RequestItem } from '../../../../server/src/products/company-payments/requests/portal-schemas.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { type List, useList } from '../../kit/list.ts'
import { Money } from '../../kit/money.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { requestsPath, requestKeys } from './api.ts'
import { requestTexts } from './texts.ts'

type Query = Record<string, string | number | boolean | null>

/** Read again now and then: others ask and decide meanwhile. */
export const useRequests = (merchantId: string, query: Query): List<RequestItem> =>
  useList<RequestItem>(requestKeys.all(merchantId), requestsPath(merchantId), query, { refetchInterval: 20_000 })

type Props = { caption: string; merchantId: string; query: Query; empty?: ReactNode }

export function RequestsTable({ caption, merchantId, query, empty }: Props) {
  return <RequestRows caption={caption} list={useRequests(merchantId, query)} empty={empty} />
}

type RowsProps = {
  caption: string
  list: List<RequestItem>
  empty?: ReactNode
  /** Of several merchants: then the merchant is shown as the requester. */
  showsMerchant?: boolean
  /** All of them wait: not said in every row. */
  isQueue?: boolean
}

export function RequestRows({ caption, list, empty, showsMerchant = false, isQueue = false }: RowsProps) {
  const words = useTexts(requestTexts)
  const columns: Column<RequestItem>[] = [
    {
      header: words.receiver,
      cell: request => (
        <>
          {request.receiver?.name ?? request.recipient ?? words.withdrawal}
          <Text span display="block" size="xs" c="dimmed" fw={400} lineClamp={1} maw={340}>
            {request.description}
          </Text>
        </>
      ),
    },
    { header: words.amount, cell: request => <Money amount={request.amount} fw={600} />, align: 'right' },
    ...(isQueue
      ? []
      : [
          {
            header: words.status,
            cell: (request: RequestItem) => <StateBadge kind="request" state={request.status} />,
          },
        ]),
    { header: words.approvals, cell: request => <Approvals {...request} /> },
    ...(showsMerchant ? [{ header: words.merchant, cell: (request: RequestItem) => request.merchant.name }] : []),
    { header: words.requestedBy, cell: request => request.requestedBy },
    { header: words.askedAt, cell: request => <When at={request.createdAt} />, align: 'right' },
  ]
  return (
    <DataTable
      caption={caption}
      columns={columns}
      list={list}
      rowKey={request => request.id}
      rowPath={request => `/m/${request.merchant.id}/requests/${request.id}`}
      empty={empty}
    />
  )
}

/** `1 de 2`, and whether the operator is asked too. */
function Approvals({ approvalProgress }: Pick<RequestItem, 'approvalProgress'>) {
  const words = useTexts(requestTexts)
  return (
    <span className="tabular">
      {words.approvalsOf(approvalProgress.approvalsGiven, approvalProgress.approversNeeded)}
      {approvalProgress.operatorNeeded && ` ${words.operatorToo}${approvalProgress.operatorAgreed ? ' ✓' : ''}`}
    </span>
  )
}
