import { type AnswerNote, TrilhoError } from '@trilho/sdk'
import { type Session, command } from '../command-line/command.ts'
import { Failure, wrongUsage } from '../command-line/failure.ts'
import { didYouMean } from '../command-line/did-you-mean.ts'
import { connectTo } from '../profiles/connect.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { readMoment } from '../terminal/words.ts'
import { eventNames } from './event-names.ts'
import { type Forwarded, forward, isAccepted, readForwardAddress } from './forward.ts'
import { type Wish, openPosition } from './position.ts'
import { type ReceivedEvent, printEvent } from './print-event.ts'
import { findEvent } from './find-event.ts'

export const listen = command({
  name: 'listen',
  says: 'your events as they happen, forwarded to this machine',
  more: `Needs no public address: it asks the server for the events, from wherever you are. --forward posts each one with the
headers and the signature of a real delivery, so that your receiver checks it as it will in production.

It goes on where it was stopped, also after days, and connects again by itself when the server was away. What your
receiver refused is shown, and can be had again: --replay.`,
  args: {},
  options: {
    forward: { value: 'URL', says: 'post every event there: http://localhost:4000/hook, or a port of this machine' },
    events: { value: 'NAMES', says: `only these, separated by commas: ${eventNames.slice(0, 3).join(', ')}, …` },
    since: { value: 'TIME', says: 'everything again since: 1h, 2026-11-16T12:00:00Z' },
    replay: { value: 'ID', says: 'one event again, by its id, and no more' },
    new: { says: 'only what happens from now on, without what was missed' },
  },
  examples: [
    'trilho listen --forward http://localhost:4000/hook',
    'trilho listen --events transactionCompleted,transactionRefunded',
    'trilho listen --forward 4000 --since 1h',
    'trilho listen --forward 4000 --replay 019a8a3c-…',
    'trilho listen --json | jq -r .body.transactionState',
  ],
  run: async (session, { options }) => {
    const { replay, since } = options
    if ([replay, since, options.new ? '' : undefined].filter(said => said !== undefined).length > 1)
      throw wrongUsage('--replay, --since and --new exclude each other.')
    const address = options.forward === undefined ? null : readForwardAddress(options.forward)
    const types = options.events === undefined ? null : readNames(options.events)
    if (replay !== undefined) return replayEvent(session, replay, address)
    const wish = since === undefined ? (options.new ? 'new' : 'goOn') : readMoment(since)
    await follow(session, { address, types, wish })
  },
})

type FollowOptions = { address: string | null; types: Set<string> | null; wish: Wish }

/** Until Ctrl-C. An event counts as received once it was forwarded, whatever the response was. */
async function follow(session: Session, { address, types, wish }: FollowOptions): Promise<void> {
  const { terminal, signal, env } = session
  const access = await session.access()
  const trilho = connectTo(access, { onAnswer: absenceNotes(terminal) })
  const now = await readServerTime(session)
  const position = await openPosition(env, access, wish, now)
  terminal.note(
    `Listening to ${access.url} as ${access.name}${position.goesOn ? ', from where it stopped' : ''}. ` +
      (address === null ? 'Add --forward URL to have events posted to you.' : `Forwarding to ${address}`),
  )
  terminal.note(terminal.paintNote('dim', 'Ctrl-C stops; the next time it goes on from there.'))
  for await (const event of trilho.events.listen({ ...position.beginning, signal, retries: mostRetries })) {
    if (position.isReceived(event.id)) continue
    const isShown = types === null || types.has(event.type)
    const forwarded = isShown ? await receive(session, event, address) : null
    if (isCutOff(forwarded, signal)) return
    await position.moveTo(event.id)
  }
}

/** Some days, so that it survives a weekend. */
const mostRetries = 100_000

/** By the server's clock. Fails at once, in the right words, where nobody is there or the key is not accepted. */
async function readServerTime({ connect, signal }: Session): Promise<string> {
  try {
    return (await (await connect()).account.readBalance({ signal })).date
  } catch (error) {
    if (error instanceof TrilhoError && error.reason === 'ScopeNotAllowed') return new Date().toISOString()
    throw error
  }
}

/** Says when the server has gone away, and when it is there again; not each time it is asked in between. */
function absenceNotes({ note, paintNote }: Terminal): (answer: AnswerNote) => void {
  let isAway = false
  return ({ path, status, error }) => {
    // A login, also a repeated one, is not reported.
    if (status === 401 || (path !== '/webhooks/events' && error === undefined)) return
    if (error !== undefined && !isAway)
      note(paintNote('yellow', `The server is away (${error.reason}). Connecting again by itself…`))
    if (error === undefined && isAway) note(paintNote('green', 'Connected again.'))
    isAway = error !== undefined
  }
}

async function replayEvent(session: Session, id: string, address: string | null): Promise<void> {
  const forwarded = await receive(session, await findEvent(session, id), address)
  if (forwarded !== null && !isAccepted(forwarded))
    throw new Failure('refused', 'The receiver did not accept it.', 'Its log should say why; then replay it again.')
}

async function receive(
  { terminal, signal }: Session,
  event: ReceivedEvent,
  address: string | null,
): Promise<Forwarded | null> {
  const forwarded = address === null ? null : await forward(address, event, signal)
  if (isCutOff(forwarded, signal)) return forwarded
  printEvent(terminal, event, forwarded)
  if (forwarded !== null && !isAccepted(forwarded) && !terminal.isJson)
    terminal.note(terminal.paintNote('dim', `  again: trilho listen --forward ${address} --replay ${event.id}`))
  return forwarded
}

/** By Ctrl-C, before the receiver had responded: it does not count as received, and comes again. */
const isCutOff = (forwarded: Forwarded | null, signal: AbortSignal) => signal.aborted && forwarded?.status === null

function readNames(typed: string): Set<string> {
  const names = typed.split(',').map(name => name.trim())
  const wrong = names.find(name => !eventNames.some(known => known === name))
  if (wrong === undefined) return new Set(names)
  const near = didYouMean(wrong, eventNames)
  throw wrongUsage(
    `There is no event "${wrong}".`,
    near === undefined ? `There are: ${eventNames.join(', ')}` : `Did you mean: ${near}`,
  )
}
