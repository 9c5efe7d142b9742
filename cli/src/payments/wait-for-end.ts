import type { Session } from '../command-line/command.ts'
import { Failure, wrongUsage } from '../command-line/failure.ts'
import { showAmount } from '../terminal/words.ts'

export const waitOptions = {
  wait: { says: 'wait until it is paid, and fail (1) when it ends otherwise' },
  timeout: {
    value: 'TIME',
    says: 'how long --wait waits: 90s, 15m, 1h; default: ten minutes (5 when it is over)',
  },
} as const

const units = { s: 1_000, m: 60_000, h: 3_600_000 } as const

export function readTimeoutMs(typed = '10m'): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([smh])$/.exec(typed) ?? []
  if (unit === '') throw wrongUsage(`"${typed}" is no time to wait.`, 'Write it like 90s, 15m or 1h')
  return Number(count) * units[unit as keyof typeof units]
}

const ends = new Set(['Completed', 'Cancelled', 'Error'])

/** Follows the merchant's events from the birth of the transaction on, so that none can be missed. */
export async function waitForEnd(
  session: Session,
  { id, date, amount }: { id: string; date: string; amount: string },
  timeoutMs: number,
): Promise<void> {
  const { terminal } = session
  const trilho = await session.connect()
  const overdue = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([session.signal, overdue])
  const progress = terminal.progress(
    `Waiting for ${showAmount(amount)} to be paid (Ctrl-C stops waiting, not the payment)`,
  )
  try {
    for await (const { body } of trilho.events.listen({ since: date, signal })) {
      const { id: changed, transactionState: state, stateErrorCause: cause } = JSON.parse(body) as EventBody
      if (changed !== id || state === undefined || !ends.has(state)) continue
      progress.stop()
      if (state === 'Completed') return
      throw new Failure(
        'refused',
        `The payment ended as ${state}${cause ? `: ${cause}` : ''}.`,
        `trilho transactions show ${id}`,
      )
    }
  } catch (error) {
    if (!overdue.aborted) throw error
  } finally {
    progress.stop()
  }
  session.signal.throwIfAborted()
  throw new Failure(
    'waitedInVain',
    `It was not paid within ${timeoutMs / 1_000} seconds.`,
    `It may still be: trilho transactions show ${id}`,
  )
}

type EventBody = { id?: string; transactionState?: string; stateErrorCause?: string | null }
