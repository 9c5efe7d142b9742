import { Button, Center, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { BalanceLabel } from '../../kit/balance-label.tsx'
import { ExportChoices } from '../files/export-choices.tsx'
import { DayRange } from '../../kit/day-range.tsx'
import { EmptyList } from '../../kit/empty-list.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { ExportButton } from '../../kit/export-button.tsx'
import { Figure, Figures } from '../../kit/figures.tsx'
import { FilterBar, aDay, useFilters } from '../../kit/filters.tsx'
import { IconFileText } from '../../kit/icons.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { useLanguage } from '../../kit/language.ts'
import { useMerchant } from '../../kit/merchant.ts'
import { Money, formatMoney } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type StatementPage, readStatement, statementFile, statementKeys } from './api.ts'
import { StatementTable } from './statement-table.tsx'
import { statementTexts } from './texts.ts'

const shape = { from: aDay, to: aDay }

/** Every movement of the account, newest first, with the balance after it. */
export function StatementScreen() {
  const words = useTexts(statementTexts)
  const kit = useTexts(kitTexts)
  const merchant = useMerchant()
  const { values, set, clear, isFiltered } = useFilters(shape)
  const query = useInfiniteQuery({
    queryKey: [...statementKeys.all(merchant.id), values],
    queryFn: ({ pageParam, signal }) => readStatement(merchant.id, values, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
  })
  const entries = query.data?.pages.flatMap(page => page.items) ?? []
  const [first] = query.data?.pages ?? []

  return (
    <Page
      title={words.title}
      actions={
        <ExportButton label={words.export} title={words.exportTitle} hint={words.exportHint}>
          {close => (
            <ExportChoices
              merchantId={merchant.id}
              kind="statement"
              period={values}
              hrefOf={format => statementFile(merchant.id, values, format)}
              close={close}
            />
          )}
        </ExportButton>
      }
    >
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <DayRange from={values.from} to={values.to} onChange={set} />
      </FilterBar>
      {first !== undefined && <Balances page={first} isPeriod={isFiltered} isOpenEnded={values.to === null} />}
      {query.isPending && (
        <Stack gap="xs" aria-busy>
          <Skeleton height={64} />
          <Skeleton height={240} />
        </Stack>
      )}
      {query.error !== null && entries.length === 0 && (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      )}
      {first !== undefined && entries.length === 0 && (
        <EmptyList
          isFiltered={isFiltered}
          notFound={{ title: words.emptyPeriod, hint: words.emptyPeriodHint }}
          icon={IconFileText}
          title={words.empty}
          hint={words.emptyHint}
        />
      )}
      {entries.length > 0 && <StatementTable merchantId={merchant.id} entries={entries} />}
      {query.hasNextPage && (
        <Center mt="md">
          <Button variant="default" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
            {kit.loadMore}
          </Button>
        </Center>
      )}
    </Page>
  )
}

type BalancesProps = { page: StatementPage; isPeriod: boolean; isOpenEnded: boolean }

/** What was there before and after the period; without one, what is there now. */
function Balances({ page: { opening, closing }, isPeriod, isOpenEnded }: BalancesProps) {
  const words = useTexts(statementTexts)
  return (
    <Figures>
      <Figure
        label={<BalanceLabel of="available" label={isOpenEnded ? words.now : words.closing} />}
        hint={<AsideToo of={closing} />}
      >
        <Money amount={closing.available} />
      </Figure>
      {isPeriod && (
        <Figure label={<BalanceLabel of="available" label={words.opening} />} hint={<AsideToo of={opening} />}>
          <Money amount={opening.available} />
        </Figure>
      )}
    </Figures>
  )
}

/** What is set aside beside it, each with what it is. */
function AsideToo({ of }: { of: StatementPage['closing'] }) {
  const words = useTexts(statementTexts)
  const language = useLanguage()
  const aside = (['held', 'blocked', 'reserved'] as const).filter(account => /[1-9]/.test(of[account]))
  return aside.map(account => (
    <Text key={account} inherit component="div">
      <BalanceLabel of={account} label={words[`${account}Too`](formatMoney(of[account], language))} />
    </Text>
  ))
}
