import { Text } from '@mantine/core'
import { Copied } from '../../kit/copy-button.tsx'
import { Details } from '../../kit/details.tsx'
import { TextLink } from '../../kit/link.tsx'
import { Money } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { MaskedTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { TransactionView } from './api.ts'
import { useCauseWord, useUnmatchedWord } from './words.ts'
import { useReveal } from './transaction-parties.tsx'
import { transactionTexts } from './texts.ts'

const hasMoney = (amount: string | null): amount is string => amount !== null && /[1-9]/.test(amount)

/** The facts of a transaction, each with its name. */
export function TransactionDetails({ transaction, merchantId }: { transaction: TransactionView; merchantId: string }) {
  const words = useTexts(transactionTexts)
  const reveal = useReveal(transaction.id)
  const causeWord = useCauseWord()
  const unmatchedWord = useUnmatchedWord(transaction)
  const onTheirWay = transaction.refunds.filter(({ state }) => state === 'Processing')
  const isOver = transaction.paidAmount !== null && transaction.receiptUrl !== null
  const { pixKey } = transaction
  return (
    <Section title={words.details}>
      <Details
        isRows
        items={[
          { label: words.errorCause, value: transaction.errorCause && causeWord(transaction.errorCause) },
          { label: words.bankWords, value: transaction.bankWords },
          {
            label: words.orderId,
            value: transaction.orderId && <Copied value={transaction.orderId} what={words.orderId} />,
          },
          { label: words.description, value: transaction.orderDescription },
          { label: words.onlyThisPayer, value: transaction.onlyThisPayer ? words.onlyThisPayerValue : null },
          { label: words.metadata, value: metadataText(transaction.metadata) },
          {
            label: words.customer,
            value: transaction.customerId && (
              <TextLink
                size="sm"
                to="/m/$merchantId/customers/$customerId"
                params={{ merchantId, customerId: transaction.customerId }}
              >
                {words.seeCustomer}
              </TextLink>
            ),
          },
          {
            label: words.bill,
            value:
              transaction.operation !== 'pixBill' ? null : (
                <TextLink size="sm" to="/m/$merchantId/bills/$billId" params={{ merchantId, billId: transaction.id }}>
                  {words.seeBill}
                </TextLink>
              ),
          },
          {
            label: words.paymentLink,
            value: transaction.paymentLinkId && (
              <TextLink
                size="sm"
                to="/m/$merchantId/payment-links/$linkId"
                params={{ merchantId, linkId: transaction.paymentLinkId }}
              >
                {words.seePaymentLink}
              </TextLink>
            ),
          },
          {
            label: words.askedAmount,
            value: transaction.askedAmount === transaction.amount ? null : <Money amount={transaction.askedAmount} />,
          },
          {
            label: words.refundedAmount,
            value: hasMoney(transaction.refundedAmount) ? <Money amount={transaction.refundedAmount} /> : null,
          },
          {
            label: words.refundingAmount,
            value:
              onTheirWay.length === 0
                ? null
                : onTheirWay.map(({ refundId, amount }) => <Money key={refundId} amount={amount} display="block" />),
          },
          {
            label: words.unmatched,
            value:
              transaction.unmatched.length === 0
                ? null
                : transaction.unmatched.map(unmatched => (
                    <Text key={unmatched.id} inherit>
                      {unmatchedWord(unmatched)};{' '}
                      {unmatched.returnDate === null ? (
                        words.unmatchedWaits
                      ) : (
                        <>
                          {words.unmatchedReturnedOn} <When at={unmatched.returnDate} />.
                        </>
                      )}
                    </Text>
                  )),
          },
          {
            label: words.charges,
            value: isOver && hasMoney(transaction.charges) ? <Money amount={transaction.charges} /> : null,
          },
          {
            label: words.expiry,
            value:
              transaction.payable !== null && transaction.expiryDate !== null ? (
                <When at={transaction.expiryDate} />
              ) : null,
          },
          {
            label: words.pixKey,
            value: pixKey && (
              <>
                {pixKey.isMasked ? <MaskedTaxNumber number={pixKey.value} reveal={reveal('pixKey')} /> : pixKey.value} (
                {pixKey.type})
              </>
            ),
          },
          {
            label: words.request,
            value: transaction.request && (
              <TextLink
                size="sm"
                to="/m/$merchantId/requests/$requestId"
                params={{ merchantId, requestId: transaction.request.id }}
              >
                {words.openRequest}
              </TextLink>
            ),
          },
          {
            label: words.endToEndId,
            value: transaction.endToEndId && <Copied value={transaction.endToEndId} what={words.endToEndId} />,
          },
          { label: words.id, value: <Copied value={transaction.id} what={words.id} /> },
          {
            label: words.externalId,
            value: transaction.externalId && <Copied value={transaction.externalId} what={words.externalId} />,
          },
        ]}
      />
    </Section>
  )
}

/** `shop: Centro, table: 7`; null: none. */
const metadataText = (metadata: Record<string, string>): string | null =>
  Object.entries(metadata)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ') || null
