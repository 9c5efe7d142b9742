import type { Problem } from '../../../server/src/platform/http/errors.ts'
import type { Requested } from '../../../server/src/tenancy/people/operator-requests/portal-schemas.ts'
import type { Reason } from '../../../server/src/platform/http/reasons.ts'

/** `Unreachable`: there was no answer at all. `ApprovalRequested`: another operator must approve it first.
 * `PasskeyNotUsed`: the browser has none for this site, or the person gave up. */
export type FailureReason = Reason | 'Unreachable' | 'ApprovalRequested' | 'PasskeyNotUsed'

type FailureDetails = { reason: FailureReason; message?: string; requestId?: string; retryAfterSeconds?: number }

/** What the API refused, and why: the one error that screens meet. */
export class ApiFailure extends Error {
  readonly status: number
  readonly reason: FailureReason
  /** What exactly, where the reason alone does not say: `details.message` of the answer. */
  readonly detail: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Of a 400: what is wrong with which field. */
  readonly problems: Problem[]

  constructor(status: number, message: string, details: FailureDetails, problems: Problem[] = []) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.reason = details.reason
    this.detail = details.message
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.problems = problems
  }
}

export const isFailure = (error: unknown, reason: FailureReason): error is ApiFailure =>
  error instanceof ApiFailure && error.reason === reason

/** What the transport asks of the shell. The shell puts its own in; until then nothing can be asked. */
export const shellHooks = {
  /** Shows the dialog for password or code; true when they were right. */
  confirmIdentity: async (): Promise<boolean> => false,
  /** Goes to the sign-in screen, which comes back here. */
  sessionEnded: () => {},
  /** Reads the session anew, because its CSRF token is of another one. */
  renewSession: async (): Promise<void> => {},
  /** Goes to the request that was made instead of what was asked for. */
  approvalRequested: (_requestId: string): void => {},
}

let csrfToken = ''
/** Of the session as last read; sent with every change. */
export const keepCsrfToken = (token: string): void => {
  csrfToken = token
}

type Query = Record<string, string | number | boolean | null | undefined>

/** Parts that are null, undefined or empty are left out. */
function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

export const apiAddress = (path: string, query?: Query): string => withQuery(`/portal/api${path}`, query)

/** A call to the portal's API: `data` of the envelope, or an `ApiFailure`. */
export const api = {
  get: <Data>(path: string, query?: Query, signal?: AbortSignal) =>
    call<Data>('GET', withQuery(path, query), { signal }),
  post: <Data = undefined>(path: string, body: unknown = {}) => call<Data>('POST', path, { body }),
  put: <Data = undefined>(path: string, body: unknown = {}) => call<Data>('PUT', path, { body }),
  delete: <Data = undefined>(path: string) => call<Data>('DELETE', path, {}),
}

type Sent = { body?: unknown; signal?: AbortSignal | undefined }

/** Paths whose 401 is an answer of their own and not the end of a session. */
const asksWhoIsThere = /^\/(session|sign-in|confirm|links\/[^/]+|password-reset)$/

async function call<Data>(method: string, path: string, sent: Sent): Promise<Data> {
  try {
    return await send<Data>(method, path, sent)
  } catch (error) {
    if (isFailure(error, 'SessionInvalid') && !asksWhoIsThere.test(path)) shellHooks.sessionEnded()
    if (isFailure(error, 'ConfirmationRequired') && (await shellHooks.confirmIdentity()))
      return await send<Data>(method, path, sent)
    // Signed in anew in another tab: the cookie is of the new session, the token of the old one.
    if (isFailure(error, 'CsrfTokenInvalid')) {
      await shellHooks.renewSession()
      return await send<Data>(method, path, sent)
    }
    throw error
  }
}

declare global {
  interface Window {
    /** Calls that `begin.js` has made for the first screen, by path. */
    begunCalls?: Map<string, Promise<Response>>
  }
}

/** An answer that is on its way already, for the first who wants it. */
function begunCall(method: string, path: string): Promise<Response> | undefined {
  const begun = method === 'GET' ? window.begunCalls?.get(path) : undefined
  if (begun !== undefined) window.begunCalls?.delete(path)
  return begun
}

async function send<Data>(method: string, path: string, { body, signal }: Sent): Promise<Data> {
  const response = await (
    begunCall(method, path) ??
    fetch(`/portal/api${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(method === 'GET' ? {} : { 'x-csrf-token': csrfToken }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  ).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiFailure(0, 'No answer', { reason: 'Unreachable' })
  })
  const answer = (await response.json().catch(() => null)) as { data?: Data; error?: WireError } | null
  const { requested } = (answer?.data ?? {}) as Partial<Requested>
  // Files, too, are accepted with 202.
  if (response.status === 202 && requested !== undefined) {
    shellHooks.approvalRequested(requested.id)
    throw new ApiFailure(202, 'Requested', { reason: 'ApprovalRequested' })
  }
  if (response.ok) return answer?.data as Data
  throw failureOf(response, answer?.error)
}

type WireError = { message: string; details: Problem[] | FailureDetails }

function failureOf(response: Response, error: WireError | undefined): ApiFailure {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined
  const extra = { ...(requestId && { requestId }), ...(retryAfterSeconds && { retryAfterSeconds }) }
  if (error === undefined)
    return new ApiFailure(response.status, response.statusText, { reason: 'InternalError', ...extra })
  if (Array.isArray(error.details))
    return new ApiFailure(response.status, error.message, { reason: 'InvalidRequestFormat', ...extra }, error.details)
  return new ApiFailure(response.status, error.message, { ...error.details, ...extra })
}
