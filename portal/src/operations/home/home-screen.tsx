import { Skeleton, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useDeferredValue } from 'react'
import { BalanceLabel } from '../../kit/balance-label.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { Figure, Figures } from '../../kit/figures.tsx'
import { oneOf, useFilters } from '../../kit/filters.tsx'
import { TextLink } from '../../kit/link.tsx'
import { wholeList } from '../../kit/list.ts'
import { useMerchant } from '../../kit/merchant.ts'
import { Money } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { listTransactions, transactionKeys } from '../../money/transactions/api.ts'
import { useTransactionColumns } from '../../money/transactions/transaction-columns.tsx'
import { type HomeView, readHome, homeKeys } from './api.ts'
import { periods } from './flow-bars.ts'
import { FlowSection } from './flow-section.tsx'
import classes from './home.module.css'
import { NeedsMe } from './needs-me.tsx'
import { homeTexts } from './texts.ts'
import { DueFigures } from '../../products/bills/due-figures.tsx'
import { Withdraw } from '../../products/withdrawals/withdraw.tsx'

// Few ever see them, and they bring the form of a charge with them.
const FirstSteps = lazy(() => import('./first-steps.tsx'))
const shape = { period: oneOf(periods) }
const everyMs = 5_000
const latestShown = 6

/** What a merchant's people see first: the money, what needs them, and what just happened. */
export function HomeScreen() {
  const words = useTexts(homeTexts)
  const merchant = useMerchant()
  const { values, set } = useFilters(shape)
  const period = values.period ?? 'today'
  const days = period === 'month' ? 30 : 7
  const { data, error, refetch } = useQuery({
    queryKey: [...homeKeys.all(merchant.id), days],
    queryFn: ({ signal }) => readHome(merchant.id, days, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.isSummingUp === true ? 500 : everyMs),
  })
  const home = useDeferredValue(data)
  if (home === undefined)
    return (
      <Page title={words.title}>
        {error === null ? (
          <Stack aria-busy>
            <Skeleton height={64} />
            <Skeleton height={320} />
          </Stack>
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
      </Page>
    )
  return (
    <Page title={words.title}>
      <Amounts home={home} merchantId={merchant.id} />
      <div className={classes.columns}>
        {home.firstSteps === null ? (
          <FlowSection
            home={home}
            period={period}
            onPeriod={period => set({ period: period === 'today' ? null : period })}
          />
        ) : (
          <Suspense fallback={<Skeleton height={320} />}>
            <FirstSteps steps={home.firstSteps} merchantId={merchant.id} />
          </Suspense>
        )}
        <NeedsMe needed={home.needed} merchantId={merchant.id} />
      </div>
      {home.firstSteps === null && <Latest merchantId={merchant.id} />}
    </Page>
  )
}

function Amounts({ home: { balance, today }, merchantId }: { home: HomeView; merchantId: string }) {
  const words = useTexts(homeTexts)
  return (
    <>
      <Figures>
        <Figure
          label={<BalanceLabel of="available" label={words.available} />}
          hint={<Withdraw merchantId={merchantId} available={balance.available} />}
        >
          <Money amount={balance.available} />
        </Figure>
        <Figure label={<BalanceLabel of="held" />} hint={words.heldHint}>
          <Money amount={balance.held} />
        </Figure>
        <Figure label={<BalanceLabel of="blocked" />} hint={words.blockedHint}>
          <Money amount={balance.blocked} />
        </Figure>
        {/[1-9]/.test(balance.reserved) && (
          <Figure label={<BalanceLabel of="reserved" />}>
            <Money amount={balance.reserved} />
          </Figure>
        )}
        <Figure label={<BalanceLabel of="total" />}>
          <Money amount={balance.total} />
        </Figure>
      </Figures>
      <Figures>
        <Figure label={words.inToday} hint={words.transactions(today.inCount)}>
          <Money amount={today.in} />
        </Figure>
        <Figure label={words.outToday} hint={words.transactions(today.outCount)}>
          <Money amount={today.out} />
        </Figure>
      </Figures>
      <DueFigures merchantId={merchantId} />
    </>
  )
}

function Latest({ merchantId }: { merchantId: string }) {
  const words = useTexts(homeTexts)
  const columns = useTransactionColumns()
  const latest = useQuery({
    queryKey: [...transactionKeys.all(merchantId), 'latest'],
    queryFn: async ({ signal }) => (await listTransactions(merchantId, { limit: latestShown }, signal)).items,
    refetchInterval: everyMs,
  })
  return (
    <Section
      title={words.latest}
      isPlain
      actions={
        <TextLink size="sm" to="/m/$merchantId/transactions" params={{ merchantId }}>
          {words.all}
        </TextLink>
      }
    >
      <DataTable
        caption={words.latest}
        columns={columns}
        list={wholeList(latest)}
        rowKey={transaction => transaction.id}
        rowPath={transaction => `/m/${merchantId}/transactions/${transaction.id}`}
      />
    </Section>
  )
}
