import { Alert, Checkbox, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Column, DataTable } from './data-table.tsx'
import { IconAlertTriangle, IconCheck } from './icons.tsx'
import { sheetTexts } from './kit-texts.ts'
import { Section } from './section.tsx'
import { useTexts } from './texts.ts'

type VerdictProps = {
  wrong: number
  all: number
  /** What is said where nothing is wrong. */
  allRight: string
  /** Says what happens with the others. */
  leaveOutHint?: string
  leavesOut: boolean
  canLeaveOut: boolean
  onLeaveOut: (leavesOut: boolean) => void
}

/** Whether the rows of a spreadsheet are right, and whether those that are wrong are left out. */
export function SheetVerdict({ wrong, all, allRight, leaveOutHint, leavesOut, canLeaveOut, onLeaveOut }: VerdictProps) {
  const words = useTexts(sheetTexts)
  if (wrong === 0)
    return (
      <Alert color="trilho" icon={<IconCheck aria-hidden />} mb="lg" role="status">
        {allRight}
      </Alert>
    )
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={words.someWrong(wrong, all)}
      mb="lg"
      role="status"
    >
      <Text size="sm" mb="xs">
        {words.someWrongHint}
      </Text>
      {canLeaveOut && (
        <Checkbox
          label={words.leaveOut}
          description={leaveOutHint}
          checked={leavesOut}
          onChange={event => onLeaveOut(event.currentTarget.checked)}
        />
      )}
    </Alert>
  )
}

/** What is said of a row: in red, what is wrong with it. */
export const SheetRowSays = ({ isWrong, children }: { isWrong: boolean; children: ReactNode }) => (
  <Text size="sm" c={isWrong ? 'var(--mantine-color-error)' : 'dimmed'}>
    {children}
  </Text>
)

type SheetRow = { line: number; faults: readonly unknown[] }
const rowsShown = 50

/** The rows of a spreadsheet after their line; first those that are wrong, if there are any. */
export function SheetRows<Row extends SheetRow>({ rows, columns }: { rows: Row[]; columns: Column<Row>[] }) {
  const words = useTexts(sheetTexts)
  const wrong = rows.filter(({ faults }) => faults.length > 0)
  const [onlyWrong, setOnlyWrong] = useState(wrong.length > 0)
  const [most, setMost] = useState(rowsShown)
  const listed = onlyWrong ? wrong : rows
  const list = {
    rows: listed.slice(0, most),
    isLoading: false,
    error: null,
    retry: () => {},
    hasMore: listed.length > most,
    loadMore: () => setMost(most + rowsShown * 4),
    isLoadingMore: false,
  }
  return (
    <Section isPlain title={words.rows}>
      {wrong.length > 0 && (
        <Checkbox
          label={words.onlyWrong}
          checked={onlyWrong}
          onChange={event => setOnlyWrong(event.currentTarget.checked)}
          mb="md"
        />
      )}
      <DataTable
        caption={words.rows}
        columns={[{ header: words.line, cell: row => row.line }, ...columns]}
        list={list}
        rowKey={row => String(row.line)}
      />
    </Section>
  )
}
