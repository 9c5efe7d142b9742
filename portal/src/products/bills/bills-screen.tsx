import { Group } from '@mantine/core'
import { billWords } from '../../../../server/src/products/bills/words.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { DayRange } from '../../kit/day-range.tsx'
import { EmptyList } from '../../kit/empty-list.tsx'
import { FilterBar, SearchBox, StateFilter, aDay, anyText, oneOf, useFilters } from '../../kit/filters.tsx'
import { IconFileInvoice, IconUpload } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { useList } from '../../kit/list.ts'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { keysOf, useTexts } from '../../kit/texts.ts'
import { type BillView, billKeys, billsPath } from './api.ts'
import { useBillColumns } from './bill-columns.tsx'
import { CustomerFilter } from './customer-filter.tsx'
import { DueFigures } from './due-figures.tsx'
import { NewBill } from './new-bill.tsx'
import { billTexts } from './texts.ts'

const states = keysOf(billWords)
const shape = { q: anyText, state: oneOf(states), dueFrom: aDay, dueUntil: aDay, customerId: anyText }

/** What is owed to a merchant, by when and by whom. */
export function BillsScreen() {
  const words = useTexts(billTexts)
  const { id: merchantId } = useMerchant()
  const mayMake = usePermission('charges.make')
  const { values, set, clear, isFiltered } = useFilters(shape)
  const columns = useBillColumns()
  const list = useList<BillView>(billKeys.all(merchantId), billsPath(merchantId), values)
  const newButton = <NewBill merchantId={merchantId} />
  return (
    <Page
      title={words.bills}
      description={words.intro}
      actions={
        <Group gap="xs">
          <LinkButton
            to="/m/$merchantId/bills/imports"
            params={{ merchantId }}
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {words.spreadsheet}
          </LinkButton>
          <LinkButton to="/m/$merchantId/bills/ageing" params={{ merchantId }} variant="default">
            {words.ageing}
          </LinkButton>
          <LinkButton to="/m/$merchantId/reminders" params={{ merchantId }} variant="default">
            {words.reminders}
          </LinkButton>
          {newButton}
        </Group>
      }
    >
      <DueFigures merchantId={merchantId} customerId={values.customerId} />
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <SearchBox label={words.search} value={values.q} onChange={q => set({ q })} />
        <StateFilter
          kind="bill"
          states={states}
          label={words.state}
          value={values.state}
          onChange={state => set({ state })}
        />
        <DayRange
          label={words.due}
          from={values.dueFrom}
          to={values.dueUntil}
          onChange={({ from, to }) => set({ dueFrom: from, dueUntil: to })}
        />
        <CustomerFilter
          merchantId={merchantId}
          value={values.customerId}
          onChange={customerId => set({ customerId })}
        />
      </FilterBar>
      <DataTable
        caption={words.bills}
        columns={columns}
        list={list}
        rowKey={bill => bill.id}
        rowPath={bill => `/m/${merchantId}/bills/${bill.id}`}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            icon={IconFileInvoice}
            title={words.none}
            hint={mayMake ? words.noneHint : words.noneHintReader}
            action={newButton}
          />
        }
      />
    </Page>
  )
}
