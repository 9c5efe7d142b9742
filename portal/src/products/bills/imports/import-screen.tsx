import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { base64Of } from '../../../kit/base64-file.ts'
import { type Column, DataTable } from '../../../kit/data-table.tsx'
import { useLanguage } from '../../../kit/language.ts'
import { useList } from '../../../kit/list.ts'
import { useMerchant, usePermission } from '../../../kit/merchant.ts'
import { Money, formatMoney } from '../../../kit/money.tsx'
import { notifyDone } from '../../../kit/notify.tsx'
import { onceId } from '../../../kit/once-id.ts'
import { Page } from '../../../kit/page.tsx'
import { Section } from '../../../kit/section.tsx'
import { SheetConfirm } from '../../../kit/sheet-confirm.tsx'
import { SheetRowSays, SheetRows } from '../../../kit/sheet-preview.tsx'
import { SheetUpload } from '../../../kit/sheet-upload.tsx'
import { StateBadge } from '../../../kit/state-badge.tsx'
import { useTexts } from '../../../kit/texts.ts'
import { When } from '../../../kit/when.tsx'
import { billKeys } from '../api.ts'
import { spellDay } from '../term-words.ts'
import {
  type BillImport,
  type BillImportPreview,
  importKeys,
  importsPath,
  makeImport,
  previewImport,
  templateAddress,
} from './api.ts'
import { importFaultTexts, importTexts } from './texts.ts'

type Looked = { file: string; name: string; formKey: string; preview: BillImportPreview }

/** Many bills by a spreadsheet: what each row makes is shown before anything is stored. */
export function ImportScreen() {
  const words = useTexts(importTexts)
  const { id: merchantId } = useMerchant()
  const mayMake = usePermission('charges.make')
  const [looked, setLooked] = useState<Looked | null>(null)
  return (
    <Page
      title={words.title}
      description={words.intro}
      breadcrumbs={[{ label: words.bills, to: `/m/${merchantId}/bills` }]}
    >
      {looked === null ? (
        <>
          {mayMake && (
            <SheetUpload
              template={templateAddress(merchantId)}
              mostRows={10_000}
              look={lookAt(merchantId)}
              onLooked={setLooked}
            />
          )}
          <Sent merchantId={merchantId} />
        </>
      ) : (
        <Preview merchantId={merchantId} {...looked} onOther={() => setLooked(null)} />
      )}
    </Page>
  )
}

const lookAt =
  (merchantId: string) =>
  async (chosen: File): Promise<Looked> => {
    const file = await base64Of(chosen)
    return { file, name: chosen.name.slice(0, 120), formKey: onceId(), preview: await previewImport(merchantId, file) }
  }

function Preview({ merchantId, preview, onOther, ...sent }: Looked & { merchantId: string; onOther: () => void }) {
  const words = useTexts(importTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const { valid, invalid, amount, rows } = preview
  return (
    <>
      <SheetConfirm
        wrong={invalid}
        all={valid + invalid}
        hasValid={valid > 0}
        willDo={words.willMake(valid, formatMoney(amount, language))}
        label={words.make(valid)}
        send={skipInvalid => makeImport(merchantId, { ...sent, skipInvalid })}
        changes={[billKeys.all(merchantId)]}
        onDone={({ id }) => {
          notifyDone(words.started)
          void navigate({ to: `/m/${merchantId}/bills/imports/${id}` })
        }}
        onOther={onOther}
      />
      {rows.length < valid + invalid && (
        <Text size="sm" c="dimmed" mb="sm">
          {words.firstRows(valid + invalid)}
        </Text>
      )}
      <PreviewRows rows={rows} />
    </>
  )
}

type Row = BillImportPreview['rows'][number]

function PreviewRows({ rows }: { rows: Row[] }) {
  const words = useTexts(importTexts)
  const faults: Record<string, string> = useTexts(importFaultTexts)
  const language = useLanguage()
  const isWrong = ({ faults: wrong }: Row) => wrong.length > 0
  const columns: Column<Row>[] = [
    { header: words.name, cell: row => row.name ?? '—' },
    {
      header: words.amount,
      cell: row => (row.amount === null || isWrong(row) ? (row.amount ?? '—') : <Money amount={row.amount} />),
      align: 'right',
    },
    {
      header: words.dueDate,
      cell: row => (row.dueDate === null || isWrong(row) ? (row.dueDate ?? '—') : spellDay(row.dueDate, language)),
      notOnPhone: true,
    },
    { header: words.orderId, cell: row => row.orderId ?? '—', notOnPhone: true },
    {
      header: words.methods,
      cell: row => (isWrong(row) ? '—' : row.methods.includes('boleto') ? words.boleto : words.pix),
      notOnPhone: true,
    },
    {
      header: words.what,
      cell: row => (
        <SheetRowSays isWrong={isWrong(row)}>
          {isWrong(row)
            ? row.faults.map(({ field, code }) => `${words[field]}: ${faults[code] ?? faults['other']}`).join('; ')
            : words.valid}
        </SheetRowSays>
      ),
    },
  ]
  return <SheetRows rows={rows} columns={columns} />
}

/** Those before, newest first. */
function Sent({ merchantId }: { merchantId: string }) {
  const words = useTexts(importTexts)
  const list = useList<BillImport>(importKeys.all(merchantId), importsPath(merchantId), {})
  const columns: Column<BillImport>[] = [
    { header: words.sentAt, cell: one => <When at={one.creationDate} /> },
    { header: words.file, cell: one => one.name },
    { header: words.rows, cell: one => one.rows.count, align: 'right' },
    { header: words.amount, cell: one => <Money amount={one.rows.amount} />, align: 'right', notOnPhone: true },
    { header: words.progress, cell: one => <StateBadge kind="billImport" state={one.state} /> },
  ]
  return (
    <Section isPlain title={words.before}>
      <DataTable
        caption={words.before}
        columns={columns}
        list={list}
        rowKey={one => one.id}
        rowPath={one => `/m/${merchantId}/bills/imports/${one.id}`}
        empty={
          <Text c="dimmed" size="sm">
            {words.none}
          </Text>
        }
      />
    </Section>
  )
}
