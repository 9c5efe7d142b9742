import { Text } from '@mantine/core'
import type { Column } from '../../kit/data-table.tsx'
import { useLanguage } from '../../kit/language.ts'
import { Money, formatMoney } from '../../kit/money.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { TransactionItem } from './api.ts'
import classes from './transactions.module.css'
import { operationTexts, transactionsTexts } from './texts.ts'

export function useTransactionColumns(
  isNew: (transaction: TransactionItem) => boolean = () => false,
): Column<TransactionItem>[] {
  const words = useTexts(transactionsTexts)
  const operations = useTexts(operationTexts)
  const language = useLanguage()
  return [
    {
      header: words.amount,
      cell: transaction => (
        <>
          <Money amount={signedAmount(transaction)} />
          {isNew(transaction) && (
            <span className={classes.fresh} role="img" aria-label={words.isNew} title={words.isNew} />
          )}
        </>
      ),
    },
    {
      header: words.state,
      cell: transaction => (
        <div>
          <StateBadge kind="transaction" state={transaction.state} />
          {transaction.state === 'Completed' && /[1-9]/.test(transaction.refundedAmount) && (
            <Text size="xs" c="dimmed" mt={2}>
              {words.partlyRefunded(formatMoney(transaction.refundedAmount, language))}
            </Text>
          )}
        </div>
      ),
    },
    {
      header: words.operation,
      cell: transaction => (
        <div className={classes.twoLines}>
          <div className={classes.oneLine}>{operations[transaction.operation]}</div>
          {transaction.orderId !== null && (
            <Text size="xs" c="dimmed" className={classes.cut} title={transaction.orderId}>
              {transaction.orderId}
            </Text>
          )}
        </div>
      ),
    },
    { header: words.party, cell: transaction => <PartyName transaction={transaction} anonymous={words.anonymous} /> },
    { header: words.date, cell: transaction => <When at={transaction.date} />, align: 'right' },
  ]
}

/** Money that goes out is negative. */
export const signedAmount = ({ type, amount }: Pick<TransactionItem, 'type' | 'amount'>) =>
  type === 'Debit' ? `-${amount}` : amount

function PartyName({ transaction: { party }, anonymous }: { transaction: TransactionItem; anonymous: string }) {
  if (party === null || (party.name === null && party.taxNumber === null))
    return (
      <Text span inherit c="dimmed" className={classes.oneLine}>
        {anonymous}
      </Text>
    )
  return (
    <div className={classes.twoLines}>
      {party.name !== null && <div className={classes.cut}>{party.name}</div>}
      {party.taxNumber !== null && (
        <Text size={party.name === null ? 'sm' : 'xs'} c="dimmed" className="tabular">
          {party.taxNumber}
        </Text>
      )}
    </div>
  )
}
