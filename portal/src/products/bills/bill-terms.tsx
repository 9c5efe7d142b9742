import { Text } from '@mantine/core'
import { Copied } from '../../kit/copy-button.tsx'
import { Details } from '../../kit/details.tsx'
import { useLanguage } from '../../kit/language.ts'
import { TextLink } from '../../kit/link.tsx'
import { Money, formatMoney } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { BillView } from './api.ts'
import { useTermWord } from './term-words.ts'
import { billTexts } from './texts.ts'

/** What the bill asks for, as it was made. */
export function BillTerms({ bill, merchantId }: { bill: BillView; merchantId: string }) {
  const words = useTexts(billTexts)
  const term = useTermWord()
  const metadata = Object.entries(bill.metadata).map(([key, value]) => `${key}: ${value}`)
  return (
    <Section title={words.terms}>
      <Details
        isRows
        items={[
          { label: words.original, value: <Money amount={bill.amount} /> },
          { label: words.fine, value: term(bill.fine) },
          { label: words.interest, value: term(bill.interest) },
          { label: words.discount, value: term(bill.discount) },
          { label: words.rebate, value: term(bill.rebate) },
          {
            label: words.method,
            value: bill.methods.includes('boleto') ? words.pixOrBoleto : words.pix,
          },
          { label: words.payableDays, value: String(bill.payableDaysAfterDue) },
          { label: words.lines, value: bill.lines && <Lines lines={bill.lines} /> },
          { label: words.orderId, value: bill.orderId && <Copied value={bill.orderId} what={words.orderId} /> },
          { label: words.metadata, value: metadata.join(', ') || null },
          {
            label: words.customer,
            value: bill.customerId && (
              <TextLink
                size="sm"
                to="/m/$merchantId/customers/$customerId"
                params={{ merchantId, customerId: bill.customerId }}
              >
                {words.seeCustomer}
              </TextLink>
            ),
          },
          {
            label: words.transaction,
            value: (
              <TextLink
                size="sm"
                to="/m/$merchantId/transactions/$transactionId"
                params={{ merchantId, transactionId: bill.id }}
              >
                {words.seeTransaction}
              </TextLink>
            ),
          },
          { label: words.madeAt, value: <When at={bill.creationDate} /> },
        ]}
      />
    </Section>
  )
}

function Lines({ lines }: { lines: NonNullable<BillView['lines']> }) {
  const language = useLanguage()
  const shown = lines.map(({ description, amount }) => `${description}: ${formatMoney(amount, language)}`)
  return (
    <Text inherit style={{ whiteSpace: 'pre-line' }}>
      {shown.join('\n')}
    </Text>
  )
}
