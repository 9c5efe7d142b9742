import { queryOf } from './address.ts'
import { wait } from './deadline.ts'
import type { StreamedEvent, WebhookEvent } from './emitted/schemas.ts'
import { TrilhoError } from './errors.ts'
import type { Call } from './operation.ts'
import { isRetried, pauseMs } from './retry.ts'
import { framesOf } from './server-sent-events.ts'
import type { Moment } from './values.ts'

/** An event as your address would receive it now: `webhooks.verify(body, headers, secret)` takes it as it is. */
export type ListenedEvent = StreamedEvent & { type: WebhookEvent['type'] }

export type ListenOptions = {
  /** Begin after this event: the last one you had. Else with what happens from now on. */
  lastEventId?: string | undefined
  /** Begin with what happened at this moment or later. */
  since?: Moment | undefined
  /** Ends the iterator. */
  signal?: AbortSignal | undefined
  /** How often in a row the server may fail to answer before the iterator throws. Default: 30. */
  retries?: number | undefined
}

/** Three heartbeats of the server missed: the connection is dead. */
const silenceMs = 45_000
/** A connection that lasted so long was none that failed. */
const steadyMs = 10_000
/** Longer than between the attempts of a call: nobody waits for a single answer. */
const longestPauseMs = 30_000
/** Ids that are remembered, so that no event is yielded twice. */
const mostRemembered = 10_000

/** The events of your webhooks, without an address of your own. */
export class Events {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Follow your events as they happen, each once. A connection that ends is opened again where it was, so that none is
   * left out; one from shortly before the beginning may then be yielded as well. The iterator ends with `signal`, and throws
   * what cannot be helped, like a key that was revoked. `GET /webhooks/events`.
   */
  async *listen(options: ListenOptions = {}): AsyncGenerator<ListenedEvent, void> {
    const { signal = new AbortController().signal, retries = 30 } = options
    const seen = new Set<string>()
    let { lastEventId, since } = options
    for (let failures = 0; !signal.aborted; failures++) {
      const openedAtMs = performance.now()
      let end: unknown
      try {
        const { body, headers } = await this.#open({ lastEventId, since, signal })
        // A listener that loses the connection before its first event resumes from when it began, by the server's clock.
        since ??= headers.get('date') ?? undefined
        for await (const { id, event, data } of framesOf(body, silenceMs)) {
          if (signal.aborted) return
          lastEventId = id
          if (remember(seen, id)) yield { ...JSON.parse(data), type: event } as ListenedEvent
        }
      } catch (error) {
        end = error
      }
      if (signal.aborted) return
      if (performance.now() - openedAtMs > steadyMs) failures = 0
      if (isLasting(end) || failures >= retries)
        throw end ?? new Error('the stream of events ends as soon as it is open')
      const retryAfterMs = end instanceof TrilhoError ? end.retryAfterMs : null
      await wait(pauseMs(failures, { retryAfterMs }, longestPauseMs), signal).catch(() => undefined)
    }
  }

  async #open({ lastEventId, since, signal }: ListenOptions) {
    const { body, headers } = await this.#call<Response>(
      {
        method: 'GET',
        path: '/webhooks/events',
        query: queryOf({ since: undefined }, { since: since === undefined ? since : new Date(since) }),
        headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
        accept: 'text/event-stream',
        answer: 'file',
        ...safe,
      },
      { signal, retries: 0 },
    )
    if (body === null) throw new TypeError('the stream of events has no body')
    return { body, headers }
  }
}

/** What another try does not help. */
const isLasting = (end: unknown) => end instanceof TrilhoError && end.reason !== 'TimedOut' && !isRetried(end, safe)

const safe = { repeat: 'safe' } as const

/** Whether it is new. The oldest are forgotten where there are too many. */
function remember(seen: Set<string>, id: string): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  if (seen.size > mostRemembered) seen.delete(seen.values().next().value ?? '')
  return true
}
