import { cleanUp } from './clean-up.ts'
import { inTime } from './patience.ts'

/** One frame of a stream, with its delivery. */
export type Frame = {
  id: string
  event: string
  data: { id: string; url: string; headers: Record<string, string>; body: string; creationDate: string }
}

type StreamInput = { token: string; lastEventId?: string; since?: string }

/** A reader of a merchant's event stream: stores the frames, and closes when the test ends. */
export async function openStream(url: string, { token, lastEventId, since }: StreamInput) {
  const leaving = new AbortController()
  const answer = await fetch(`${url}/webhooks/events${since === undefined ? '' : `?since=${since}`}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: leaving.signal,
  })
  cleanUp(() => leaving.abort())
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  let text = ''
  const ended = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error
  })
  // `ended` reports the end.
  ended.catch(() => {})

  async function read() {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece
      const whole = text
        .split('\n\n')
        .slice(0, -1)
        .filter(part => part.startsWith('id: '))
      frames.push(...whole.slice(frames.length).map(frameOf))
      for (const look of waiting) look()
    }
  }

  return {
    status: answer.status,
    headers: answer.headers,
    frames,
    text: () => text,
    /** Resolves when the other side has ended the stream. */
    ended,
    leave: () => leaving.abort(),
    /** Resolves with the first frame that matches. */
    waitFor: (isIt: (frame: Frame) => boolean): Promise<Frame> => {
      const seen = new Promise<Frame>(resolve => {
        const look = () => {
          const found = frames.find(isIt)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      })
      return inTime(`a frame with ${isIt.toString()}`, seen, () => `${frames.length} frames: ${text.slice(-1_000)}`)
    },
  }
}

export function frameOf(text: string): Frame {
  const fields = Object.fromEntries(text.split('\n').map(line => line.split(/: (.*)/s, 2) as [string, string]))
  return { id: fields['id'] ?? '', event: fields['event'] ?? '', data: JSON.parse(fields['data'] ?? '{}') }
}
