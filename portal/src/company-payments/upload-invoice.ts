import { ApiFailure, type FailureReason } from '../kit/api.ts'
import { askUpload, readDocuments } from './api.ts'

/** What the server takes, told before anything is sent. It looks at the bytes again, and never at the name. */
export const acceptedTypes = ['application/pdf', 'image/png', 'image/jpeg', 'application/xml', 'text/xml']
export const mostBytes = 10 * 1024 * 1024

type Given = { merchantId: string; requestId: string; file: File; onProgress: (percent: number) => void }

/** Asks where to, then sends the bytes there; `fetch` cannot tell how far it is. */
export async function uploadInvoice({ merchantId, requestId, file, onProgress }: Given): Promise<void> {
  const { id, address } = await askUpload(merchantId, requestId, file.name.slice(-255))
  await new Promise<void>((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('PUT', address)
    sending.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100)),
    )
    sending.addEventListener('load', () => (sending.status < 300 ? resolve() : reject(failureOf(sending))))
    sending.addEventListener('error', () => reject(new ApiFailure(0, 'No answer', { reason: 'Unreachable' })))
    sending.send(file)
  })
  // A bucket takes whatever comes; only the server says whether it was kept.
  const kept = (await readDocuments(merchantId, requestId)).find(document => document.id === id)
  if (kept?.state !== 'Uploaded') throw new ApiFailure(415, 'Not kept', { reason: 'DocumentTypeNotAllowed' })
}

function failureOf(sending: XMLHttpRequest): ApiFailure {
  try {
    const { error } = JSON.parse(sending.responseText) as {
      error: { message: string; details: { reason: FailureReason } }
    }
    return new ApiFailure(sending.status, error.message, error.details)
  } catch {
    return new ApiFailure(sending.status, sending.statusText, { reason: 'InternalError' })
  }
}
