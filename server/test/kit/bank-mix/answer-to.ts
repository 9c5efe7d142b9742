import type { Answer } from '../api-client.ts'
import type { Beside } from './diary.ts'

const mostSent = 5

/** Sent once, or at least twice and until there is a response. Null: the response was lost with a killed process. */
export async function answerTo({ server, happened }: Beside, isSentAgain: boolean, send: () => Promise<Answer>) {
  for (let sent = 1; sent <= mostSent; sent++) {
    const answer = await send().catch(isSilence)
    if (answer !== null) expectAnswer(answer)
    const reason: unknown = answer?.body.error?.details?.reason
    if (typeof reason === 'string') happened.add(`answer ${reason}`)
    if (!isSentAgain || (answer !== null && sent > 1)) return answer
    await server.isBack()
  }
  throw new Error('the server never answers')
}

/** The connection broke before the response was complete. Any other error is a fault. */
function isSilence(error: unknown): null {
  if (error instanceof TypeError && /fetch failed|terminated/.test(error.message)) return null
  throw error
}

/** A response is a success, a refusal (also of a suspended merchant), or an unavailable bank: never a 500. */
function expectAnswer({ status, text }: Answer): void {
  const isOfBank = status === 400 && text.includes('a boleto at this bank')
  if (!isOfBank && ![200, 201, 403, 409, 422, 503].includes(status)) throw new Error(`HTTP ${status}: ${text}`)
}
