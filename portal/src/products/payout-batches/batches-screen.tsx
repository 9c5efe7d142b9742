import { Title } from '@mantine/core'
import { BatchRows, WaitingBatches, useBatches } from '../approvals/batch-rows.tsx'
import { batchWords } from '../../../../server/src/products/payout-batches/words.ts'
import { EmptyList } from '../../kit/empty-list.tsx'
import { FilterBar, StateFilter, oneOf, useFilters } from '../../kit/filters.tsx'
import { IconPlus, IconStack2 } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { keysOf, useTexts } from '../../kit/texts.ts'
import { batchTexts } from './texts.ts'

const states = keysOf(batchWords)
const shape = { state: oneOf(states) }

/** Many payments at once: first what waits for the viewer, then everything. */
export function BatchesScreen() {
  const words = useTexts(batchTexts)
  const merchant = useMerchant()
  const mayAsk = usePermission('requests.make')
  const { values, set, clear, isFiltered } = useFilters(shape)
  const list = useBatches(merchant.id, values)
  const waiting = useBatches(merchant.id, { waitsForMe: true })

  const params = { merchantId: merchant.id }
  const newButton = mayAsk && (
    <LinkButton to="/m/$merchantId/batches/new" params={params} leftSection={<IconPlus size={16} aria-hidden />}>
      {words.newBatch}
    </LinkButton>
  )
  const onePayout = mayAsk && (
    <LinkButton variant="default" to="/m/$merchantId/batches/payout" params={params}>
      {words.onePayout}
    </LinkButton>
  )
  return (
    <Page
      title={words.batches}
      description={words.batchesIntro}
      actions={
        <>
          {onePayout}
          {newButton}
        </>
      }
    >
      {!isFiltered && waiting.rows.length > 0 && (
        <>
          <WaitingBatches list={waiting} />
          <Title order={2} mb="md">
            {words.all}
          </Title>
        </>
      )}
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <StateFilter
          kind="batch"
          states={states}
          label={words.state}
          value={values.state}
          onChange={state => set({ state })}
        />
      </FilterBar>
      <BatchRows
        caption={words.batches}
        list={list}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            icon={IconStack2}
            title={words.noBatches}
            hint={mayAsk ? words.noBatchesHint : words.noBatchesHintReader}
            action={newButton}
          />
        }
      />
    </Page>
  )
}
