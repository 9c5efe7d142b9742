import { disputeWords } from '../../../../server/src/products/disputes/words.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { EmptyList } from '../../kit/empty-list.tsx'
import { FilterBar, StateFilter, oneOf, useFilters } from '../../kit/filters.tsx'
import { IconGavel } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { useMerchant } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { keysOf, useTexts } from '../../kit/texts.ts'
import { type DisputeItem, disputesKey, disputesPath } from './api.ts'
import { useDisputeColumns } from './dispute-columns.tsx'
import { disputeTexts } from './texts.ts'

const states = keysOf(disputeWords)
const shape = { state: oneOf(states) }
const refetchInterval = 15_000

/** The inbox of cases in which a bank wants money back, each with its clock. */
export function DisputesScreen() {
  const words = useTexts(disputeTexts)
  const merchant = useMerchant()
  const { values, set, clear, isFiltered } = useFilters(shape)
  const isOver = values.state === 'Returned' || values.state === 'Released'
  const columns = useDisputeColumns({ isOver })
  const path = disputesPath(merchant.id)
  const list = useList<DisputeItem>([...disputesKey, merchant.id], path, values, { refetchInterval })
  return (
    <Page title={words.disputes} description={words.disputesIntro}>
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <StateFilter
          kind="dispute"
          states={states}
          label={words.state}
          value={values.state}
          onChange={state => set({ state })}
        />
      </FilterBar>
      <DataTable
        caption={words.disputes}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        rowPath={({ id }) => `/m/${merchant.id}/disputes/${id}`}
        empty={
          <EmptyList isFiltered={isFiltered} icon={IconGavel} title={words.noDisputes} hint={words.noDisputesHint} />
        }
      />
    </Page>
  )
}
