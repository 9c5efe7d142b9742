import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyList } from '../../kit/empty-list.tsx'
import { FilterBar, SearchBox, anyText, useFilters } from '../../kit/filters.tsx'
import { IconBuildingStore, IconPlus } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { Money } from '../../kit/money.tsx'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type MerchantItem, merchantsPath, merchantKeys } from './api.ts'
import { FoundTransactions } from './found-transactions.tsx'
import { merchantTexts } from './texts.ts'
import { NewMerchantDialog } from './new-merchant-dialog.tsx'
import { ShownLink } from '../people/shown-link.tsx'

const shape = { search: anyText }
const balances = ['available', 'held', 'blocked'] as const

/** Everybody who integrates with the platform. */
export function MerchantsScreen() {
  const words = useTexts(merchantTexts)
  const navigate = useNavigate()
  const mayManage = usePermission('merchants.manage')
  const [isOpen, { open, close }] = useDisclosure(false)
  const [made, setMade] = useState<{ id: string; link: string } | null>(null)
  const { values, set, clear, isFiltered } = useFilters(shape)
  const list = useList<MerchantItem>(merchantKeys.all, merchantsPath, values)

  const columns: Column<MerchantItem>[] = [
    {
      header: words.name,
      cell: merchant => (
        <Group gap="xs">
          {merchant.name}
          {merchant.isSuspended && <StateBadge kind="merchant" state="Suspended" size="sm" />}
        </Group>
      ),
    },
    { header: words.cnpj, cell: merchant => <span className="tabular">{merchant.taxNumber}</span> },
    { header: words.city, cell: merchant => merchant.city, notOnPhone: true },
    ...balances.map(
      (balance): Column<MerchantItem> => ({
        header: words[balance],
        balance,
        align: 'right',
        cell: merchant => <Money amount={merchant[balance]} />,
      }),
    ),
    { header: words.since, align: 'right', cell: merchant => <When at={merchant.createdAt} form="date" /> },
  ]

  const openMerchant = (id: string) => void navigate({ to: '/operator/merchants/$id', params: { id } })

  const createButton = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {words.create}
    </Button>
  )

  return (
    <Page title={words.merchants} description={words.merchantsIntro} actions={createButton}>
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <SearchBox label={words.search} value={values.search} onChange={search => set({ search })} />
      </FilterBar>
      {values.search !== null && <FoundTransactions search={values.search} />}
      <DataTable
        caption={words.merchants}
        columns={columns}
        list={list}
        rowKey={merchant => merchant.id}
        rowPath={merchant => `/operator/merchants/${merchant.id}`}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            notFound={{ title: words.noMerchantFound }}
            icon={IconBuildingStore}
            title={words.noMerchants}
            hint={words.noMerchantsHint}
          />
        }
      />
      {isOpen && (
        <NewMerchantDialog
          onClose={close}
          onDone={({ id, link }) => {
            close()
            notifyDone(words.created)
            if (link === null) openMerchant(id)
            else setMade({ id, link })
          }}
        />
      )}
      <ShownLink link={made?.link ?? null} onClose={() => made !== null && openMerchant(made.id)} />
    </Page>
  )
}
