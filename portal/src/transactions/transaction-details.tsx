import { Group } from '@mantine/core'
import { CopyButton } from '../kit/copy-button.tsx'
import { Details } from '../kit/details.tsx'
import { TextLink } from '../kit/link.tsx'
import { Money } from '../kit/money.tsx'
import { Section } from '../kit/section.tsx'
import { MaskedTaxNumber } from '../kit/tax-number.tsx'
import { useTexts } from '../kit/texts.ts'
import { When } from '../kit/when.tsx'
import type { SaleView } from './api.ts'
import { useReveal } from './transaction-parties.tsx'
import { saleTexts } from './transaction-texts.ts'

const hasMoney = (amount: string | null): amount is string => amount !== null && /[1-9]/.test(amount)

/** The facts of a transaction, each with its name. */
export function SaleDetails({ sale, merchantId }: { sale: SaleView; merchantId: string }) {
  const words = useTexts(saleTexts)
  const reveal = useReveal(sale.id)
  const isOver = sale.paidAmount !== null && sale.receiptUrl !== null
  const { pixKey } = sale
  return (
    <Section title={words.details}>
      <Details
        isRows
        items={[
          { label: words.errorCause, value: sale.errorCause && causeWords(sale.errorCause, words) },
          { label: words.orderId, value: sale.orderId && <Copied value={sale.orderId} what={words.orderId} /> },
          { label: words.description, value: sale.orderDescription },
          {
            label: words.askedAmount,
            value: sale.askedAmount === sale.amount ? null : <Money amount={sale.askedAmount} />,
          },
          {
            label: words.refundedAmount,
            value: hasMoney(sale.refundedAmount) ? <Money amount={sale.refundedAmount} /> : null,
          },
          { label: words.charges, value: isOver && hasMoney(sale.charges) ? <Money amount={sale.charges} /> : null },
          {
            label: words.expiry,
            value: sale.payable !== null && sale.expiryDate !== null ? <When at={sale.expiryDate} /> : null,
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
            value: sale.request && (
              <TextLink
                size="sm"
                to="/m/$merchantId/requests/$requestId"
                params={{ merchantId, requestId: sale.request.id }}
              >
                {words.openRequest}
              </TextLink>
            ),
          },
          {
            label: words.endToEndId,
            value: sale.endToEndId && <Copied value={sale.endToEndId} what={words.endToEndId} />,
          },
          { label: words.id, value: <Copied value={sale.id} what={words.id} /> },
          {
            label: words.externalId,
            value: sale.externalId && <Copied value={sale.externalId} what={words.externalId} />,
          },
        ]}
      />
    </Section>
  )
}

const Copied = ({ value, what }: { value: string; what: string }) => (
  <Group gap={4} wrap="nowrap">
    <span style={{ minWidth: 0 }}>{value}</span>
    <CopyButton value={value} what={what} />
  </Group>
)

const causeWords = (cause: string, words: { AmountMismatch: string; PaymentProcessingError: string }) =>
  cause === 'AmountMismatch' || cause === 'PaymentProcessingError' ? words[cause] : cause
