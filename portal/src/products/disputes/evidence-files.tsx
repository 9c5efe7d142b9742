import { useState } from 'react'
import { AttachedFiles, type Attached } from '../company-payments/attached-files.tsx'
import { InvoiceDrop } from '../company-payments/invoice-drop.tsx'
import { sendBytes } from '../company-payments/send-bytes.ts'
import { useTexts } from '../../kit/texts.ts'
import { type DisputeView, askFileUpload } from './api.ts'
import { disputeTexts } from './texts.ts'

const mostFiles = 10
type Sending = Attached & { id: string | null }

/** Files that go with a text about a dispute: `send` sends them and returns their ids, `field` shows them. */
export function useEvidence({ id, merchant }: Pick<DisputeView, 'id' | 'merchant'>, isOperator = false) {
  const words = useTexts(disputeTexts)
  const [files, setFiles] = useState<Sending[]>([])
  const change = (of: File, facts: Partial<Sending>) =>
    setFiles(all => all.map(one => (one.file === of ? { ...one, ...facts } : one)))

  /** One after another; what has arrived is not sent again when something fails. */
  async function send(): Promise<string[]> {
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
    const { id: fileId, address } = await askFileUpload(merchant.id, id, file.name.slice(-255), isOperator)
    await sendBytes(address, file, percent => change(file, { percent }))
    change(file, { percent: null, isSent: true, id: fileId })
    return fileId
  }

  const add = (more: File[]) =>
    setFiles(all =>
      [...all, ...more.map(file => ({ file, percent: null, isSent: false, failure: null, id: null }))].slice(
        0,
        mostFiles,
      ),
    )
  const field = (isSending: boolean) => (
    <>
      <InvoiceDrop label={words.dropFiles} onFiles={add} isBusy={isSending || files.length >= mostFiles} />
      <AttachedFiles
        files={files}
        onRemove={isSending ? null : file => setFiles(all => all.filter(one => one.file !== file))}
      />
    </>
  )
  return { send, field }
}
