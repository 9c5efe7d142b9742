import { Text } from '@mantine/core'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconBuildingBank } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { Page } from '../../kit/page.tsx'
import { TabsInUrl } from '../../kit/tabs-in-url.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type ExceptionItem, exceptionsKey, exceptionsPath, isPlatforms } from './api.ts'
import { differenceTexts, exceptionTexts, orderKindTexts } from './texts.ts'
import { useActWords, useFactWords } from './exception-words.ts'

/** Where banks left us without an answer or contradict the books: what waits for a person, and what a person has ended. */
export function ExceptionsScreen() {
  const words = useTexts(exceptionTexts)
  return (
    <Page title={words.exceptions} description={words.exceptionsIntro}>
      <TabsInUrl
        filter="state"
        tabs={[
          { value: 'Open', label: words.open, panel: <OpenOnes /> },
          { value: 'Ended', label: words.ended, panel: <EndedOnes /> },
        ]}
      />
    </Page>
  )
}

const pathOf = ({ merchant, id }: ExceptionItem) => `/operator/exceptions/${merchant.id}/${id}`

/** Read again now and then: banks and other operators do not wait. */
const refetchInterval = 15_000

const useExceptions = (state: ExceptionItem['state']) =>
  useList<ExceptionItem>(exceptionsKey, exceptionsPath, { state }, { refetchInterval })

/** What both lists begin with. */
function useWhat(): Column<ExceptionItem>[] {
  const words = useTexts(exceptionTexts)
  const kinds = useTexts(orderKindTexts)
  const differences = useTexts(differenceTexts)
  return [
    {
      header: words.kind,
      cell: ({ difference, kind }) => (difference === null ? kinds[kind] : differences[difference]),
    },
    {
      header: words.merchant,
      cell: exception => (
        <div>
          {isPlatforms(exception)
            ? exception.transactionId === null
              ? words.ofNobody
              : words.unmatched
            : exception.merchant.name}
          {exception.meantFor !== null && (
            <Text size="xs" c="dimmed">
              {words.meantFor}: {exception.meantFor.merchant.name}
            </Text>
          )}
        </div>
      ),
    },
  ]
}

function OpenOnes() {
  const words = useTexts(exceptionTexts)
  const inWords = useFactWords()
  const list = useExceptions('Open')
  const columns: Column<ExceptionItem>[] = [
    ...useWhat(),
    { header: words.said, cell: ({ said }) => inWords(said) },
    { header: words.since, cell: ({ date }) => <When at={date} relative />, align: 'right' },
  ]
  return (
    <DataTable
      caption={words.open}
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      rowPath={pathOf}
      empty={<EmptyState icon={IconBuildingBank} title={words.noOpen} hint={words.noOpenHint} />}
    />
  )
}

function EndedOnes() {
  const words = useTexts(exceptionTexts)
  const actWords = useActWords()
  const list = useExceptions('Ended')
  const columns: Column<ExceptionItem>[] = [
    ...useWhat(),
    {
      header: words.how,
      cell: exception =>
        exception.ended && (
          <div>
            {actWords(exception, exception.ended.act).name}
            <Text size="xs" c="dimmed" lineClamp={2}>
              {exception.ended.note}
            </Text>
          </div>
        ),
    },
    { header: words.who, cell: ({ ended }) => ended?.by },
    { header: words.when, cell: ({ ended }) => ended && <When at={ended.date} />, align: 'right' },
  ]
  return (
    <DataTable
      caption={words.ended}
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      rowPath={pathOf}
      empty={<EmptyState icon={IconBuildingBank} title={words.noEnded} hint={words.noEndedHint} />}
    />
  )
}
