import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReceiverReview } from '../../../../server/src/products/company-payments/receivers/portal-schemas.ts'
import type { RequestItem } from '../../../../server/src/products/company-payments/requests/portal-schemas.ts'
import { RequestRows } from '../../products/company-payments/requests-table.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconClipboardCheck } from '../../kit/icons.tsx'
import { useList, wholeList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { formatTaxNumber } from '../../kit/tax-number.tsx'
import { TabsInUrl } from '../../kit/tabs-in-url.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { readQueue } from '../../products/payout-batches/api.ts'
import { WaitingBatches } from '../../products/approvals/batch-rows.tsx'
import { AccountReviews } from './account-reviews.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { reviewTexts } from './texts.ts'
import { reviewKeys } from './api.ts'

/** The operator's queues: companies to be paid, accounts they got later, and payments above their merchant's limit. */
export function ReviewsScreen() {
  const words = useTexts(reviewTexts)
  return (
    <Page title={words.reviews} description={words.reviewsIntro}>
      <TabsInUrl
        filter="queue"
        tabs={[
          { value: 'receivers', label: words.receivers, panel: <Receivers /> },
          { value: 'accounts', label: words.newAccounts, panel: <AccountReviews refetchInterval={refetchInterval} /> },
          { value: 'payments', label: words.payments, panel: <Payments /> },
        ]}
      />
    </Page>
  )
}

/** Read again now and then: other operators work on the same queue. */
const refetchInterval = 15_000

function Receivers() {
  const words = useTexts(reviewTexts)
  const mayDecide = usePermission('receivers.review')
  const list = useList<ReceiverReview>([...reviewKeys.all, 'receivers'], '/operator/receivers', {}, { refetchInterval })
  const [openId, setOpenId] = useState<string | null>(null)
  const open = list.rows.find(({ id }) => id === openId) ?? null

  const columns: Column<ReceiverReview>[] = [
    {
      header: words.receiver,
      cell: receiver => (
        <div>
          <Text span inherit fw={500}>
            {receiver.fantasyName}
          </Text>
          <Text span display="block" size="xs" c="dimmed" className="tabular">
            {formatTaxNumber(receiver.cnpj)}
          </Text>
        </div>
      ),
    },
    { header: words.merchant, cell: receiver => receiver.merchant.name },
    { header: words.accounts, cell: receiver => words.accountsOf(receiver.accounts.length) },
    { header: words.waitingSince, cell: receiver => <When at={receiver.createdAt} relative /> },
    {
      header: '',
      name: words.actions,
      align: 'right',
      cell: receiver =>
        mayDecide && (
          <Button
            variant="default"
            size="xs"
            onClick={() => setOpenId(receiver.id)}
            aria-label={words.reviewOf(receiver.fantasyName)}
          >
            {words.review}
          </Button>
        ),
    },
  ]
  return (
    <>
      <DataTable
        caption={words.receivers}
        columns={columns}
        list={list}
        rowKey={receiver => receiver.id}
        empty={<EmptyState icon={IconClipboardCheck} title={words.noReceivers} hint={words.noReceiversHint} />}
      />
      <ReviewDialog receiver={open} onClose={() => setOpenId(null)} onDone={() => setOpenId(null)} />
    </>
  )
}

function Payments() {
  const words = useTexts(reviewTexts)
  const list = useList<RequestItem>([...reviewKeys.all, 'payments'], '/operator/requests', {}, { refetchInterval })
  const batches = wholeList(useQuery({ queryKey: [...reviewKeys.all, 'batches'], queryFn: readQueue, refetchInterval }))
  return (
    <>
      <WaitingBatches list={batches} showsMerchant />
      <RequestRows
        caption={words.payments}
        list={list}
        showsMerchant
        isQueue
        empty={
          batches.rows.length === 0 && (
            <EmptyState icon={IconClipboardCheck} title={words.noPayments} hint={words.noPaymentsHint} />
          )
        }
      />
    </>
  )
}
