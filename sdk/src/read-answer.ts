import type { Problem } from './emitted/schemas.ts'
import { TrilhoError, type TrilhoReason } from './errors.ts'
import type { Operation } from './operation.ts'

/** What a method answers, of an answer that is no failure. */
export async function readAnswer(answer: Response, kind: Operation['answer'], requestId: string): Promise<unknown> {
  if (kind === 'file') return answer
  const text = await answer.text()
  if (kind === 'nothing') return undefined
  if (kind === 'text') return text
  const body = parsed(text)
  if (body === undefined) throw unexpected(answer, requestId)
  return kind === 'json' ? body : (body as { data: unknown }).data
}

/** The form of every failure; OAuth and proxies have others. */
type Failure = {
  error?: { message?: string; details?: Problem[] | { reason?: TrilhoReason; message?: string; requestId?: string } }
  error_description?: string
}

export async function readFailure(answer: Response, requestId: string): Promise<TrilhoError> {
  const body = parsed(await answer.text()) as Failure | undefined
  const details = typeof body?.error === 'object' ? body.error.details : undefined
  const facts = {
    status: answer.status,
    requestId: answer.headers.get('x-request-id') ?? requestId,
    retryAfterMs: retryAfterMs(answer.headers),
  }
  const meaning = body?.error?.message ?? body?.error_description ?? `The answer was HTTP ${answer.status}`
  if (Array.isArray(details))
    return new TrilhoError({
      ...facts,
      reason: 'InvalidRequestFormat',
      message: `InvalidRequestFormat: ${meaning}`,
      problems: details,
    })
  const reason = details?.reason ?? reasonsOfStatus[answer.status] ?? 'UnexpectedAnswer'
  const message = `${reason}: ${meaning}${details?.message === undefined ? '' : ` (${details.message})`}`
  return new TrilhoError({ ...facts, reason, message, details: details?.message ?? null })
}

/** Where the answer does not say: a proxy's, or one of OAuth. */
const reasonsOfStatus: Record<number, TrilhoReason> = {
  400: 'InvalidRequestFormat',
  401: 'AccessKeyUnauthorized',
  404: 'RouteNotFound',
  408: 'RequestTimeout',
  413: 'BodyTooLarge',
  429: 'RateLimitExceeded',
  500: 'InternalError',
  502: 'ServiceUnavailable',
  503: 'ServiceUnavailable',
  504: 'ServiceUnavailable',
}

const unexpected = (answer: Response, requestId: string) =>
  new TrilhoError({
    reason: 'UnexpectedAnswer',
    status: answer.status,
    message: `UnexpectedAnswer: HTTP ${answer.status}, but not JSON. Is the url the server's?`,
    requestId,
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Seconds, or a date, which the answer's own Date is measured against: this machine's clock may be wrong. */
export function retryAfterMs(headers: Headers): number | null {
  const said = headers.get('retry-after')
  if (said === null) return null
  if (/^\d+$/.test(said)) return Number(said) * 1000
  const at = Date.parse(said)
  const now = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(at) ? null : Math.max(0, at - (Number.isNaN(now) ? Date.now() : now))
}
