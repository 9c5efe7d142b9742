import { Button, Progress, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { importRefusal } from '../../../../../server/src/products/bills/imports/words.ts'
import { ConfirmAction } from '../../../kit/confirm-action.tsx'
import { type Column, DataTable } from '../../../kit/data-table.tsx'
import { IconDownload } from '../../../kit/icons.tsx'
import { useLanguage } from '../../../kit/language.ts'
import { TextLink } from '../../../kit/link.tsx'
import { useList } from '../../../kit/list.ts'
import { LoadedPage } from '../../../kit/loaded.tsx'
import { useMerchant, usePermission } from '../../../kit/merchant.ts'
import { Money } from '../../../kit/money.tsx'
import { Page } from '../../../kit/page.tsx'
import { Section } from '../../../kit/section.tsx'
import { StateBadge } from '../../../kit/state-badge.tsx'
import { useTexts } from '../../../kit/texts.ts'
import { billKeys } from '../api.ts'
import { spellDay } from '../term-words.ts'
import {
  type BillImport,
  type BillImportRow,
  importKeys,
  readImport,
  resultAddress,
  rowsPath,
  stopImport,
} from './api.ts'
import { importTexts } from './texts.ts'

/** A spreadsheet of bills: how far it is, and what became of each row. */
export function SentImportScreen() {
  const words = useTexts(importTexts)
  const { id: merchantId } = useMerchant()
  const { importId } = useParams({ from: '/shell/m/$merchantId/bills/imports/$importId' })
  const query = useQuery({
    queryKey: importKeys.one(merchantId, importId),
    queryFn: () => readImport(merchantId, importId),
    // While bills are being made one wants to see it.
    refetchInterval: ({ state }) => (state.data?.state === 'Running' ? 1_000 : false),
  })
  const above = { label: words.title, to: `/m/${merchantId}/bills/imports` }
  return (
    <LoadedPage query={query} title={words.title} above={above}>
      {one => (
        <Page
          title={one.name}
          beside={<StateBadge kind="billImport" state={one.state} size="lg" />}
          breadcrumbs={[above]}
          actions={<Actions merchantId={merchantId} one={one} />}
        >
          <Progressed one={one} />
          <Rows merchantId={merchantId} one={one} />
        </Page>
      )}
    </LoadedPage>
  )
}

type Props = { merchantId: string; one: BillImport }

function Actions({ merchantId, one }: Props) {
  const words = useTexts(importTexts)
  const mayStop = usePermission('charges.make') && one.state === 'Running'
  return (
    <>
      <Button
        component="a"
        href={resultAddress(merchantId, one.id)}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {words.result}
      </Button>
      {mayStop && (
        <ConfirmAction
          title={words.stopTitle}
          message={words.stopHint(one.waiting.count)}
          confirmLabel={words.stop}
          cancelLabel={words.goOn}
          isDangerous
          onConfirm={() => stopImport(merchantId, one.id)}
          changes={[billKeys.all(merchantId)]}
          notice={words.stopped}
        >
          {open => (
            <Button color="red" variant="light" onClick={open}>
              {words.stop}
            </Button>
          )}
        </ConfirmAction>
      )}
    </>
  )
}

/** Seen and said. */
function Progressed({ one: { state, rows, made, refused } }: { one: BillImport }) {
  const words = useTexts(importTexts)
  const share = (count: number) => (count / rows.count) * 100
  const said = [
    words.doneOf(made.count + refused.count, rows.count),
    `${words.made}: ${made.count}`,
    `${words.refused}: ${refused.count}`,
  ]
  return (
    <Section title={state === 'Running' ? words.running : words.progress}>
      <Progress.Root size="lg" aria-hidden>
        <Progress.Section value={share(made.count)} color="trilho" />
        <Progress.Section value={share(refused.count)} color="red" />
      </Progress.Root>
      <Text size="sm" mt="xs" role="status">
        {said.join(' · ')}
      </Text>
      <Text size="sm" mt={4}>
        <Money amount={made.amount} /> / <Money amount={rows.amount} />
      </Text>
    </Section>
  )
}

function Rows({ merchantId, one }: Props) {
  const words = useTexts(importTexts)
  const language = useLanguage()
  const [state, setState] = useState('')
  const { rows, made, refused } = one
  // Read anew whenever some are done.
  const key = [...importKeys.one(merchantId, one.id), 'rows', made.count + refused.count]
  const list = useList<BillImportRow>(key, rowsPath(merchantId, one.id), { state })
  const columns: Column<BillImportRow>[] = [
    { header: words.name, cell: row => `${row.line}. ${row.name ?? row.orderId ?? '—'}` },
    { header: words.orderId, cell: row => row.orderId ?? '—', notOnPhone: true },
    { header: words.dueDate, cell: row => spellDay(row.dueDate, language), notOnPhone: true },
    { header: words.amount, cell: row => <Money amount={row.amount} />, align: 'right' },
    { header: words.progress, cell: row => <StateBadge kind="billImportRow" state={row.state} /> },
    { header: words.what, cell: row => <Outcome merchantId={merchantId} row={row} /> },
  ]
  const choices = [
    { value: '', label: `${words.rows} (${rows.count})` },
    { value: 'Made', label: `${words.made} (${made.count})` },
    { value: 'Refused', label: `${words.refused} (${refused.count})` },
  ]
  return (
    <Section isPlain title={words.rows}>
      <SegmentedControl
        data={choices}
        value={state}
        onChange={setState}
        size="xs"
        mb="md"
        maw="100%"
        style={{ overflowX: 'auto' }}
        aria-label={words.rows}
      />
      <DataTable
        caption={words.rows}
        columns={columns}
        list={list}
        rowKey={row => String(row.line)}
        empty={
          <Text c="dimmed" size="sm">
            {words.noRows}
          </Text>
        }
      />
    </Section>
  )
}

function Outcome({ merchantId, row: { billId, reason } }: { merchantId: string; row: BillImportRow }) {
  const words = useTexts(importTexts)
  const language = useLanguage()
  if (reason !== null) return importRefusal(reason)[language === 'pt' ? 0 : 1]
  if (billId === null) return null
  return (
    <TextLink size="sm" to="/m/$merchantId/bills/$billId" params={{ merchantId, billId }}>
      {words.seeBill}
    </TextLink>
  )
}
