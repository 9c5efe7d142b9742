import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Figure, Figures } from '../../kit/figures.tsx'
import { useChange } from '../../kit/form.tsx'
import { noonOf } from '../../kit/format-when.ts'
import { IconBuildingBank } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { LineChart } from '../../kit/line-chart.tsx'
import { rowsAsList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { Money } from '../../kit/money.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { Evidence } from '../evidence/evidence-file.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When, formatWhen } from '../../kit/when.tsx'
import { isPlatforms } from '../exceptions/api.ts'
import { type AdjustmentItem, type BalanceView, type ProofView, balanceKey, proveBalance, readBalance } from './api.ts'
import { EnterBalanceDialog, PostOwnDialog } from './balance-dialogs.tsx'
import { balanceTexts, postingTexts } from './texts.ts'

const banksPath = '/operator/banks'
const isNothing = (amount: string) => !/[1-9]/.test(amount)

/** What a bank holds against the books, day by day, and what was adjusted there. */
export function BalanceScreen() {
  const words = useTexts(balanceTexts)
  const { bank } = useParams({ from: '/shell/operator/banks/$bank' })
  const query = useQuery({ queryKey: balanceKey(bank), queryFn: () => readBalance(bank) })
  const above = { label: words.banks, to: banksPath }
  const notFound = { reason: 'BankConnectionNotFound', title: words.notFound, back: words.back } as const
  return (
    <LoadedPage query={query} above={above} notFound={notFound}>
      {data => (
        <Page
          title={words.title(data.bank.name)}
          description={words.intro}
          breadcrumbs={[above]}
          actions={<Actions of={data} />}
        >
          <Last of={data} />
          <Proofs of={data} />
          <Adjustments of={data} />
        </Page>
      )}
    </LoadedPage>
  )
}

function Actions({ of: { bank, isReported, proofs } }: { of: BalanceView }) {
  const words = useTexts(balanceTexts)
  const mayManage = usePermission('banks.manage')
  const [open, setOpen] = useState<'enter' | 'post' | null>(null)
  const compare = useChange(() => proveBalance(bank.id), {
    caches: view => [balanceKey(bank.id), view],
    notice: words.compared,
    notifiesFailure: true,
  })
  if (!mayManage) return null
  const hasGap = !isNothing(proofs.find(({ isFinal }) => isFinal)?.gap ?? '0')
  const close = () => setOpen(null)
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setOpen('post')}>
        {words.post}
      </Button>
      {isReported ? (
        <Button loading={compare.isPending} onClick={() => compare.mutate(undefined)}>
          {words.compare}
        </Button>
      ) : (
        <Button onClick={() => setOpen('enter')}>{words.enter}</Button>
      )}
      {open === 'enter' && <EnterBalanceDialog bank={bank} hasGap={hasGap} onClose={close} />}
      {open === 'post' && <PostOwnDialog bank={bank} onClose={close} />}
    </Group>
  )
}

function Last({ of: { proofs, ownMoney } }: { of: BalanceView }) {
  const words = useTexts(balanceTexts)
  const [last] = proofs
  return (
    <Figures>
      <Figure label={words.atBank} hint={last && <When at={last.at} relative />}>
        {last ? <Money amount={last.bank} /> : '–'}
      </Figure>
      <Figure label={words.inBooks}>{last ? <Money amount={last.books} /> : '–'}</Figure>
      <Figure label={words.gap}>{last ? <Gap of={last} /> : '–'}</Figure>
      <Figure label={words.ownMoney} hint={words.ownMoneyHint}>
        <Money amount={ownMoney} />
      </Figure>
    </Figures>
  )
}

function Gap({ of: { gap, isFinal } }: { of: ProofView }) {
  const words = useTexts(balanceTexts)
  if (!isFinal) return words.notFinal
  return isNothing(gap) ? words.noGap : <Money amount={gap} signed />
}

function Proofs({ of: { proofs } }: { of: BalanceView }) {
  const words = useTexts(balanceTexts)
  const language = useLanguage()
  const dayOf = ({ day }: ProofView) => formatWhen(noonOf(day), language, 'date')
  const points = proofs.toReversed().map(proof => ({ name: dayOf(proof), first: proof.bank, second: proof.books }))
  const columns: Column<ProofView>[] = [
    { header: words.day, cell: dayOf },
    { header: words.atBank, cell: ({ bank }) => <Money amount={bank} />, align: 'right' },
    { header: words.inBooks, cell: ({ books }) => <Money amount={books} />, align: 'right' },
    {
      header: words.inFlight,
      cell: ({ inFlight }) => (isNothing(inFlight) ? '–' : <Money amount={inFlight} signed />),
      align: 'right',
    },
    { header: words.gap, cell: proof => <Gap of={proof} />, align: 'right' },
    {
      header: words.comparedAt,
      cell: ({ at, enteredBy }) => (
        <div>
          <When at={at} />
          {enteredBy !== null && (
            <Text size="xs" c="dimmed">
              {words.enteredBy(enteredBy)}
            </Text>
          )}
        </div>
      ),
      align: 'right',
    },
  ]
  return (
    <Section title={words.overTime}>
      {points.length > 0 && (
        <LineChart
          points={points}
          label={words.chartSays(points.length)}
          words={{ first: words.atBank, second: words.inBooks }}
        />
      )}
      <DataTable
        caption={words.overTime}
        columns={columns}
        list={rowsAsList(proofs)}
        rowKey={({ day }) => day}
        empty={<EmptyState icon={IconBuildingBank} title={words.none} hint={words.noneHint} />}
      />
    </Section>
  )
}

function Adjustments({ of: { adjustments } }: { of: BalanceView }) {
  const words = useTexts(balanceTexts)
  const names = useTexts(postingTexts)
  const columns: Column<AdjustmentItem>[] = [
    { header: words.what, cell: ({ name }) => names[name] },
    { header: words.whose, cell: item => (isPlatforms(item) ? words.platform : item.merchant.name) },
    {
      header: words.why,
      cell: ({ reason, evidence, merchant }) => (
        <div>
          {reason}
          <Text size="xs" c="dimmed" component="div">
            <Evidence text={evidence} merchantId={merchant.id} />
          </Text>
        </div>
      ),
    },
    { header: words.by, cell: ({ madeBy }) => madeBy },
    { header: words.when, cell: ({ date }) => <When at={date} /> },
    { header: words.postedAmount, cell: ({ amount }) => <Money amount={amount} signed />, align: 'right' },
  ]
  return (
    <Section title={words.adjustments} isPlain>
      <DataTable
        caption={words.adjustments}
        columns={columns}
        list={rowsAsList(adjustments)}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={IconBuildingBank} title={words.noAdjustments} hint={words.noAdjustmentsHint} />}
      />
    </Section>
  )
}
