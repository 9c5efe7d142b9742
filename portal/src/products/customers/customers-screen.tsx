import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyList } from '../../kit/empty-list.tsx'
import { DownloadButton, ExportButton } from '../../kit/export-button.tsx'
import { FilterBar, SearchBox, anyText, useFilters } from '../../kit/filters.tsx'
import { IconPlus, IconUpload, IconUserCircle } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { useList } from '../../kit/list.ts'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { formatTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type CustomerView, customerKeys, customersFile, customersPath } from './api.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { customerTexts } from './texts.ts'

const shape = { q: anyText }
const formats = ['csv', 'xlsx'] as const

/** Whom a merchant charges. */
export function CustomersScreen() {
  const words = useTexts(customerTexts)
  const merchant = useMerchant()
  const navigate = useNavigate()
  const mayMake = usePermission('charges.make')
  const [isOpen, { open, close }] = useDisclosure(false)
  const { values, set, clear, isFiltered } = useFilters(shape)
  const list = useList<CustomerView>(customerKeys.list(merchant.id), customersPath(merchant.id), values)

  const columns: Column<CustomerView>[] = [
    { header: words.name, cell: customer => customer.name },
    { header: words.document, cell: ({ document }) => document && formatTaxNumber(document) },
    { header: words.email, cell: customer => customer.email },
    { header: words.externalId, cell: customer => customer.externalId },
    { header: words.madeAt, cell: customer => <When at={customer.creationDate} form="date" />, align: 'right' },
  ]

  const newButton = mayMake && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {words.new}
    </Button>
  )

  return (
    <Page
      title={words.customers}
      description={words.intro}
      actions={
        <Group gap="xs">
          <ExportButton label={words.export} title={words.exportTitle} hint={words.exportHint}>
            {closeExport =>
              formats.map(format => (
                <DownloadButton key={format} href={customersFile(merchant.id, values.q, format)} onClick={closeExport}>
                  {format.toUpperCase()}
                </DownloadButton>
              ))
            }
          </ExportButton>
          {mayMake && (
            <LinkButton
              to="/m/$merchantId/customers/import"
              params={{ merchantId: merchant.id }}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {words.import}
            </LinkButton>
          )}
          {newButton}
        </Group>
      }
    >
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <SearchBox label={words.search} value={values.q} onChange={q => set({ q })} />
      </FilterBar>
      <DataTable
        caption={words.customers}
        columns={columns}
        list={list}
        rowKey={customer => customer.id}
        rowPath={customer => `/m/${merchant.id}/customers/${customer.id}`}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            icon={IconUserCircle}
            title={words.none}
            hint={mayMake ? words.noneHint : words.noneHintReader}
            action={newButton}
          />
        }
      />
      {isOpen && (
        <CustomerDialog
          merchantId={merchant.id}
          customer={null}
          onClose={close}
          onDone={customer => {
            close()
            notifyDone(words.made)
            void navigate({ to: `/m/${merchant.id}/customers/${customer.id}` })
          }}
        />
      )}
    </Page>
  )
}
