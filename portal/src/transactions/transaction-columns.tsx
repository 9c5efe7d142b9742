import { Text } from '@mantine/core'
import type { Column } from '../kit/data-table.tsx'
import { useLanguage } from '../kit/language.ts'
import { Money, formatMoney } from '../kit/money.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { useTexts } from '../kit/texts.ts'
import { When } from '../kit/when.tsx'
import type { SaleItem } from './api.ts'
import classes from './transactions.module.css'
import { operationTexts, salesTexts } from './texts.ts'

/** The columns of every list of transactions. */
export function useSalesColumns(isNew: (sale: SaleItem) => boolean = () => false): Column<SaleItem>[] {
  const words = useTexts(salesTexts)
  const operations = useTexts(operationTexts)
  const language = useLanguage()
  return [
    {
      header: words.amount,
      cell: sale => (
        <>
          <Money amount={signedAmount(sale)} />
          {isNew(sale) && <span className={classes.fresh} role="img" aria-label={words.isNew} title={words.isNew} />}
        </>
      ),
    },
    {
      header: words.state,
      cell: sale => (
        <div>
          <StateBadge kind="transaction" state={sale.state} />
          {sale.state === 'Completed' && /[1-9]/.test(sale.refundedAmount) && (
            <Text size="xs" c="dimmed" mt={2}>
              {words.partlyRefunded(formatMoney(sale.refundedAmount, language))}
            </Text>
          )}
        </div>
      ),
    },
    {
      header: words.operation,
      cell: sale => (
        <div className={classes.twoLines}>
          <div className={classes.oneLine}>{operations[sale.operation]}</div>
          {sale.orderId !== null && (
            <Text size="xs" c="dimmed" className={classes.cut} title={sale.orderId}>
              {sale.orderId}
            </Text>
          )}
        </div>
      ),
    },
    { header: words.party, cell: sale => <PartyName sale={sale} anonymous={words.anonymous} /> },
    { header: words.date, cell: sale => <When at={sale.date} />, align: 'right' },
  ]
}

/** Money that goes out is negative. */
export const signedAmount = ({ type, amount }: Pick<SaleItem, 'type' | 'amount'>) =>
  type === 'Debit' ? `-${amount}` : amount

function PartyName({ sale: { party }, anonymous }: { sale: SaleItem; anonymous: string }) {
  if (party === null)
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
