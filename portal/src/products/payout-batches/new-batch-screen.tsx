import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { kindWords } from '../../../../server/src/products/payout-batches/words.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { LoadingScreen } from '../../kit/loading-screen.tsx'
import { useMerchant } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { SheetUpload } from '../../kit/sheet-upload.tsx'
import { bilingual, keysOf, useTexts } from '../../kit/texts.ts'
import {
  type Again,
  type BatchKind,
  type PreviewView,
  checkRows,
  readBatch,
  readFile,
  readUnpaid,
  templateAddress,
} from './api.ts'
import { PreviewOf } from './preview.tsx'
import { batchTexts } from './texts.ts'
import { batchKeys } from '../approvals/api.ts'

const kindTexts = bilingual(kindWords)

type Looked = { kind: BatchKind; name: string; preview: PreviewView; again: Again | null }

/** From a spreadsheet, or from the rows that were not paid in another batch. */
export function NewBatchScreen() {
  const words = useTexts(batchTexts)
  const { id: merchantId } = useMerchant()
  const { again } = useSearch({ from: '/shell/m/$merchantId/batches/new' })
  const [looked, setLooked] = useState<Looked | null>(null)
  const unpaid = useQuery({
    queryKey: [...batchKeys.one(merchantId, again), 'again'],
    enabled: again !== undefined,
    gcTime: 0,
    queryFn: async (): Promise<Looked> => {
      const { kind, name } = await readBatch(merchantId, again ?? '')
      const { rows, numbers } = await readUnpaid(merchantId, again ?? '')
      const preview = await checkRows(merchantId, kind, rows)
      return { kind, name: words.againName(name), preview, again: { batchId: again ?? '', numbers } }
    },
  })
  if (again !== undefined && unpaid.isPending) return <LoadingScreen />
  const shown = looked ?? unpaid.data ?? null
  return (
    <Page
      title={words.newBatch}
      description={words.newIntro}
      breadcrumbs={[{ label: words.batches, to: `/m/${merchantId}/batches` }]}
    >
      {unpaid.isError && <ErrorState error={unpaid.error} retry={() => void unpaid.refetch()} />}
      {shown?.preview.rows.length === 0 ? (
        <EmptyState title={words.nothingAgain} hint={words.nothingAgainHint} />
      ) : shown === null ? (
        <Upload merchantId={merchantId} onLooked={setLooked} />
      ) : (
        <PreviewOf merchantId={merchantId} {...shown} onOther={again === undefined ? () => setLooked(null) : null} />
      )}
    </Page>
  )
}

function Upload({ merchantId, onLooked }: { merchantId: string; onLooked: (looked: Looked) => void }) {
  const words = useTexts(batchTexts)
  const kinds = useTexts(kindTexts)
  const [kind, setKind] = useState<BatchKind>('payouts')
  const hints = { payouts: words.payoutsHint, companyPayments: words.companyHint }
  const look = async (file: File): Promise<Looked> => {
    const preview = await readFile(merchantId, kind, file)
    return { kind, name: file.name.replace(/\.\w+$/, ''), preview, again: null }
  }
  return (
    <SheetUpload template={templateAddress(merchantId, kind)} mostRows={5_000} look={look} onLooked={onLooked}>
      <Radio.Group label={words.what} value={kind} onChange={value => setKind(value)}>
        <Stack gap="xs" mt="xs">
          {keysOf(kindWords).map(one => (
            <Radio key={one} value={one} label={kinds[one]} description={hints[one]} />
          ))}
        </Stack>
      </Radio.Group>
    </SheetUpload>
  )
}
