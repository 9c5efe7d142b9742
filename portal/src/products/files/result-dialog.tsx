import { Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { DataTable } from '../../kit/data-table.tsx'
import { Figure, Figures } from '../../kit/figures.tsx'
import { rowsAsList } from '../../kit/list.ts'
import { Money } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { FileView } from './api.ts'
import { fileTexts, outcomeTexts } from './texts.ts'

type Difference = FileView['differences'][number]

/** What a comparison found: counts, and the first lines that are not as they should be. */
export function ResultDialog({ file, onClose }: { file: FileView; onClose: () => void }) {
  const words = useTexts(fileTexts)
  const outcomes: Record<string, string> = useTexts(outcomeTexts)
  const { result, differences } = file
  if (result === null) return null
  const money = (amount: string | null) => (amount === null ? '–' : <Money amount={amount} />)
  const rows = differences.map((difference, place) => ({ ...difference, place }))
  return (
    <Modal opened onClose={onClose} title={words.resultTitle} size="xl">
      <Stack>
        <Figures>
          <Figure label={outcomes['Matches'] ?? ''}>{result.matches}</Figure>
          <Figure label={outcomes['Differs'] ?? ''}>{result.differs}</Figure>
          <Figure label={outcomes['MissingHere'] ?? ''}>{result.missingHere}</Figure>
          <Figure label={outcomes['MissingInList'] ?? ''}>{result.missingInList}</Figure>
        </Figures>
        {rows.length === 0 && <Text>{words.allRight}</Text>}
        {rows.length > 0 && (
          <SimpleGrid cols={1} spacing="xs">
            <Title order={3}>{words.firstDifferences}</Title>
            <DataTable<Difference & { place: number }>
              caption={words.firstDifferences}
              columns={[
                { header: words.order, cell: line => line.orderId ?? '–' },
                { header: words.result, cell: line => outcomes[line.outcome] ?? line.outcome },
                { header: words.listed, cell: line => money(line.listed), align: 'right' },
                { header: words.found, cell: line => money(line.found), align: 'right' },
                { header: words.difference, cell: line => line.what || '–' },
              ]}
              list={rowsAsList(rows)}
              rowKey={({ place }) => String(place)}
            />
            <Text size="sm" c="dimmed">
              {words.moreInFile}
            </Text>
          </SimpleGrid>
        )}
      </Stack>
    </Modal>
  )
}
