import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { base64Of } from '../../kit/base64-file.ts'
import type { Column } from '../../kit/data-table.tsx'
import { useMerchant } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { onceId } from '../../kit/once-id.ts'
import { Page } from '../../kit/page.tsx'
import { SheetConfirm } from '../../kit/sheet-confirm.tsx'
import { SheetRowSays, SheetRows } from '../../kit/sheet-preview.tsx'
import { SheetUpload } from '../../kit/sheet-upload.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type CustomerImport, customerKeys, importCustomers, previewImport, templateAddress } from './api.ts'
import { customerTexts, faultTexts } from './texts.ts'

type Looked = { file: string; formKey: string; preview: CustomerImport }

/** Many customers by a spreadsheet: what each row does is shown before anything is stored. */
export function ImportScreen() {
  const words = useTexts(customerTexts)
  const { id: merchantId } = useMerchant()
  const [looked, setLooked] = useState<Looked | null>(null)
  return (
    <Page
      title={words.importTitle}
      description={words.importIntro}
      breadcrumbs={[{ label: words.customers, to: `/m/${merchantId}/customers` }]}
    >
      {looked === null ? (
        <SheetUpload
          template={templateAddress(merchantId)}
          mostRows={5_000}
          look={lookAt(merchantId)}
          onLooked={setLooked}
        />
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
    return { file, formKey: onceId(), preview: await previewImport(merchantId, file) }
  }

function Preview({ merchantId, preview, onOther, ...sent }: Looked & { merchantId: string; onOther: () => void }) {
  const words = useTexts(customerTexts)
  const navigate = useNavigate()
  const { created, changed, invalid, rows } = preview
  return (
    <>
      <SheetConfirm
        wrong={invalid}
        all={rows.length}
        hasValid={created + changed > 0}
        willDo={words.willDo(created, changed)}
        label={words.importTitle}
        send={skipInvalid => importCustomers(merchantId, { ...sent, skipInvalid })}
        changes={[customerKeys.all(merchantId)]}
        onDone={done => {
          notifyDone(words.imported(done.created, done.changed))
          void navigate({ to: `/m/${merchantId}/customers` })
        }}
        onOther={onOther}
      />
      <PreviewRows rows={rows} />
    </>
  )
}

type Row = CustomerImport['rows'][number]

function PreviewRows({ rows }: { rows: Row[] }) {
  const words = useTexts(customerTexts)
  const faultWords = useFaultWords()
  const columns: Column<Row>[] = [
    { header: words.name, cell: row => row.name ?? '—' },
    {
      header: words.what,
      cell: ({ action, faults }) => (
        <SheetRowSays isWrong={action === 'none'}>
          {action === 'none' ? faults.map(faultWords).join('; ') : action === 'create' ? words.create : words.changes}
        </SheetRowSays>
      ),
    },
  ]
  return <SheetRows rows={rows} columns={columns} />
}

/** `E-mail: não é válido` */
function useFaultWords(): (fault: Row['faults'][number]) => string {
  const words = useTexts(customerTexts)
  const faults: Record<string, string> = useTexts(faultTexts)
  return ({ field, code }) => `${words[field]}: ${faults[code] ?? faults['other']}`
}
