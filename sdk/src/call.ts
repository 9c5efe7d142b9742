import { type Deadline, openDeadline, orAborted, wait } from './deadline.ts'
import { TrilhoError } from './errors.ts'
import { type TokenKeeper, tokenKeeper } from './login.ts'
import { type AnswerNote, type RequestNote, noteTo } from './notes.ts'
import type { CallOptions, Operation } from './operation.ts'
import { readAnswer, readFailure } from './read-answer.ts'
import { type Prepared, prepare } from './request.ts'
import { isRetried, pauseMs } from './retry.ts'
import type { PutFile } from './upload-document.ts'

export type Settings = {
  url: string
  accessKey: string
  secret: string
  timeoutMs: number
  retries: number
  fetch: typeof fetch
  onRequest: ((note: RequestNote) => void) | undefined
  onAnswer: ((note: AnswerNote) => void) | undefined
}

/** An answer as it came, and what the method answers of it. */
type Done = { answer: Response; value: unknown }

/** Calls an endpoint: logged in, in time, and again where that is safe. */
export function caller(settings: Settings) {
  const tokens = tokenKeeper(async () => {
    const body = { accessKey: settings.accessKey, secret: settings.secret }
    const logIn = { method: 'POST', path: '/login', body, isPublic: true, repeat: 'safe', answer: 'text' } as const
    const { answer, value } = await perform(logIn)
    return { token: value as string, date: answer.headers.get('date') }
  })

  async function perform(operation: Operation, options: CallOptions = {}): Promise<Done> {
    const request = prepare(settings.url, operation, options)
    const deadline = openDeadline(options.timeoutMs ?? settings.timeoutMs, options.signal)
    try {
      return await sendUntilDone(operation, request, deadline, options.retries ?? settings.retries)
    } finally {
      deadline.close()
    }
  }

  async function sendUntilDone(operation: Operation, request: Prepared, deadline: Deadline, retries: number) {
    let mayLogInAgain = operation.isPublic !== true
    for (let attempt = 1, retried = 0; ; attempt++) {
      const token = operation.isPublic === true ? null : await tokenFor(tokens, request, deadline)
      const note = { ...request.note, attempt }
      noteTo(settings.onRequest, note)
      const startedAtMs = performance.now()
      const tell = (status: number | null, more: Pick<AnswerNote, 'error' | 'retryInMs'> = {}) =>
        noteTo(settings.onAnswer, { ...note, status, durationMs: performance.now() - startedAtMs, ...more })
      try {
        const done = await send(request, token, operation, deadline)
        tell(done.answer.status)
        return done
      } catch (error) {
        if (!(error instanceof TrilhoError)) {
          tell(null)
          throw error
        }
        const isRefused = mayLogInAgain && error.reason === 'AuthenticationTokenInvalid' && token !== null
        const pause = isRefused ? 0 : pauseMs(retried, error)
        const isOver = !isRefused && (retried >= retries || !isRetried(error, operation) || pause > deadline.leftMs())
        tell(error.status, isOver ? { error } : { error, retryInMs: pause })
        if (isOver) throw error
        if (isRefused) {
          tokens.forget(token)
          mayLogInAgain = false
        } else retried++
        await wait(pause, deadline.signal).catch(() => Promise.reject(endOf(deadline, request)))
      }
    }
  }

  async function send(request: Prepared, token: string | null, { answer: kind }: Operation, deadline: Deadline) {
    const { requestId } = request.note
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
    try {
      const answer = await settings.fetch(request.url, {
        ...request.init,
        headers: { ...request.init.headers, ...authorization },
        signal: kind === 'file' ? deadline.lasting() : deadline.signal,
      })
      if (!answer.ok) throw await readFailure(answer, requestId)
      return { answer, value: await readAnswer(answer, kind, requestId) }
    } catch (error) {
      if (error instanceof TrilhoError) throw error
      if (deadline.signal.aborted) throw endOf(deadline, request)
      const message = 'ConnectionFailed: the server could not be reached, or went away before it had answered'
      throw new TrilhoError({ reason: 'ConnectionFailed', message, requestId, cause: error })
    }
  }

  /** To an upload address: once, for it takes one file; without our token, for it may lead to another host. */
  const put: PutFile = async (address, content, options = {}) => {
    const deadline = openDeadline(options.timeoutMs ?? settings.timeoutMs, options.signal)
    const note = {
      method: 'PUT',
      path: new URL(address).pathname,
      requestId: crypto.randomUUID(),
      idempotencyKey: null,
    }
    const init = { method: 'PUT', headers: {}, body: content, redirect: 'manual' as const }
    const upload = { method: 'PUT', path: note.path, isPublic: true, repeat: 'unsafe', answer: 'nothing' } as const
    try {
      await sendUntilDone(upload, { url: address, init, note }, deadline, 0)
    } finally {
      deadline.close()
    }
  }

  return {
    put,
    call: async <Answer>(operation: Operation, options?: CallOptions) =>
      (await perform(operation, options)).value as Answer,
  }
}

const tokenFor = (tokens: TokenKeeper, request: Prepared, deadline: Deadline) =>
  orAborted(tokens.read(), deadline.signal).catch((error: unknown) => {
    throw deadline.signal.aborted ? endOf(deadline, request) : error
  })

/** The caller's own reason where it has aborted, as `fetch` throws it; else that the time was over. */
function endOf(deadline: Deadline, { note }: Prepared): unknown {
  if (!deadline.isOver()) return deadline.signal.reason
  const message = 'TimedOut: there was no answer in time. What was asked for may have been done'
  return new TrilhoError({ reason: 'TimedOut', message, requestId: note.requestId })
}
