import { type Deadline, openDeadline, orAborted, wait } from './deadline.ts'
import { TrilhoError } from './errors.ts'
import { tokenKeeper } from './login.ts'
import { type AnswerNote, type RequestNote, noteTo } from './notes.ts'
import type { CallOptions, Operation } from './operation.ts'
import { type Prepared, prepare, prepareUpload } from './request.ts'
import { isRetried, pauseMs } from './retry.ts'
import { type Done, endOf, sendOnce } from './send.ts'
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

/** Calls an endpoint: logged in, in time, and again where that is safe. */
export function caller(settings: Settings) {
  const tokens = tokenKeeper(async () => {
    const body = { accessKey: settings.accessKey, secret: settings.secret }
    const logIn = { method: 'POST', path: '/login', body, isPublic: true, repeat: 'safe', answer: 'text' } as const
    const { answer, value } = await perform(logIn, prepare(settings.url, logIn))
    return { token: value as string, date: answer.headers.get('date') }
  })

  async function perform(operation: Operation, request: Prepared, options: CallOptions = {}): Promise<Done> {
    const deadline = openDeadline(options.timeoutMs ?? settings.timeoutMs, options.signal)
    try {
      return await sendUntilDone(operation, request, deadline, options.retries ?? settings.retries)
    } catch (error) {
      // Whether it was waiting or logging in: the caller gets the reason why it ended.
      throw deadline.signal.aborted ? endOf(deadline, request) : error
    } finally {
      deadline.close()
    }
  }

  async function sendUntilDone(operation: Operation, request: Prepared, deadline: Deadline, retries: number) {
    const { isPublic, answer: kind } = operation
    let mayLogInAgain = true
    for (let attempt = 1, retried = 0; ; attempt++) {
      deadline.signal.throwIfAborted()
      const token = isPublic === true ? null : await orAborted(tokens.read(), deadline.signal)
      const report = noteAttempt({ ...request.note, attempt })
      try {
        const done = await sendOnce(settings.fetch, { request, token: token?.text ?? null, kind, deadline })
        report({ status: done.answer.status })
        return done
      } catch (error) {
        if (!(error instanceof TrilhoError)) {
          report({ status: null })
          throw error
        }
        const isTokenRefused = mayLogInAgain && token !== null && error.reason === 'AuthenticationTokenInvalid'
        const pause = isTokenRefused ? 0 : pauseMs(retried, error)
        const isLast =
          !isTokenRefused && (retried >= retries || !isRetried(error, operation) || pause > deadline.leftMs())
        report({ status: error.status, error, ...(isLast ? {} : { retryInMs: pause }) })
        if (isLast) throw error
        if (isTokenRefused) {
          tokens.discard(token)
          mayLogInAgain = false
        } else retried++
        await wait(pause, deadline.signal)
      }
    }
  }

  /** Calls the hooks when an attempt begins; the returned function calls them with its outcome. */
  function noteAttempt(note: RequestNote) {
    const startedAtMs = performance.now()
    noteTo(settings.onRequest, note)
    return (end: Pick<AnswerNote, 'status' | 'error' | 'retryInMs'>) =>
      noteTo(settings.onAnswer, { ...note, durationMs: performance.now() - startedAtMs, ...end })
  }

  /** An upload address takes one file and needs no token, which must not get to the host it may lead to. */
  const upload = { method: 'PUT', path: '', isPublic: true, repeat: 'unsafe', answer: 'nothing' } as const
  const put: PutFile = async (address, content, options) => {
    await perform(upload, prepareUpload(address, content as BodyInit), options)
  }

  return {
    put,
    call: async <Answer>(operation: Operation, options?: CallOptions) =>
      (await perform(operation, prepare(settings.url, operation, options), options)).value as Answer,
  }
}
