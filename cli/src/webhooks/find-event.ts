import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from '../command-line/command.ts'
import { Failure, wrongUsage } from '../command-line/failure.ts'
import type { ReceivedEvent } from './print-event.ts'

const form = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/** The moment an id was made: the first 48 bits of a UUID of version 7. */
const timeOf = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))

const patienceMs = 10_000

/** An event that has been, signed anew: the stream is read from the moment it was made. */
export async function findEvent(session: Session, id: string): Promise<ReceivedEvent> {
  if (!form.test(id)) throw wrongUsage(`"${id}" is no id of an event.`, 'trilho webhooks deliveries lists them.')
  const trilho = await session.connect()
  // Says at once, and in its own words, where there is none.
  await trilho.deliveries.read(id, { signal: session.signal })
  const found = new AbortController()
  const signal = AbortSignal.any([session.signal, found.signal])
  const overdue = delay(patienceMs, null, { signal }).then(
    () => found.abort(),
    () => {},
  )
  try {
    for await (const event of trilho.events.listen({ since: timeOf(id), signal }))
      if (event.id === id.toLowerCase()) return event
  } catch (error) {
    if (!found.signal.aborted) throw error
  } finally {
    found.abort()
    await overdue
  }
  session.signal.throwIfAborted()
  throw new Failure('unavailable', 'The event did not come in time.', 'Try again.')
}
