import { type Deadline, orAborted } from './deadline.ts'
import { TrilhoError } from './errors.ts'
import type { Operation } from './operation.ts'
import { readAnswer, readFailure } from './read-answer.ts'
import type { Prepared } from './request.ts'

/** An answer as it came, and what the method answers of it. */
export type Done = { answer: Response; value: unknown }

type Attempt = { request: Prepared; token: string | null; kind: Operation['answer']; deadline: Deadline }

/** Sends a request once. Throws a TrilhoError, or the caller's own reason where it has aborted. */
export async function sendOnce(fetchIt: typeof fetch, attempt: Attempt): Promise<Done> {
  const { request, deadline } = attempt
  try {
    return await orAborted(exchange(fetchIt, attempt), deadline.signal)
  } catch (error) {
    if (deadline.signal.aborted) throw endOf(deadline, request)
    if (error instanceof TrilhoError) throw error
    const message = 'ConnectionFailed: the server could not be reached, or went away before it had answered'
    throw new TrilhoError({ reason: 'ConnectionFailed', message, requestId: request.note.requestId, cause: error })
  }
}

async function exchange(fetchIt: typeof fetch, { request, token, kind, deadline }: Attempt): Promise<Done> {
  const { url, init, note } = request
  const answer = await fetchIt(url, {
    ...init,
    headers: { ...init.headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    signal: kind === 'file' ? deadline.lasting() : deadline.signal,
  })
  if (!answer.ok) throw await readFailure(answer, note.requestId)
  return { answer, value: await readAnswer(answer, kind, note.requestId) }
}

/** The caller's own reason where it has aborted, as `fetch` throws it; else that the time was over. */
export function endOf(deadline: Deadline, { note }: Prepared): unknown {
  if (!deadline.isOver()) return deadline.signal.reason
  const message = 'TimedOut: there was no answer in time. What was asked for may have been done'
  return new TrilhoError({ reason: 'TimedOut', message, requestId: note.requestId })
}
