import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../kit/language.ts'
import { tagOf } from '../../kit/language-tag.ts'
import { Money } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { formatWhen } from '../../kit/when.tsx'
import { type TransactionFilters, readTotals, transactionKeys } from '../../money/transactions/api.ts'
import { findingTexts } from './texts.ts'
import classes from '../../money/transactions/transactions.module.css'

/** Summing up costs more than a page of the list does: less often, then. */
const everyMs = 20_000

/** What the filtered list comes to. Nothing when it is not known: the list itself shows failures. */
export function TransactionTotals({ merchantId, filters }: { merchantId: string; filters: TransactionFilters }) {
  const words = useTexts(findingTexts)
  const language = useLanguage()
  const { data: totals } = useQuery({
    queryKey: [...transactionKeys.totals(merchantId), filters],
    queryFn: ({ signal }) => readTotals(merchantId, filters, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
  if (totals === undefined) return null
  const isCut = totals.countedFrom !== null
  const count = totals.count.toLocaleString(tagOf(language))
  const amounts = [
    [words.received, totals.inAmount],
    [words.sent, totals.outAmount],
    [words.refunded, totals.refundedAmount],
    [words.charges, totals.charges],
  ] as const
  return (
    <section aria-label={words.totals} className={classes.totals}>
      <dl>
        <div>
          <dt>{words.count}</dt>
          <dd className="tabular">{isCut ? `${count}+` : count}</dd>
        </div>
        {amounts.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed">
        {totals.countedFrom === null
          ? words.paidOnly
          : words.countedFrom(formatWhen(totals.countedFrom, language, 'date'))}
      </Text>
    </section>
  )
}
