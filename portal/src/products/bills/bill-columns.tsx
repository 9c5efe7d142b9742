import { Text } from '@mantine/core'
import type { Column } from '../../kit/data-table.tsx'
import { useLanguage } from '../../kit/language.ts'
import { Money } from '../../kit/money.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { BillView } from './api.ts'
import { spellDay } from './term-words.ts'
import { billTexts } from './texts.ts'

/** How it was paid, or can be. */
function methodWord(
  { methods, payment }: BillView,
  words: Record<'pix' | 'pixOrBoleto' | 'paidByBoleto', string>,
): string {
  if (payment !== null) return payment.method === 'pix' ? words.pix : words.paidByBoleto
  return methods.includes('boleto') ? words.pixOrBoleto : words.pix
}

/** The columns of every list of bills. */
export function useBillColumns(): Column<BillView>[] {
  const words = useTexts(billTexts)
  const language = useLanguage()
  return [
    {
      header: words.payer,
      cell: bill => (
        <>
          {bill.payer?.name ?? '—'}
          {bill.description !== null && (
            <Text span size="xs" c="dimmed" display="block" fw={400}>
              {bill.description}
            </Text>
          )}
        </>
      ),
    },
    { header: words.due, cell: bill => spellDay(bill.dueDate, language) },
    { header: words.method, cell: bill => methodWord(bill, words) },
    {
      header: words.state,
      cell: ({ state, payment }) => (
        <StateBadge kind="bill" state={state} {...(payment?.isSettled === false && { word: words.paidToSettle })} />
      ),
    },
    { header: words.amount, cell: bill => <Money amount={bill.amount} />, align: 'right' },
    {
      header: words.amountNow,
      cell: ({ payment, amountDue }) => {
        const amount = payment?.amount ?? amountDue?.amount
        return amount === undefined ? '—' : <Money amount={amount} fw={600} />
      },
      align: 'right',
    },
  ]
}
