import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { IconArrowBackUp, IconReceipt } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useMerchant } from '../../kit/merchant.ts'
import { formatMoney } from '../../kit/money.tsx'
import { notifyDone, notifyWarning } from '../../kit/notify.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { type Breadcrumb, Page } from '../../kit/page.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { formatWhen } from '../../kit/when.tsx'
import { type TransactionView, readTransaction, transactionKeys } from '../../money/transactions/api.ts'
import { CancelCharge } from '../pix/cancel-charge.tsx'
import { DeliveriesSection } from '../../money/transactions/deliveries-section.tsx'
import { NotesSection } from './notes-section.tsx'
import { PayPanel } from '../pix/pay-panel.tsx'
import { PostingsSection } from '../../money/transactions/postings-section.tsx'
import { RefundDialog } from '../../money/refunds/refund-dialog.tsx'
import { DisputesSection } from '../disputes/disputes-section.tsx'
import { RefundsSection } from '../../money/refunds/refunds-section.tsx'
import { TransactionDetails } from '../../money/transactions/transaction-details.tsx'
import { TransactionParties } from '../../money/transactions/transaction-parties.tsx'
import { actTexts, transactionTexts, operationTexts, transactionsTexts } from '../../money/transactions/texts.ts'
import { SandboxPanel } from '../../money/transactions/sandbox-panel.tsx'
import { signedAmount } from '../../money/transactions/transaction-columns.tsx'
import { Timeline } from '../../money/transactions/timeline.tsx'
import classes from './transaction-screen.module.css'

const everyMs = 2_500

/** Everything there is to know about one transaction, and what can be done with it. */
export function TransactionScreen() {
  const words = useTexts(transactionTexts)
  const { title } = useTexts(transactionsTexts)
  const merchant = useMerchant()
  const { transactionId } = useParams({ from: '/shell/m/$merchantId/transactions/$transactionId' })
  const { data, error, refetch } = useQuery({
    queryKey: transactionKeys.one(merchant.id, transactionId),
    queryFn: () => readTransaction(merchant.id, transactionId),
    refetchInterval: everyMs,
  })
  const transaction = useDeferredValue(data)
  const above = { label: title, to: `/m/${merchant.id}/transactions` }
  return (
    <LoadedPage
      query={{ data: transaction, error, refetch }}
      title={words.details}
      above={above}
      notFound={{ reason: 'TransactionNotFound', title: words.notFound, back: words.back }}
    >
      {shown => <TransactionPage transaction={shown} merchantId={merchant.id} above={above} />}
    </LoadedPage>
  )
}

type Props = { transaction: TransactionView; merchantId: string; above: Breadcrumb }

function TransactionPage({ transaction, merchantId, above }: Props) {
  const words = useTexts(transactionTexts)
  const actionWords = useTexts(actTexts)
  const operations = useTexts(operationTexts)
  const language = useLanguage()
  const [isRefunding, { open, close }] = useDisclosure(false)

  const actions = (
    <Group gap="xs">
      {transaction.receiptUrl !== null && (
        <Button
          component="a"
          href={`${transaction.receiptUrl}?lang=${language}`}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconReceipt size={16} aria-hidden />}
        >
          {words.receipt}
        </Button>
      )}
      {transaction.cancellable && <CancelCharge merchantId={merchantId} transactionId={transaction.id} />}
      {transaction.refundable !== null && (
        <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={open}>
          {words.refund}
        </Button>
      )}
    </Group>
  )

  return (
    <Page
      title={formatMoney(signedAmount(transaction), language)}
      beside={<StateBadge kind="transaction" state={transaction.state} size="lg" />}
      description={[operations[transaction.operation], transaction.party?.name, formatWhen(transaction.date, language)]
        .filter(Boolean)
        .join(' · ')}
      actions={actions}
      breadcrumbs={[above]}
    >
      <div className={classes.columns}>
        <div className={classes.side}>
          {transaction.payable !== null && <PayPanel payable={transaction.payable} transaction={transaction} />}
          <SandboxPanel transaction={transaction} merchantId={merchantId} />
          <TransactionParties transaction={transaction} />
        </div>
        <div className={classes.main}>
          <TransactionDetails transaction={transaction} merchantId={merchantId} />
          <Timeline transaction={transaction} />
        </div>
      </div>
      <NotesSection merchantId={merchantId} transactionId={transaction.id} />
      <RefundsSection refunds={transaction.refunds} />
      {transaction.type === 'Credit' && transaction.paidAmount !== null && (
        <DisputesSection merchantId={merchantId} transactionId={transaction.id} />
      )}
      <PostingsSection postings={transaction.postings} />
      <DeliveriesSection merchantId={merchantId} deliveries={transaction.deliveries} />
      {isRefunding && transaction.refundable !== null && (
        <RefundDialog
          merchantId={merchantId}
          transactionId={transaction.id}
          refundable={transaction.refundable}
          onClose={close}
          onDone={({ state }) => {
            close()
            if (state === 'Failed') notifyWarning(actionWords.refundFailed)
            else notifyDone(state === 'Completed' ? actionWords.refunded : actionWords.refundProcessing)
          }}
        />
      )}
    </Page>
  )
}
