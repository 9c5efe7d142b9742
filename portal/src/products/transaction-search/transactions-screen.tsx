import { Alert, Button, Group, Text } from '@mantine/core'
import { stateWords } from '../../../../server/src/money/transactions/words.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { DayRange } from '../../kit/day-range.tsx'
import { EmptyList } from '../../kit/empty-list.tsx'
import { ExportChoices } from '../files/export-choices.tsx'
import { ExportButton } from '../../kit/export-button.tsx'
import {
  FilterBar,
  FilterSelect,
  StateFilter,
  SearchBox,
  aDay,
  anyText,
  oneOf,
  useFilters,
} from '../../kit/filters.tsx'
import { IconArrowsExchange, IconSearch } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { LinkButton } from '../../kit/link.tsx'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { keysOf, useTexts } from '../../kit/texts.ts'
import { formatWhen } from '../../kit/when.tsx'
import { AmountRange } from './amount-range.tsx'
import { transactionsFile } from '../../money/transactions/api.ts'
import { NewCharge } from '../pix/new-charge.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { useTransactionColumns } from '../../money/transactions/transaction-columns.tsx'
import { TransactionTotals } from './transaction-totals.tsx'
import { operationTexts, transactionsTexts } from '../../money/transactions/texts.ts'
import classes from '../../money/transactions/transactions.module.css'
import { useTransactions } from './use-transactions.ts'

const states = keysOf(stateWords)
const operations = ['pixCashIn', 'pixBill', 'paymentInitiation', 'pixCashOut', 'companyPayment', 'withdrawal'] as const
const anAmount = (text: string) => (/^\d{1,10}(\.\d{1,6})?$/.test(text) && /[1-9]/.test(text) ? text : null)

const shape = {
  q: anyText,
  state: oneOf(states),
  operation: oneOf(operations),
  from: aDay,
  to: aDay,
  leastAmount: anAmount,
  mostAmount: anAmount,
}

const isPeriod = (name: string) => name === 'from' || name === 'to'
const nothing = Object.fromEntries(Object.keys(shape).map(key => [key, null]))

export function TransactionsScreen() {
  const words = useTexts(transactionsTexts)
  const operationWords = useTexts(operationTexts)
  const language = useLanguage()
  const merchant = useMerchant()
  const mayReveal = usePermission('taxNumbers.reveal')
  const mayMakeKeys = usePermission('keys.manage')
  const { values, set, clear, isFiltered } = useFilters(shape)
  const transactions = useTransactions(merchant.id, values)
  const columns = useTransactionColumns(transactions.isNew)
  const isByTaxNumber = transactions.taxNumber === 'searched'
  const isStill = transactions.error !== null
  const isCut = transactions.lookedUntil !== null

  return (
    <Page
      title={words.title}
      beside={
        !isByTaxNumber && (
          <span className={`${classes.live} ${isStill ? classes.still : ''}`} title={words.liveHint} role="status">
            {isStill ? words.still : words.live}
          </span>
        )
      }
      actions={
        <Group gap="xs">
          <ExportButton label={words.export} title={words.exportTitle} hint={words.exportHint}>
            {close => (
              <ExportChoices
                merchantId={merchant.id}
                kind="transactions"
                period={values}
                isFiltered={Object.entries(values).some(([name, value]) => !isPeriod(name) && value !== null)}
                hrefOf={format => transactionsFile(merchant.id, values, format)}
                close={close}
              />
            )}
          </ExportButton>
          <NewCharge merchantId={merchant.id} />
        </Group>
      }
    >
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <SearchBox
          label={mayReveal ? words.search : words.searchWithoutTaxNumber}
          value={values.q}
          onChange={q => set({ q })}
        />
        <StateFilter
          kind="transaction"
          states={states}
          label={words.state}
          value={values.state}
          onChange={state => set({ state })}
        />
        <FilterSelect
          label={words.operationFilter}
          value={values.operation}
          onChange={operation => set({ operation })}
          options={operations.map(operation => ({ value: operation, label: operationWords[operation] }))}
        />
        <DayRange from={values.from} to={values.to} onChange={set} />
        <AmountRange least={values.leastAmount} most={values.mostAmount} onChange={set} />
        <SavedFilters
          merchantId={merchant.id}
          filters={values}
          isFiltered={isFiltered}
          onChoose={filters => set({ ...nothing, ...filters })}
        />
      </FilterBar>
      {isFiltered && !transactions.isLoading && transactions.rows.length > 0 && !isByTaxNumber && (
        <TransactionTotals merchantId={merchant.id} filters={values} />
      )}
      <DataTable
        caption={words.title}
        columns={columns}
        list={{ ...transactions, hasMore: transactions.hasMore && !isCut }}
        rowKey={transaction => transaction.id}
        rowPath={transaction => `/m/${merchant.id}/transactions/${transaction.id}`}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            notFound={transactions.taxNumber === 'notAllowed' ? { hint: words.taxNumberNotAllowed } : {}}
            icon={IconArrowsExchange}
            title={words.empty}
            hint={words.emptyHint}
            action={
              mayMakeKeys && (
                <LinkButton variant="default" to="/m/$merchantId/keys" params={{ merchantId: merchant.id }}>
                  {words.emptyAction}
                </LinkButton>
              )
            }
          />
        }
      />
      {isByTaxNumber && (
        <Text size="sm" c="dimmed" mt="sm">
          {words.taxNumberSearched}
        </Text>
      )}
      {transactions.lookedUntil !== null && (
        <Alert color="gray" mt="md" icon={<IconSearch aria-hidden />}>
          <Group justify="space-between">
            {words.lookedUntil(formatWhen(transactions.lookedUntil, language))}
            <Button variant="default" size="xs" onClick={transactions.loadMore} loading={transactions.isLoadingMore}>
              {words.lookOn}
            </Button>
          </Group>
        </Alert>
      )}
    </Page>
  )
}
