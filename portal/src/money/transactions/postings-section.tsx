import { type Column, DataTable } from '../../kit/data-table.tsx'
import { rowsAsList } from '../../kit/list.ts'
import { Money } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { TransactionView } from './api.ts'
import { transactionTexts, postingTexts } from './texts.ts'

type Posting = TransactionView['postings'][number]

/** How the money of the transaction moved between accounts; nothing where none has. */
export function PostingsSection({ postings }: { postings: Posting[] }) {
  const words = useTexts(transactionTexts)
  const names = useTexts(postingTexts)
  if (postings.length === 0) return null
  const account = (header: string, of: (posting: Posting) => string): Column<Posting> => ({
    header,
    cell: posting => (/[1-9]/.test(of(posting)) ? <Money amount={of(posting)} signed /> : '–'),
    align: 'right',
  })
  const balance = (of: 'available' | 'held' | 'blocked'): Column<Posting> => ({
    ...account(words[of], posting => posting[of]),
    balance: of,
  })
  const columns: Column<Posting>[] = [
    { header: words.entry, cell: posting => names[posting.name] },
    balance('available'),
    balance('held'),
    ...(postings.some(({ blocked }) => /[1-9]/.test(blocked)) ? [balance('blocked')] : []),
    account(words.fees, posting => posting.fees),
    account(words.world, posting => posting.bank),
    { header: words.date, cell: posting => <When at={posting.date} form="exact" />, align: 'right' },
  ]
  return (
    <Section title={words.postings} description={words.postingsHint} isPlain>
      <DataTable
        caption={words.postings}
        columns={columns}
        list={rowsAsList(postings)}
        rowKey={posting => posting.number}
      />
    </Section>
  )
}
