import { Button, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { kindWords } from '../../../../server/src/products/payout-batches/words.ts'
import { ApprovalSteps } from '../approvals/approval-steps.tsx'
import { type Act, DecideButtons, DecideDialog } from '../approvals/decide-dialog.tsx'
import { WhoseTurn } from '../approvals/whose-turn.tsx'
import { Details } from '../../kit/details.tsx'
import { IconDownload } from '../../kit/icons.tsx'
import { LinkButton, TextLink } from '../../kit/link.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Money } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { bilingual, useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type BatchDetail, decideBatch, readBatch, resultAddress } from './api.ts'
import { BatchRowsSection } from './rows-section.tsx'
import { StopBatch } from './stop-batch.tsx'
import { batchTexts } from './texts.ts'
import { batchKeys } from '../approvals/api.ts'

const kindTexts = bilingual(kindWords)

/** While rows are being paid one wants to see it. */
const everyMs = ({ state }: BatchDetail) => (state === 'Running' ? 1_000 : 10_000)

/** A batch: who agreed, how far it is, and what became of each row. */
export function BatchScreen() {
  const words = useTexts(batchTexts)
  const { id: merchantId } = useMerchant()
  const { batchId } = useParams({ from: '/shell/m/$merchantId/batches/$batchId' })
  const query = useQuery({
    queryKey: batchKeys.one(merchantId, batchId),
    queryFn: () => readBatch(merchantId, batchId),
    refetchInterval: ({ state }) => (state.data === undefined ? false : everyMs(state.data)),
  })
  return (
    <LoadedPage query={query} title={words.batch} above={{ label: words.batches, to: `/m/${merchantId}/batches` }}>
      {batch => <Batch batch={batch} />}
    </LoadedPage>
  )
}

function Batch({ batch }: { batch: BatchDetail }) {
  const words = useTexts(batchTexts)
  const [act, setAct] = useState<Act | null>(null)
  const merchantId = batch.merchant.id
  const isPending = batch.state === 'Pending'
  return (
    <Page
      title={batch.name}
      beside={<StateBadge kind="batch" state={batch.state} size="lg" />}
      breadcrumbs={[{ label: words.batches, to: `/m/${merchantId}/batches` }]}
      actions={<Actions batch={batch} onAct={setAct} />}
    >
      <WhoseTurn decision={batch} isPending={isPending} />
      {!isPending && <Progressed batch={batch} />}
      <Facts batch={batch} />
      <Section title={words.approval}>
        <ApprovalSteps decision={batch} isPending={isPending} />
      </Section>
      <BatchRowsSection batch={batch} />
      {act !== null && (
        <DecideDialog
          act={act}
          words={words}
          amount={batch.rows.amount}
          cost={batch.cost}
          send={(decided, comment) => decideBatch(batch, decided, comment)}
          onClose={() => setAct(null)}
          changes={[batchKeys.everywhere]}
        />
      )}
    </Page>
  )
}

type ActionsProps = { batch: BatchDetail; onAct: (act: Act) => void }

function Actions({ batch, onAct }: ActionsProps) {
  const words = useTexts(batchTexts)
  const mayAsk = usePermission('requests.make')
  const { mine, merchant } = batch
  return (
    <>
      {batch.hasUnpaid && mayAsk && (
        <LinkButton
          variant="default"
          to="/m/$merchantId/batches/new"
          params={{ merchantId: merchant.id }}
          search={{ again: batch.id }}
        >
          {words.again}
        </LinkButton>
      )}
      {!['Pending', 'Cancelled', 'Rejected'].includes(batch.state) && (
        <Button
          component="a"
          href={resultAddress(merchant.id, batch.id)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.result}
        </Button>
      )}
      <StopBatch batch={batch} />
      <DecideButtons mine={mine} cancelLabel={words.cancelRequest} onAct={onAct} />
    </>
  )
}

/** How far the rows are, and what their payments have come to, seen and said. */
function Progressed({ batch }: { batch: BatchDetail }) {
  const words = useTexts(batchTexts)
  const { made, refused, rows } = batch
  if (batch.state === 'Rejected' || batch.state === 'Cancelled') return null
  const { paid, underWay, failed } = batch.outcomes
  const share = (count: number) => (count / rows.count) * 100
  const parts = [
    { word: words.paid, count: paid.count, color: 'trilho' },
    { word: words.underWay, count: underWay.count, color: 'yellow' },
    { word: words.failed, count: failed.count, color: 'red' },
    { word: words.refused, count: refused.count, color: 'red' },
  ]
  const said = [
    words.doneOf(made.count + refused.count, rows.count),
    ...parts.map(({ word, count }) => `${word}: ${count}`),
  ]
  return (
    <Section title={batch.state === 'Running' ? words.running : words.progress}>
      <Progress.Root size="lg" aria-hidden>
        {parts.map(({ word, count, color }) => (
          <Progress.Section key={word} value={share(count)} color={color} />
        ))}
      </Progress.Root>
      <Text size="sm" mt="xs" role="status">
        {said.join(' · ')}
      </Text>
    </Section>
  )
}

function Facts({ batch }: { batch: BatchDetail }) {
  const words = useTexts(batchTexts)
  const kinds = useTexts(kindTexts)
  const { cost } = batch
  return (
    <Section title={words.details}>
      <Details
        items={[
          { label: words.kind, value: kinds[batch.kind] },
          { label: words.rows, value: batch.rows.count },
          { label: words.sum, value: <Money amount={batch.rows.amount} fw={600} /> },
          { label: words.charges, value: <Money amount={batch.charges} /> },
          { label: words.total, value: cost && <Money amount={cost.total} /> },
          { label: words.available, balance: 'available', value: cost && <Money amount={cost.available} /> },
          { label: words.requestedBy, value: batch.requestedBy },
          { label: words.askedAt, value: <When at={batch.creationDate} /> },
          { label: words.decidedAt, value: batch.decisionDate && <When at={batch.decisionDate} /> },
          { label: words.completedAt, value: batch.completionDate && <When at={batch.completionDate} /> },
          { label: words.againIn, value: batch.againIn.length === 0 ? null : <AgainIn batch={batch} /> },
        ]}
      />
    </Section>
  )
}

/** The way to the batches that pay what this one has not. */
const AgainIn = ({ batch: { againIn, merchant } }: { batch: BatchDetail }) =>
  againIn.map(({ id, name }) => (
    <TextLink
      key={id}
      size="sm"
      display="block"
      to="/m/$merchantId/batches/$batchId"
      params={{ merchantId: merchant.id, batchId: id }}
    >
      {name}
    </TextLink>
  ))
