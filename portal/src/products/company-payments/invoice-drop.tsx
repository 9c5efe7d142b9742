import '@mantine/dropzone/styles.css'
import { Group, Text } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { useState } from 'react'
import { IconFileInvoice, IconFileX, IconUpload } from '../../kit/icons.tsx'
import { useTexts } from '../../kit/texts.ts'
import { requestTexts } from './texts.ts'
import { acceptedTypes, mostBytes } from './upload-invoice.ts'

type Props = {
  onFiles: (files: File[]) => void
  isBusy?: boolean
  /** What is dropped, where it is no invoice. */
  label?: string
}

/** Takes invoices by drag and drop, by click and by keyboard, and says at once what cannot be taken. */
export function InvoiceDrop({ onFiles, isBusy = false, label }: Props) {
  const words = useTexts(requestTexts)
  const said = label ?? words.dropHere
  const [refused, setRefused] = useState<string | null>(null)

  const why = ({ file, errors }: FileRejection) =>
    errors.some(error => error.code === 'file-too-large') ? words.tooLarge(file.name) : words.wrongType(file.name)

  return (
    <>
      <Dropzone
        onDrop={files => {
          setRefused(null)
          onFiles(files)
        }}
        onReject={rejections => setRefused(rejections.map(why).join(' '))}
        accept={acceptedTypes}
        maxSize={mostBytes}
        disabled={isBusy}
        inputProps={{ 'aria-label': said }}
        p="lg"
      >
        <Group justify="center" gap="md" wrap="nowrap" mih={64} style={{ pointerEvents: 'none' }}>
          <Dropzone.Accept>
            <IconUpload size={32} stroke={1.5} aria-hidden />
          </Dropzone.Accept>
          <Dropzone.Reject>
            <IconFileX size={32} stroke={1.5} aria-hidden />
          </Dropzone.Reject>
          <Dropzone.Idle>
            <IconFileInvoice size={32} stroke={1.5} aria-hidden />
          </Dropzone.Idle>
          <div>
            <Text size="sm" fw={600}>
              {said}
            </Text>
            <Text size="xs" c="dimmed">
              {words.orChoose}
            </Text>
          </div>
        </Group>
      </Dropzone>
      {refused !== null && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {refused}
        </Text>
      )}
    </>
  )
}
