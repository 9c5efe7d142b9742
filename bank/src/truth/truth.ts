import type { Book } from './book.ts'
import type { Due, Settings } from './records.ts'

/** Something a partner is notified of by a callback. */
export type BankEvent =
  | { kind: 'pix received' | 'refund ended'; endToEndId: string }
  | { kind: 'payout ended' | 'payout returned'; endToEndId: string }
  | { kind: 'initiation ended'; initiationId: string }
  | { kind: 'boleto changed'; boletoId: string }

/** What every act on the bank's truth works with. */
export type Truth = {
  book: Book
  /** The public host and port, as codes name them. */
  host: string
  /** Where a payer consents or refuses, on this machine. */
  pageUrl: string
  settings: () => Settings
  now: () => Date
  /** Queues the callbacks of the event, in the same change. */
  notify: (event: BankEvent) => void
  /** Has what is due now done soon. */
  wake: () => void
}

export const firstSettings: Settings = {
  clockOffsetMs: 0,
  tokenSeconds: 300,
  payoutDelayMs: 0,
  refundDelayMs: 0,
  boletoDelayMs: 0,
  callbackRetrySeconds: [1, 2, 4, 8, 16, 32, 64],
  openingBalance: 100_000_00,
}

export function changeSettings({ book, settings, wake }: Truth, changed: Partial<Settings>): Settings {
  book.change(() => book.put('settings', 'bank', { ...settings(), ...changed }))
  wake()
  return settings()
}

/** Has a payout, refund or initiation end by itself after the bank's delay, or leaves it to the control API. */
export function endLater(truth: Truth, what: Due['what'], reference: string, delayMs: number | null = 0): void {
  if (delayMs === null) return
  const at = new Date(truth.now().getTime() + delayMs).toISOString()
  truth.book.put('due', `${what} ${reference}`, { at, what, reference })
  truth.wake()
}

export type Violation = { property: string; reason: string; value?: string }

/** A refusal by the bank: each dialect formats it in its own way. */
export class Refusal extends Error {
  readonly why: RefusalCause
  readonly violations: Violation[]

  constructor(why: RefusalCause, message: string, property?: string | Violation[]) {
    super(message)
    this.why = why
    this.violations = typeof property === 'string' ? [{ property, reason: message }] : (property ?? [])
  }
}

export type RefusalCause =
  | 'not found'
  | 'pix not found'
  | 'malformed'
  | 'bad query'
  | 'foreign key'
  | 'unknown key'
  | 'wrong owner'
  | 'foreign bank'
  | 'unknown institution'
  | 'no webhook'
  | 'webhook refused'
  | 'not active'
  | 'expired'
  | 'location'
  | 'used id'
  | 'too much'
  | 'too late'
  | 'state'
