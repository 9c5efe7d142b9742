import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import type { ReceiverItem } from '../../../../server/src/products/company-payments/receivers/portal-schemas.ts'
import { receiverWords } from '../../../../server/src/products/company-payments/receivers/words.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyList } from '../../kit/empty-list.tsx'
import { FilterBar, StateFilter, SearchBox, anyText, oneOf, useFilters } from '../../kit/filters.tsx'
import { IconBuildingStore, IconPlus } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { formatTaxNumber } from '../../kit/tax-number.tsx'
import { keysOf, useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { receiversPath, receiverKeys } from './api.ts'
import { ReceiverFormDialog } from './receiver-form.tsx'
import { receiverTexts } from './texts.ts'

const statuses = keysOf(receiverWords)
const shape = { status: oneOf(statuses), search: anyText }

/** The companies a merchant can pay. */
export function ReceiversScreen() {
  const words = useTexts(receiverTexts)
  const merchant = useMerchant()
  const navigate = useNavigate()
  const mayManage = usePermission('receivers.manage')
  const [isOpen, { open, close }] = useDisclosure(false)
  const { values, set, clear, isFiltered } = useFilters(shape)
  const list = useList<ReceiverItem>(receiverKeys.all(merchant.id), receiversPath(merchant.id), values)

  const columns: Column<ReceiverItem>[] = [
    { header: words.name, cell: receiver => receiver.fantasyName },
    { header: words.cnpj, cell: receiver => <span className="tabular">{formatTaxNumber(receiver.cnpj)}</span> },
    { header: words.status, cell: receiver => <StateBadge kind="receiver" state={receiver.status} /> },
    { header: words.registeredAt, cell: receiver => <When at={receiver.createdAt} form="date" />, align: 'right' },
  ]

  const registerButton = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {words.register}
    </Button>
  )

  return (
    <Page title={words.receivers} description={words.receiversIntro} actions={registerButton}>
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <SearchBox label={words.search} value={values.search} onChange={search => set({ search })} />
        <StateFilter
          kind="receiver"
          states={statuses}
          label={words.status}
          value={values.status}
          onChange={status => set({ status })}
        />
      </FilterBar>
      <DataTable
        caption={words.receivers}
        columns={columns}
        list={list}
        rowKey={receiver => receiver.id}
        rowPath={receiver => `/m/${merchant.id}/receivers/${receiver.id}`}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            icon={IconBuildingStore}
            title={words.noReceivers}
            hint={mayManage ? words.noReceiversHint : words.noReceiversHintReader}
            action={registerButton}
          />
        }
      />
      {isOpen && (
        <ReceiverFormDialog
          onClose={close}
          merchantId={merchant.id}
          onDone={receiver => {
            close()
            notifyDone(words.registered)
            void navigate({ to: `/m/${merchant.id}/receivers/${receiver.id}` })
          }}
        />
      )}
    </Page>
  )
}
