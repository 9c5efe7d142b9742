import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { linkWords } from '../../../../server/src/products/payment-links/words.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyList } from '../../kit/empty-list.tsx'
import { FilterBar, StateFilter, oneOf, useFilters } from '../../kit/filters.tsx'
import { IconLink, IconPlus } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Money } from '../../kit/money.tsx'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { keysOf, useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type LinkView, linksPath, linkKeys } from './api.ts'
import { NewLinkDialog } from './new-link-dialog.tsx'
import { linkTexts } from './texts.ts'

const states = keysOf(linkWords)
const shape = { state: oneOf(states) }

/** Addresses at which a merchant is paid. */
export function LinksScreen() {
  const words = useTexts(linkTexts)
  const merchant = useMerchant()
  const navigate = useNavigate()
  const mayMake = usePermission('charges.make')
  const [isOpen, { open, close }] = useDisclosure(false)
  const { values, set, clear, isFiltered } = useFilters(shape)
  const list = useList<LinkView>(linkKeys.all(merchant.id), linksPath(merchant.id), values)

  const columns: Column<LinkView>[] = [
    { header: words.link, cell: link => link.title },
    { header: words.value, cell: link => (link.amount === null ? words.anyAmount : <Money amount={link.amount} />) },
    { header: words.state, cell: link => <StateBadge kind="link" state={link.state} /> },
    { header: words.paid, cell: link => words.paidOf(link.paidCount, link.stock), align: 'right' },
    { header: words.received, cell: link => <Money amount={link.paidAmount} />, align: 'right' },
    { header: words.madeAt, cell: link => <When at={link.creationDate} form="date" />, align: 'right' },
  ]

  const newButton = mayMake && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {words.newLink}
    </Button>
  )

  return (
    <Page title={words.links} description={words.linksIntro} actions={newButton}>
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <StateFilter
          kind="link"
          states={states}
          label={words.state}
          value={values.state}
          onChange={state => set({ state })}
        />
      </FilterBar>
      <DataTable
        caption={words.links}
        columns={columns}
        list={list}
        rowKey={link => link.id}
        rowPath={link => `/m/${merchant.id}/payment-links/${link.id}`}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            icon={IconLink}
            title={words.noLinks}
            hint={mayMake ? words.noLinksHint : words.noLinksHintReader}
            action={newButton}
          />
        }
      />
      {isOpen && (
        <NewLinkDialog
          merchantId={merchant.id}
          onClose={close}
          onDone={link => {
            close()
            notifyDone(words.made)
            void navigate({ to: `/m/${merchant.id}/payment-links/${link.id}` })
          }}
        />
      )}
    </Page>
  )
}
