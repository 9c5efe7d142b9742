import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Copied } from '../../kit/copy-button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Figure, Figures } from '../../kit/figures.tsx'
import { IconCheck } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { LinkButton } from '../../kit/link.tsx'
import { rowsAsList } from '../../kit/list.ts'
import { Money } from '../../kit/money.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When, formatWhen } from '../../kit/when.tsx'
import { type ReconciliationView, reconciliationKey, readReconciliation } from './api.ts'
import { isPlatforms } from '../exceptions/api.ts'
import { differenceTexts, exceptionTexts } from '../exceptions/texts.ts'
import { useFactWords } from '../exceptions/exception-words.ts'
import { reconciliationTexts } from './texts.ts'
import { noonOf } from '../../kit/format-when.ts'

const listPath = '/operator/reconciliations'

/** One day of one bank: its figures, and what differs from the books. */
export function ReconciliationScreen() {
  const words = useTexts(reconciliationTexts)
  const language = useLanguage()
  const { bank, day } = useParams({ from: '/shell/operator/reconciliations/$bank/$day' })
  const query = useQuery({
    queryKey: reconciliationKey(bank, day),
    queryFn: () => readReconciliation(bank, day),
  })
  const above = { label: words.title, to: listPath }
  const notFound = { reason: 'RouteNotFound', title: words.notFound, back: words.back } as const
  return (
    <LoadedPage query={query} above={above} notFound={notFound}>
      {data => (
        <Page
          title={`${data.bank.name}, ${formatWhen(noonOf(data.day), language, 'date')}`}
          beside={<StateBadge kind="reconciliation" state={data.state} size="lg" />}
          description={
            <>
              {words.compared} <When at={data.at} relative />
            </>
          }
          breadcrumbs={[above]}
        >
          <Sums of={data} />
          <Differences of={data} />
        </Page>
      )}
    </LoadedPage>
  )
}

function Sums({ of }: { of: ReconciliationView }) {
  const words = useTexts(reconciliationTexts)
  const { received, returned, sent, tariffs, mended } = of
  return (
    <Figures>
      <Figure label={words.received} hint={words.payments(received.count)}>
        <Money amount={received.amount} />
      </Figure>
      <Figure label={words.returned} hint={words.payments(returned.count)}>
        <Money amount={returned.amount} />
      </Figure>
      <Figure label={words.sent} hint={sent === null ? words.notReported : words.payments(sent.count)}>
        {sent === null ? '–' : <Money amount={sent.amount} />}
      </Figure>
      {tariffs !== null && (
        <Figure label={words.tariffs} hint={words.inStatement(tariffs.count)}>
          <Money amount={tariffs.amount} />
        </Figure>
      )}
      <Figure label={words.mended} hint={words.mendedHint}>
        {mended}
      </Figure>
    </Figures>
  )
}

type Difference = ReconciliationView['details'][number]

function Differences({ of: { details, differences } }: { of: ReconciliationView }) {
  const words = useTexts(reconciliationTexts)
  const kinds = useTexts(differenceTexts)
  const inWords = useFactWords()
  const columns: Column<Difference>[] = [
    { header: words.what, cell: ({ kind }) => kinds[kind] },
    { header: words.books, cell: ({ expected }) => inWords(expected) },
    { header: words.atBank, cell: ({ said }) => inWords(said) },
    { header: words.endToEndId, cell: ({ endToEndId }) => <Copied value={endToEndId} what={words.endToEndId} /> },
    { header: words.transaction, cell: ({ transaction }) => <TransactionLink to={transaction} /> },
  ]
  return (
    <Section
      title={words.differences}
      isPlain
      description={details.length < differences ? words.someOnly(details.length, differences) : undefined}
    >
      <DataTable
        caption={words.differences}
        columns={columns}
        list={rowsAsList(details)}
        rowKey={({ kind, endToEndId }) => `${kind} ${endToEndId}`}
        empty={<EmptyState icon={IconCheck} title={words.none} hint={words.noneHint} />}
      />
    </Section>
  )
}

function TransactionLink({ to }: { to: Difference['transaction'] }) {
  const words = useTexts(reconciliationTexts)
  const { unmatched } = useTexts(exceptionTexts)
  // Unmatched money has no page of its own: it is nobody's.
  if (to === null || isPlatforms({ merchant: { id: to.merchantId } }))
    return (
      <Text span size="sm" c="dimmed">
        {to === null ? words.unknown : unmatched}
      </Text>
    )
  return (
    <LinkButton
      variant="default"
      size="xs"
      to="/m/$merchantId/transactions/$transactionId"
      params={{ merchantId: to.merchantId, transactionId: to.id }}
    >
      {words.open}
    </LinkButton>
  )
}
