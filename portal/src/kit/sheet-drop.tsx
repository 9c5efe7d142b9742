import '@mantine/dropzone/styles.css'
import { Group, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useState } from 'react'
import { IconUpload } from './icons.tsx'
import { sheetTexts } from './kit-texts.ts'
import { useTexts } from './texts.ts'

const mostBytes = 2 * 1024 * 1024

type Props = { mostRows: number; onFile: (file: File) => void; isBusy: boolean }

/** Where a spreadsheet is dropped or chosen. */
export function SheetDrop({ mostRows, onFile, isBusy }: Props) {
  const words = useTexts(sheetTexts)
  const [isRefused, setIsRefused] = useState(false)
  return (
    <>
      <Dropzone
        onDrop={([file]) => {
          setIsRefused(false)
          if (file) onFile(file)
        }}
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
              {words.dropHint(mostRows)}
            </Text>
          </div>
        </Group>
      </Dropzone>
      {isRefused && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {words.sheetRefused}
        </Text>
      )}
    </>
  )
}
