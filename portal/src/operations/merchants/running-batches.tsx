import { BatchRows, useBatches } from '../../products/approvals/batch-rows.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { merchantTexts } from './texts.ts'

/** A merchant's batches that are being paid, each with the way to stop it on its page; nothing where there are none. */
export function RunningBatches({ merchantId }: { merchantId: string }) {
  const words = useTexts(merchantTexts)
  const list = useBatches(merchantId, { state: 'Running' })
  if (list.rows.length === 0) return null
  return (
    <Section isPlain title={words.runningBatches} description={words.runningBatchesIntro}>
      <BatchRows caption={words.runningBatches} list={list} />
    </Section>
  )
}
