import { isDefect } from '../../platform/db/defects.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { ExternalFault } from '../../platform/lib/within-time.ts'

/** No answer, a fault of the bank's, or an answer that says nothing of what was asked: the bank is asked again. */
export class BankAway extends ExternalFault {
  readonly why: string
  readonly retryAfterSeconds: number
  /** False: the bank certainly has not got what was asked. */
  readonly isSent: boolean
  constructor(why: string, retryAfterSeconds = 5, isSent = true) {
    super(`the bank is away: ${why}`)
    this.why = why
    this.retryAfterSeconds = retryAfterSeconds
    this.isSent = isSent
  }
}

/** The bank takes no more calls of this kind for so long, or would not: this one was not carried out. */
export class BankLimited extends BankAway {
  override readonly isSent = false
}

/** A definite no to a question, or to what cannot be refused, in the bank's own words. When it stays so a person looks. */
export class BankRefused extends BankAway {
  readonly words: string
  /** `forLog`: the status and the words with personal data masked. */
  constructor(words: string, forLog: string) {
    super(`an answer that says nothing, ${forLog}`)
    this.words = words
  }
}

/** The bank sends no payouts of a key without a callback address: it has lost ours. */
export class CallbackMissing extends BankRefused {
  readonly bank: string
  constructor(bank: string, words: string, forLog: string) {
    super(words, forLog)
    this.bank = bank
  }
}

/**
 * A 4xx that may not be about what was asked: of something in front of the bank, about our access, or in a form that nobody
 * knows; or a 2xx with a state that nobody knows. The bank is asked again, and when it stays so for longer than that can be a person looks.
 */
export class BankUnclear extends BankAway {
  /** The status and what else the response had. */
  readonly words: string
  /** Of a 2xx: the state that nobody knows, or what came instead. Null: it is no 2xx. */
  readonly state: string | null
  constructor(words: string, forLog: string, state: string | null = null) {
    super(`an answer that says nothing, ${forLog}`)
    this.words = words
    this.state = state
  }
}

/** A row of a bank's list that lacks what says which payment it is, its amount, its state or what has gone back. */
export class UnreadableRow {
  /** What it is about, in the bank's ids; null: that cannot be read. */
  readonly name: string | null
  /** The same for the same row. */
  readonly digest: string
  readonly lacks: string
  /** What has gone back of the payment cannot be read: the books may lack it, also of a payment that is booked. */
  readonly hidesReturns: boolean
  constructor(name: string | null, digest: string, lacks: string, hidesReturns = false) {
    this.name = name
    this.digest = digest
    this.lacks = lacks
    this.hidesReturns = hidesReturns
  }
}

/** Some rows of a bank's list cannot be read. The others were. */
export class UnreadableRows extends ExternalFault {
  readonly rows: readonly UnreadableRow[]
  constructor(rows: readonly UnreadableRow[]) {
    super(`${rows.length} of the rows that the bank lists cannot be read`)
    this.rows = rows
  }
  /** Whether one of them is, or may be, about this. */
  mayHave(name: string): boolean {
    return this.rows.some(row => row.name === null || row.name.toLowerCase() === name.toLowerCase())
  }
}

/** What can be read; the rows that cannot are put aside, each once. */
export async function* puttingAside<Item>(items: AsyncIterable<Item> | Item[], aside: Map<string, UnreadableRow>) {
  try {
    yield* items
  } catch (error) {
    if (!(error instanceof UnreadableRows)) throw error
    for (const row of error.rows) aside.set(row.digest, row)
  }
}

/** For a bank that is asked because a person waits for its answer. */
export function unavailableToPerson(error: unknown): never {
  if (error instanceof ApiError || isDefect(error)) throw error
  throw new ApiError('BankUnavailable', { retryAfterSeconds: 5 })
}
