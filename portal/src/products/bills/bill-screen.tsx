import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Figure, Figures } from '../../kit/figures.tsx'
import { IconDownload, IconReceipt } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { LoadedPage } from '../../kit/loaded.tsx'
import { useMerchant } from '../../kit/merchant.ts'
import { Money, formatMoney } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type TransactionView, readTransaction } from '../../money/transactions/api.ts'
import { DeliveriesSection } from '../../money/transactions/deliveries-section.tsx'
import { everyMs } from '../../money/transactions/payments-section.tsx'
import { SandboxPanel } from '../../money/transactions/sandbox-panel.tsx'
import { Timeline } from '../../money/transactions/timeline.tsx'
import { TransactionParties } from '../../money/transactions/transaction-parties.tsx'
import { CancelCharge } from '../pix/cancel-charge.tsx'
import { PayPanel } from '../pix/pay-panel.tsx'
import { RemindersSection } from '../reminders/reminders-section.tsx'
import { AmountParts } from './amount-parts.tsx'
import { AmountPreview } from './amount-preview.tsx'
import { type BillView, billKeys, readBill } from './api.ts'
import { BillTerms } from './bill-terms.tsx'
import { BoletoSection } from './boleto-section.tsx'
import { ChangeBillDialog } from './change-bill-dialog.tsx'
import { ChangesSection } from './changes-section.tsx'
import { givenTerms } from './bill-form.ts'
import { spellDay } from './term-words.ts'
import { billTexts } from './texts.ts'
import classes from './bill-screen.module.css'

/** A bill: what is owed and why, how it is paid, and what happened to it. */
export function BillScreen() {
  const words = useTexts(billTexts)
  const { id: merchantId } = useMerchant()
  const { billId } = useParams({ from: '/shell/m/$merchantId/bills/$billId' })
  const query = useQuery({
    queryKey: billKeys.one(merchantId, billId),
    // Both at once, so that the page never shows a paid bill beside an open transaction.
    queryFn: async () => {
      const [bill, transaction] = await Promise.all([readBill(merchantId, billId), readTransaction(merchantId, billId)])
      return { bill, transaction }
    },
    refetchInterval: everyMs,
  })
  const above = { label: words.bills, to: `/m/${merchantId}/bills` }
  return (
    <LoadedPage
      query={query}
      title={words.bill}
      above={above}
      notFound={{ reason: 'BillNotFound', title: words.notFound, back: words.back }}
    >
      {shown => <ShownBill {...shown} merchantId={merchantId} />}
    </LoadedPage>
  )
}

type Shown = { bill: BillView; transaction: TransactionView; merchantId: string }

function ShownBill({ bill, transaction, merchantId }: Shown) {
  const words = useTexts(billTexts)
  return (
    <Page
      title={bill.payer?.name ?? words.bill}
      beside={
        <StateBadge
          kind="bill"
          state={bill.state}
          size="lg"
          {...(bill.payment?.isSettled === false && { word: words.paidToSettle })}
        />
      }
      description={bill.description ?? undefined}
      breadcrumbs={[{ label: words.bills, to: `/m/${merchantId}/bills` }]}
      actions={<BillActions bill={bill} transaction={transaction} merchantId={merchantId} />}
    >
      {bill.state === 'Expired' && (
        <Text size="sm" mb="md">
          {words.expired}
        </Text>
      )}
      <BillFigures bill={bill} />
      <div className={classes.columns}>
        <div className={classes.side}>
          {transaction.payable !== null && (
            <PayPanel payable={transaction.payable} transaction={transaction} dueDate={bill.dueDate} />
          )}
          <BoletoSection bill={bill} transaction={transaction} />
          <SandboxPanel transaction={transaction} merchantId={merchantId} hasBoleto={bill.boleto !== null} />
          <TransactionParties transaction={transaction} />
        </div>
        <div className={classes.main}>
          <MadeUp bill={bill} merchantId={merchantId} />
          <BillTerms bill={bill} merchantId={merchantId} />
          <ChangesSection changes={bill.changes} />
          <RemindersSection merchantId={merchantId} billId={bill.id} />
          <Timeline transaction={transaction} />
        </div>
      </div>
      <DeliveriesSection merchantId={merchantId} deliveries={transaction.deliveries} />
    </Page>
  )
}

function BillFigures({ bill: { payment, amountDue, ...bill } }: { bill: BillView }) {
  const words = useTexts(billTexts)
  const language = useLanguage()
  return (
    <Figures>
      {payment !== null ? (
        <Figure label={words.paidAmount} hint={words.paidOn(spellDay(payment.date, language))}>
          <Money amount={payment.amount} />
        </Figure>
      ) : (
        <Figure label={amountDue === null ? words.original : words.owedToday}>
          <Money amount={amountDue?.amount ?? bill.amount} />
        </Figure>
      )}
      <Figure
        label={words.due}
        hint={bill.onTimeUntil === bill.dueDate ? null : words.onTimeUntil(spellDay(bill.onTimeUntil, language))}
      >
        {spellDay(bill.dueDate, language)}
      </Figure>
      <Figure label={words.payableUntil}>{spellDay(bill.payableUntil, language)}</Figure>
    </Figures>
  )
}

/** How the amount of today, or the paid one, is made up. */
function MadeUp({ bill, merchantId }: { bill: BillView; merchantId: string }) {
  const words = useTexts(billTexts)
  const language = useLanguage()
  const { payment, amountDue } = bill
  if (payment === null) {
    if (amountDue === null) return null
    const { amount, dueDate, payableDaysAfterDue, fine, interest, rebate, discount } = bill
    return (
      <Section title={words.madeUp} description={words.madeUpHint}>
        <AmountParts components={amountDue.components} total={amountDue.amount} />
        {bill.isChangeable && (
          <AmountPreview
            merchantId={merchantId}
            terms={givenTerms({
              amount: plain(amount),
              dueDate,
              payableDaysAfterDue,
              fine,
              interest,
              rebate,
              discount,
            })}
          />
        )}
      </Section>
    )
  }
  return (
    <Section title={words.madeUp} description={payment.components === null ? words.notMadeUp : words.madeUpPaid}>
      {payment.components !== null && <AmountParts components={payment.components} total={payment.amount} />}
      {/[1-9]/.test(payment.difference) && (
        <Text size="sm" mt="xs">
          {words.difference(formatMoney(payment.expectedAmount, language), formatMoney(payment.difference, language))}
        </Text>
      )}
    </Section>
  )
}

/** `100.000000` → `100.00`, as requests have it. */
const plain = (amount: string) => amount.replace(/(\.\d\d)0+$/, '$1')

function BillActions({ bill, transaction, merchantId }: Shown) {
  const words = useTexts(billTexts)
  const language = useLanguage()
  const [isForm, form] = useDisclosure(false)
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={`${bill.url}.pdf?lang=${language}`}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {words.pdf}
      </Button>
      {bill.payment !== null && bill.payment.receiptUrl !== null && (
        <Button
          component="a"
          href={`${bill.payment.receiptUrl}?lang=${language}`}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconReceipt size={16} aria-hidden />}
        >
          {words.receipt}
        </Button>
      )}
      {transaction.cancellable && <CancelCharge merchantId={merchantId} transactionId={bill.id} />}
      {bill.isChangeable && <Button onClick={form.open}>{words.change}</Button>}
      {isForm && <ChangeBillDialog merchantId={merchantId} bill={bill} onClose={form.close} />}
    </Group>
  )
}
