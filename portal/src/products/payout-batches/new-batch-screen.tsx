import '@mantine/dropzone/styles.css'
import { Button, Group, Paper, Radio, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { kindWords } from '../../../../server/src/products/payout-batches/words.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { FormFailure } from '../../kit/form.tsx'
import { IconDownload, IconUpload } from '../../kit/icons.tsx'
import { LoadingScreen } from '../../kit/loading-screen.tsx'
import { useMerchant } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { keysOf, textsOf, useTexts } from '../../kit/texts.ts'
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

const kindTexts = textsOf(kindWords)
const mostBytes = 2 * 1024 * 1024

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
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isRefused, setIsRefused] = useState(false)
  const hints = { payouts: words.payoutsHint, companyPayments: words.companyHint }

  async function look(file: File) {
    setIsBusy(true)
    setFailure(null)
    setIsRefused(false)
    try {
      const preview = await readFile(merchantId, kind, file)
      onLooked({ kind, name: file.name.replace(/\.\w+$/, ''), preview, again: null })
    } catch (error) {
      setFailure(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={720} bg="var(--paper)">
      <Stack gap="lg">
        <Radio.Group label={words.what} value={kind} onChange={value => setKind(value)}>
          <Stack gap="xs" mt="xs">
            {keysOf(kindWords).map(one => (
              <Radio key={one} value={one} label={kinds[one]} description={hints[one]} />
            ))}
          </Stack>
        </Radio.Group>
        <Button
          component="a"
          href={templateAddress(merchantId, kind)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
        >
          {words.template}
        </Button>
        <Dropzone
          onDrop={([file]) => void (file && look(file))}
          onReject={() => setIsRefused(true)}
          accept={{
            'text/csv': ['.csv'],
            'application/vnd.ms-excel': ['.csv'],
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
          }}
          maxSize={mostBytes}
          maxFiles={1}
          multiple={false}
          loading={isBusy}
          inputProps={{ 'aria-label': words.drop }}
          p="lg"
        >
          <Group justify="center" gap="md" wrap="nowrap" mih={64} style={{ pointerEvents: 'none' }}>
            <IconUpload size={32} stroke={1.5} aria-hidden />
            <div>
              <Text size="sm" fw={600}>
                {words.drop}
              </Text>
              <Text size="xs" c="dimmed">
                {words.dropHint}
              </Text>
            </div>
          </Group>
        </Dropzone>
        {isRefused && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {words.tooLarge}
          </Text>
        )}
        <FormFailure failure={failure} />
      </Stack>
    </Paper>
  )
}
