import { Alert, Button, Group, Paper, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Column } from '../../kit/data-table.tsx'
import { IconAlertTriangle } from '../../kit/icons.tsx'
import { Details } from '../../kit/details.tsx'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { sheetTexts } from '../../kit/kit-texts.ts'
import { useLanguage } from '../../kit/language.ts'
import { Money } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { SheetRowSays, SheetRows, SheetVerdict } from '../../kit/sheet-preview.tsx'
import { onceId } from '../../kit/once-id.ts'
import { useTexts } from '../../kit/texts.ts'
import { type Again, type BatchKind, type PreviewView, makeBatch } from './api.ts'
import { faultWords } from './fault-words.ts'
import { batchTexts } from './texts.ts'
import { batchKeys } from '../approvals/api.ts'

type Row = PreviewView['rows'][number]
type Props = {
  merchantId: string
  kind: BatchKind
  name: string
  preview: PreviewView
  /** Where its rows come from, which has their numbers in their order; null: from a file. */
  again: Again | null
  /** Null: there was no file. */
  onOther: (() => void) | null
}

/** Every row, what is wrong with it, and what all of them cost, before anybody is asked. */
export function PreviewOf({ preview, ...asked }: Props) {
  const words = useTexts(batchTexts)
  const [leavesOut, setLeavesOut] = useState(false)
  const right = preview.rows.filter(({ faults }) => faults.length === 0)
  const isReady = right.length > 0 && (preview.wrongCount === 0 || leavesOut)
  return (
    <>
      <SheetVerdict
        wrong={preview.wrongCount}
        all={preview.rows.length}
        allRight={words.allRight(preview.rows.length)}
        leavesOut={leavesOut}
        canLeaveOut={right.length > 0}
        onLeaveOut={setLeavesOut}
      />
      <Costs preview={preview} />
      <AskFor {...asked} rows={right} isReady={isReady} />
      <PreviewRows rows={preview.rows} />
    </>
  )
}

function Costs({ preview }: { preview: PreviewView }) {
  const words = useTexts(batchTexts)
  const isCovered = !preview.after.startsWith('-')
  return (
    <Section title={words.preview}>
      <Details
        items={[
          { label: words.sum, value: <Money amount={preview.amount} fw={600} /> },
          { label: words.charges, value: <Money amount={preview.charges} /> },
          { label: words.total, value: <Money amount={preview.total} fw={600} /> },
          { label: words.available, balance: 'available', value: <Money amount={preview.available} /> },
          { label: words.after, value: <Money amount={preview.after} /> },
          { label: words.perDay, value: preview.perDay && <Money amount={preview.perDay} /> },
          { label: words.leftToday, value: preview.leftToday && <Money amount={preview.leftToday} /> },
        ]}
      />
      {!isCovered && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.notCovered} mt="md">
          {words.notCoveredHint}
        </Alert>
      )}
      {!preview.fitsToday && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.notToday} mt="md">
          {words.notTodayHint}
        </Alert>
      )}
    </Section>
  )
}

type AskProps = Omit<Props, 'preview'> & { rows: Row[]; isReady: boolean }

function AskFor({ merchantId, kind, name, again, rows, isReady, onOther }: AskProps) {
  const words = useTexts(batchTexts)
  const sheet = useTexts(sheetTexts)
  const navigate = useNavigate()
  const formKey = useRef(onceId())
  const form = useForm({
    initialValues: { name: name.slice(0, 120) },
    validate: { name: value => (value.trim() === '' ? words.nameMissing : null) },
  })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    values =>
      makeBatch(merchantId, {
        kind,
        name: values.name.trim(),
        rows: rows.map(({ written }) => written),
        again: again === null ? undefined : { ...again, numbers: rows.map(({ line }) => again.numbers[line - 1] ?? 0) },
        formKey: formKey.current,
      }),
    {
      changes: [batchKeys.all(merchantId)],
      notice: words.asked,
      onDone: ({ id }) => void navigate({ to: `/m/${merchantId}/batches/${id}`, replace: true }),
    },
  )
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} mb="lg" bg="var(--paper)">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <TextInput
            label={words.nameLabel}
            description={words.nameHint}
            maxLength={120}
            maw={480}
            required
            {...form.getInputProps('name')}
          />
          <FormFailure failure={failure} />
          <Group gap="xs">
            <Button type="submit" loading={isSending} disabled={!isReady}>
              {words.ask}
            </Button>
            {onOther !== null && (
              <Button variant="default" onClick={onOther} disabled={isSending}>
                {sheet.otherFile}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

function PreviewRows({ rows }: { rows: Row[] }) {
  const words = useTexts(batchTexts)
  const language = useLanguage()
  const columns: Column<Row>[] = [
    { header: words.to, cell: ({ name, written }) => name ?? written.name ?? written.receiver ?? '—' },
    { header: words.key, cell: ({ written }) => written.key ?? written.account ?? '', notOnPhone: true },
    {
      header: words.amount,
      cell: ({ amount, written }) => (amount === null ? (written.amount ?? '—') : <Money amount={amount} />),
      align: 'right',
    },
    {
      header: words.problem,
      cell: ({ faults }) => (
        <SheetRowSays isWrong={faults.length > 0}>
          {faults.length === 0 ? words.right : faults.map(fault => faultWords(fault, language)).join('; ')}
        </SheetRowSays>
      ),
    },
  ]
  return <SheetRows rows={rows} columns={columns} />
}
