import { ApiFailure, type FailureReason } from '../../kit/api.ts'

/** Sends a file to an upload address and reports its progress, which `fetch` cannot. */
export const sendBytes = (address: string, file: File, onProgress: (percent: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('PUT', address)
    sending.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100)),
    )
    sending.addEventListener('load', () => (sending.status < 300 ? resolve() : reject(failureOf(sending))))
    sending.addEventListener('error', () => reject(new ApiFailure(0, 'No answer', { reason: 'Unreachable' })))
    sending.send(file)
  })

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
