import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Ageing } from '../../../../server/src/products/bills/ageing/portal-schemas.ts'
import { bucketWords } from '../../../../server/src/products/bills/ageing/words.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { DownloadButton, ExportButton } from '../../kit/export-button.tsx'
import { IconChartBar } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { rowsAsList } from '../../kit/list.ts'
import { LoadedPage } from '../../kit/loaded.tsx'
import { useMerchant } from '../../kit/merchant.ts'
import { Money, formatMoney } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { bilingual, useTexts } from '../../kit/texts.ts'
import { ageingFile, billKeys, readAgeing } from './api.ts'
import { billTexts, shortBucketTexts } from './texts.ts'
import classes from './ageing.module.css'

const bucketTexts = bilingual(bucketWords)
const formats = ['csv', 'xlsx'] as const
type Bucket = Ageing['buckets'][number]

/** What is open by how late it is: a picture, the same as a table, and a file of the bills. */
export function AgeingScreen() {
  const words = useTexts(billTexts)
  const { id: merchantId } = useMerchant()
  const query = useQuery({ queryKey: billKeys.ageing(merchantId), queryFn: () => readAgeing(merchantId) })
  const above = { label: words.bills, to: `/m/${merchantId}/bills` }
  return (
    <LoadedPage query={query} title={words.ageing} above={above}>
      {ageing => (
        <Page
          title={words.ageing}
          description={words.ageingIntro}
          breadcrumbs={[above]}
          actions={
            <ExportButton label={words.export} title={words.exportTitle} hint={words.exportHint}>
              {close =>
                formats.map(format => (
                  <DownloadButton key={format} href={ageingFile(merchantId, format)} onClick={close}>
                    {format.toUpperCase()}
                  </DownloadButton>
                ))
              }
            </ExportButton>
          }
        >
          {ageing.buckets.every(({ count }) => count === 0) ? (
            <EmptyState icon={IconChartBar} title={words.ageingNone} hint={words.ageingNoneHint} />
          ) : (
            <Section title={words.age} description={ageing.isExact ? undefined : words.ageingCut}>
              <Bars buckets={ageing.buckets} />
              <Sums buckets={ageing.buckets} />
            </Section>
          )}
          {ageing.expired.count > 0 && <Expired expired={ageing.expired} />}
        </Page>
      )}
    </LoadedPage>
  )
}

/** Bills that nobody can pay any more: no part of what is open. */
function Expired({ expired: { count, amount } }: Pick<Ageing, 'expired'>) {
  const words = useTexts(billTexts)
  return (
    <Section title={words.ageingExpired} description={words.ageingExpiredHint}>
      <Text>
        {words.ageingExpiredCount(count)}: <Money amount={amount} fw={600} />
      </Text>
    </Section>
  )
}

function Bars({ buckets }: { buckets: Bucket[] }) {
  const words = useTexts(billTexts)
  const nameOf = useTexts(bucketTexts)
  const short = useTexts(shortBucketTexts)
  const language = useLanguage()
  const highest = Math.max(1, ...buckets.map(({ share }) => share))
  const parts = buckets.map(({ name, amount }) => `${nameOf[name]}: ${formatMoney(amount, language)}`)
  return (
    <div role="img" aria-label={words.ageingPicture(parts.join('; '))} className={classes.bars}>
      {buckets.map(({ name, share }) => (
        <div key={name} className={classes.bar} data-late={name !== 'NotDue' || undefined}>
          <span className={classes.share}>{share}%</span>
          <i style={{ height: `${(share / highest) * 85}%` }} />
          <span className={classes.name}>{short[name]}</span>
        </div>
      ))}
    </div>
  )
}

function Sums({ buckets }: { buckets: Bucket[] }) {
  const words = useTexts(billTexts)
  const nameOf = useTexts(bucketTexts)
  const columns: Column<Bucket>[] = [
    { header: words.age, cell: ({ name }) => nameOf[name] },
    { header: words.bucketCount, cell: ({ count }) => <Text inherit>{count}</Text>, align: 'right' },
    { header: words.share, cell: ({ share }) => `${share}%`, align: 'right' },
    { header: words.amount, cell: ({ amount }) => <Money amount={amount} fw={600} />, align: 'right' },
  ]
  return <DataTable caption={words.ageing} columns={columns} list={rowsAsList(buckets)} rowKey={({ name }) => name} />
}
