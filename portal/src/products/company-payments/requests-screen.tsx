import { Title } from '@mantine/core'
import { requestWords } from '../../../../server/src/products/company-payments/requests/words.ts'
import { EmptyList } from '../../kit/empty-list.tsx'
import { FilterBar, StateFilter, anyText, oneOf, useFilters } from '../../kit/filters.tsx'
import { IconChecklist, IconPlus } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { keysOf, useTexts } from '../../kit/texts.ts'
import { WaitingBatches, useBatches } from '../approvals/batch-rows.tsx'
import { ReceiverSelect } from './receiver-select.tsx'
import { requestTexts } from './texts.ts'
import { RequestRows, RequestsTable, useRequests } from './requests-table.tsx'

const statuses = keysOf(requestWords)
const shape = { status: oneOf(statuses), receiverId: anyText }

/** Payments to companies: first what waits for the viewer, then everything. */
export function RequestsScreen() {
  const words = useTexts(requestTexts)
  const merchant = useMerchant()
  const mayAsk = usePermission('requests.make')
  const { values, set, clear, isFiltered } = useFilters(shape)
  const waiting = useRequests(merchant.id, { waitsForMe: true })
  const isWaiting = waiting.rows.length > 0 && !isFiltered
  const waitingBatches = useBatches(merchant.id, { waitsForMe: true })

  const newButton = mayAsk && (
    <LinkButton
      to="/m/$merchantId/requests/new"
      params={{ merchantId: merchant.id }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {words.new}
    </LinkButton>
  )

  return (
    <Page title={words.requests} description={words.requestsIntro} actions={newButton}>
      {!isFiltered && <WaitingBatches list={waitingBatches} />}
      {isWaiting && (
        <>
          <Section isPlain title={words.waitingForMe}>
            <RequestRows caption={words.waitingForMe} list={waiting} isQueue />
          </Section>
          <Title order={2} mb="md">
            {words.all}
          </Title>
        </>
      )}
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <StateFilter
          kind="request"
          states={statuses}
          label={words.status}
          value={values.status}
          onChange={status => set({ status })}
        />
        <ReceiverSelect
          merchantId={merchant.id}
          label={words.receiver}
          value={values.receiverId}
          onChange={receiverId => set({ receiverId })}
        />
      </FilterBar>
      <RequestsTable
        caption={words.requests}
        merchantId={merchant.id}
        query={values}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            icon={IconChecklist}
            title={words.noRequests}
            hint={mayAsk ? words.noRequestsHint : words.noRequestsHintReader}
            action={newButton}
          />
        }
      />
    </Page>
  )
}
