import { setTimeout as delay } from 'node:timers/promises'
import { Unavailable } from '../../../platform/lib/within-time.ts'
import type { SignWebhook } from '../sign.ts'
import { commentFrame, eventFrame, firstFrame } from './frames.ts'
import { limits } from './limits.ts'
import type { News } from './read-news.ts'

type Needs = { clock: () => Date; sign: SignWebhook }

type StreamEventsInput = {
  news: () => Promise<News>
  /** Whether the token may still read this. */
  isAllowed: () => Promise<boolean>
  /** The reader has gone. */
  gone: AbortSignal
  /** The server stops. */
  stopping: AbortSignal
}

/**
 * The frames of one stream, for as long as its reader, its token and this process are there. What a reader has not taken
 * is waited for here: nothing is read from the database meanwhile.
 */
export async function* streamEvents(needs: Needs, wanted: StreamEventsInput): AsyncGenerator<string> {
  yield firstFrame(limits.comeAgainMs)
  try {
    yield* untilTheEnd(needs, wanted)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    yield commentFrame('the database does not answer: come again')
  }
}

async function* untilTheEnd(
  needs: Needs,
  { news, isAllowed, gone, stopping }: StreamEventsInput,
): AsyncGenerator<string> {
  const over = AbortSignal.any([gone, stopping])
  let saidMs = performance.now()
  while (!over.aborted) {
    if (!(await isAllowed())) return yield commentFrame('the token has expired: log in and connect again')
    const { events, isUpToDate } = await news()
    for (const event of events) {
      yield eventFrame(event, await needs.sign(event, needs.clock()))
      saidMs = performance.now()
    }
    if (performance.now() - saidMs >= limits.heartbeatMs) {
      yield commentFrame('still here')
      saidMs = performance.now()
    }
    if (isUpToDate) await delay(limits.lookEveryMs, null, { signal: over }).catch(() => {})
  }
  if (stopping.aborted) yield commentFrame('the server stops: come again')
}
