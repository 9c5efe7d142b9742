import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { AttachedFiles, type Attached } from '../company-payments/attached-files.tsx'
import { InvoiceDrop } from '../company-payments/invoice-drop.tsx'
import { sendBytes } from '../company-payments/send-bytes.ts'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type DisputeView, askFileUpload, defendDispute, disputesKey } from './api.ts'
import { disputeTexts } from './texts.ts'

const mostFiles = 10
type Sending = Attached & { id: string | null }

/** The merchant's answer: a text, and files that are sent before it. */
export function DefenceForm({ dispute: { id, merchant, decidedBy, mostText } }: { dispute: DisputeView }) {
  const words = useTexts(disputeTexts)
  const [files, setFiles] = useState<Sending[]>([])
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: value => (value.trim() === '' ? words.answerMissing : null) },
  })
  const change = (of: File, facts: Partial<Sending>) =>
    setFiles(all => all.map(one => (one.file === of ? { ...one, ...facts } : one)))

  /** One after another; what has arrived is not sent again when something fails. */
  async function sendFiles(): Promise<string[]> {
    const ids: string[] = []
    for (const one of files) {
      try {
        ids.push(one.id ?? (await sendFile(one.file)))
      } catch (failure) {
        change(one.file, { percent: null, failure })
        throw failure
      }
    }
    return ids
  }

  async function sendFile(file: File): Promise<string> {
    change(file, { percent: 0, failure: null })
    const { id: fileId, address } = await askFileUpload(merchant.id, id, file.name.slice(-255))
    await sendBytes(address, file, percent => change(file, { percent }))
    change(file, { percent: null, isSent: true, id: fileId })
    return fileId
  }

  const { onSubmit, isSending, failure } = useSubmit(
    form,
    async ({ text }) => defendDispute(merchant.id, id, { text: text.trim(), files: await sendFiles() }),
    { changes: [disputesKey], notice: words.sent },
  )
  const add = (more: File[]) =>
    setFiles(all =>
      [...all, ...more.map(file => ({ file, percent: null, isSent: false, failure: null, id: null }))].slice(
        0,
        mostFiles,
      ),
    )
  return (
    <Section title={words.defence} description={words.defenceHint}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Textarea
            label={words.yourAnswer}
            autosize
            minRows={4}
            maxRows={14}
            maxLength={mostText}
            description={words.mostText(mostText)}
            required
            {...form.getInputProps('text')}
          />
          <div>
            {decidedBy === 'bank' && (
              <Text size="sm" c="dimmed" mb="xs">
                {words.filesStay}
              </Text>
            )}
            <InvoiceDrop label={words.dropFiles} onFiles={add} isBusy={isSending || files.length >= mostFiles} />
            <AttachedFiles
              files={files}
              onRemove={isSending ? null : file => setFiles(all => all.filter(one => one.file !== file))}
            />
          </div>
          <FormFailure failure={failure} />
          <Group justify="flex-end">
            <Button type="submit" loading={isSending}>
              {words.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
