import { Anchor, Button, Code, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconShieldCheck } from '../../kit/icons.tsx'
import { useList, wholeList } from '../../kit/list.ts'
import { useMerchant } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { TabsInUrl } from '../../kit/tabs-in-url.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import {
  type DataRequestView,
  type Place,
  type RegisterView,
  type RequestKind,
  filePath,
  registerQuery,
  requestsKey,
  requestsPath,
} from './api.ts'
import { RequestDialog } from './request-dialog.tsx'
import { faultTexts, kindTexts, personTexts, personalDataTexts, tableTexts } from './texts.ts'

/** Requests of people about their data at the whole platform, and where that data is. */
export function PlatformPersonalDataScreen() {
  const words = useTexts(personalDataTexts)
  const place = { merchantId: null }
  return (
    <RequestsPage place={place} description={words.introPlatform}>
      <TabsInUrl
        filter="show"
        tabs={[
          { value: 'requests', label: words.requests, panel: <Requests place={place} /> },
          { value: 'register', label: words.register, panel: <Register /> },
        ]}
      />
    </RequestsPage>
  )
}

/** The same about what one merchant has. */
export function PersonalDataScreen() {
  const words = useTexts(personalDataTexts)
  const place = { merchantId: useMerchant().id }
  return (
    <RequestsPage place={place} description={words.introMerchant}>
      <Requests place={place} />
    </RequestsPage>
  )
}

function RequestsPage({
  place,
  description,
  children,
}: {
  place: Place
  description: string
  children: React.ReactNode
}) {
  const words = useTexts(personalDataTexts)
  const [kind, setKind] = useState<RequestKind | null>(null)
  return (
    <Page
      title={words.title}
      description={description}
      actions={
        <>
          <Button variant="default" onClick={() => setKind('access')}>
            {words.access}
          </Button>
          <Button color="red" onClick={() => setKind('erasure')}>
            {words.erasure}
          </Button>
        </>
      }
    >
      {children}
      {kind !== null && <RequestDialog place={place} kind={kind} onClose={() => setKind(null)} />}
    </Page>
  )
}

function Requests({ place }: { place: Place }) {
  const words = useTexts(personalDataTexts)
  const kinds = useTexts(kindTexts)
  const list = useList<DataRequestView>(requestsKey(place), requestsPath(place), {}, { refetchInterval: 5_000 })
  const columns: Column<DataRequestView>[] = [
    {
      header: words.what,
      cell: ({ kind, person }) => (
        <div>
          <Text span inherit fw={500}>
            {kinds[kind]}
          </Text>
          <Text span display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {person ?? words.anonymous}
          </Text>
        </div>
      ),
    },
    { header: words.state, cell: request => <State request={request} /> },
    { header: words.found, cell: request => <Found request={request} /> },
    { header: words.by, cell: ({ requestedBy }) => requestedBy, notOnPhone: true },
    { header: words.when, cell: ({ createdAt }) => <When at={createdAt} />, align: 'right' },
    {
      header: words.file,
      align: 'right',
      cell: ({ id, endsAt }) =>
        endsAt && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Anchor size="sm" href={filePath(place, id, 'html')} download>
              {words.page}
            </Anchor>
            <Anchor size="sm" href={filePath(place, id, 'json')} download>
              {words.json}
            </Anchor>
          </Group>
        ),
    },
  ]
  return (
    <DataTable
      caption={words.requests}
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      empty={<EmptyState icon={IconShieldCheck} title={words.none} hint={words.noneHint} />}
    />
  )
}

function State({ request: { state, fault, waiting } }: { request: DataRequestView }) {
  const words = useTexts(personalDataTexts)
  const faults = useTexts(faultTexts)
  const hint = fault === null ? (waiting > 0 ? words.waiting(waiting) : null) : faults[fault]
  return (
    <div>
      <StateBadge kind="dataRequest" state={state} />
      {hint !== null && (
        <Text size="xs" c="dimmed" mt={2}>
          {hint}
        </Text>
      )}
    </div>
  )
}

function Found({ request: { state, found, kept } }: { request: DataRequestView }) {
  const words = useTexts(personalDataTexts)
  const tables = useTexts(tableTexts)
  const keptRows = kept.reduce((sum, { rows }) => sum + rows, 0)
  if (found.length === 0 && keptRows === 0) return state === 'Done' ? words.nothing : null
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {found.map(({ table, rows }) => `${tables[table] ?? table}: ${rows}`).join(' · ')}
      {keptRows > 0 && (
        <Text span display="block" size="xs" c="dimmed">
          {words.keptRows(keptRows)}
        </Text>
      )}
    </Text>
  )
}

type RegisterRow = RegisterView['tables'][number]

function Register() {
  const words = useTexts(personalDataTexts)
  const tables = useTexts(tableTexts)
  const people = useTexts(personTexts)
  const { data, ...query } = useQuery(registerQuery)
  const columns: Column<RegisterRow>[] = [
    { header: words.table, cell: ({ table }) => tables[table] ?? table },
    { header: words.columns, cell: row => <Code>{`${row.table}: ${row.columns.join(', ')}`}</Code>, notOnPhone: true },
    { header: words.whose, cell: ({ whose }) => whose.map(kind => people[kind]).join(', ') },
    {
      header: words.afterErasure,
      cell: ({ isKept, isDeleted }) => (isKept ? words.sealed : isDeleted ? words.deleted : words.blanked),
    },
  ]
  return (
    <>
      {data && (
        <Text size="sm" c="dimmed" mb="md">
          {words.registerIntro(data.keepPaymentsDays)}
        </Text>
      )}
      <DataTable
        caption={words.register}
        columns={columns}
        list={wholeList({ ...query, data: data?.tables })}
        rowKey={({ table }) => table}
      />
    </>
  )
}
