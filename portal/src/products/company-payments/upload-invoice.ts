import { ApiFailure } from '../../kit/api.ts'
import { askUpload, readDocuments } from './api.ts'
import { sendBytes } from './send-bytes.ts'

/** What the server accepts, checked before anything is sent. The server checks the bytes again, and never the name. */
export const acceptedTypes = ['application/pdf', 'image/png', 'image/jpeg', 'application/xml', 'text/xml']
export const mostBytes = 10 * 1024 * 1024

type Given = { merchantId: string; requestId: string; file: File; onProgress: (percent: number) => void }

/** Asks where to, then sends the bytes there. */
export async function uploadInvoice({ merchantId, requestId, file, onProgress }: Given): Promise<void> {
  const { id, address } = await askUpload(merchantId, requestId, file.name.slice(-255))
  await sendBytes(address, file, onProgress)
  // A bucket takes whatever comes; only the server says whether it was kept.
  const kept = (await readDocuments(merchantId, requestId)).find(document => document.id === id)
  if (kept?.state !== 'Uploaded') throw new ApiFailure(415, 'Not kept', { reason: 'DocumentTypeNotAllowed' })
}
