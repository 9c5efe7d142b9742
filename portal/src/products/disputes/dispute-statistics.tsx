import { useQuery } from '@tanstack/react-query'
import type { DisputeStatistics as Statistics } from '../../../../server/src/operations/volumes/portal-schemas.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { useLanguage } from '../../kit/language.ts'
import { rowsAsList } from '../../kit/list.ts'
import { Money } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { disputesKey, readStatistics } from './api.ts'
import { disputeTexts } from './texts.ts'

type Month = Statistics['months'][number]

/** By month: how much of what a merchant received is disputed, and how it ended. Not shown without a dispute. */
export function DisputeStatistics({ merchantId }: { merchantId: string }) {
  const words = useTexts(disputeTexts)
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: [...disputesKey, merchantId, 'statistics'],
    queryFn: () => readStatistics(merchantId),
  })
  const rows = (data?.months ?? []).filter(({ disputedCount }) => disputedCount > 0)
  if (rows.length === 0) return null
  const percent = (share: string | null) =>
    share === null ? '–' : `${language === 'pt' ? share.replace('.', ',') : share}%`
  const number = (header: string, cell: Column<Month>['cell'], notOnPhone = false): Column<Month> => ({
    header,
    cell,
    align: 'right',
    notOnPhone,
  })
  const columns: Column<Month>[] = [
    { header: words.month, cell: ({ month }) => `${month.slice(5)}/${month.slice(0, 4)}` },
    number(words.disputedPayments, m => `${m.disputedCount} (${percent(m.countShare)})`),
    number(words.disputedAmount, m => (
      <>
        <Money amount={m.disputed} /> ({percent(m.amountShare)})
      </>
    )),
    number(words.returned, m => <Money amount={m.returned} />, true),
    number(words.endedCases, m => `${m.returnedCount} / ${m.releasedCount} / ${m.undecidedCount}`, true),
  ]
  return (
    <Section title={words.statistics} description={words.statisticsHint}>
      <DataTable caption={words.statistics} columns={columns} list={rowsAsList(rows)} rowKey={({ month }) => month} />
    </Section>
  )
}
