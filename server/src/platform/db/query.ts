import type { Answer, Row } from './answer.ts'

/** What can be put into a query: a value, or a part that is SQL itself. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly Value[]
  | Query<readonly object[]>

export type SentQuery = { text: string; values: unknown[]; isPrepared: boolean }
type Send = (query: SentQuery) => Promise<Answer<Row[]>>

/** One `sql` template, sent once when it is awaited or executed. Inside another template it is a part of that one. */
export class Query<Rows extends readonly object[]> implements Promise<Answer<Rows>> {
  readonly [Symbol.toStringTag] = 'Query'
  readonly #texts: readonly string[]
  readonly #values: readonly Value[]
  readonly #send: Send
  #answer: Promise<Answer<Rows>> | undefined

  constructor(texts: readonly string[], values: readonly Value[], send: Send) {
    this.#texts = texts
    this.#values = values
    this.#send = send
  }

  #sent(): Promise<Answer<Rows>> {
    return (this.#answer ??= this.#send(this.#query()) as unknown as Promise<Answer<Rows>>)
  }

  #query(): SentQuery {
    const values: unknown[] = []
    const text = this.#write(values)
    // SQL text that is not a template may contain several queries, which cannot be prepared.
    return { text, values, isPrepared: this.#texts.length > 1 || 'raw' in this.#texts }
  }

  #write(values: unknown[]): string {
    let text = this.#texts[0] ?? ''
    for (const [i, value] of this.#values.entries()) {
      text += value instanceof Query ? value.#write(values) : `$${values.push(toSent(value))}${castOf(value)}`
      text += this.#texts[i + 1]
    }
    return text
  }

  /** Sends it now, for queries that are sent together and awaited later. */
  execute(): this {
    // The error reaches those who await the result. Without this handler it would be unhandled until then.
    this.#sent().catch(() => {})
    return this
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is waited for like a promise
  then<Next = Answer<Rows>, Other = never>(
    fulfilled?: ((answer: Answer<Rows>) => Next | PromiseLike<Next>) | null,
    rejected?: ((error: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<Next | Other> {
    return this.#sent().then(fulfilled, rejected)
  }

  catch<Other = never>(
    rejected?: ((error: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<Answer<Rows> | Other> {
    return this.#sent().catch(rejected)
  }

  finally(settled?: (() => void) | null): Promise<Answer<Rows>> {
    return this.#sent().finally(settled)
  }
}

/** A part for use in queries; it is never sent itself. */
export const part = (texts: readonly string[], ...values: Value[]) =>
  new Query<Row[]>(texts, values, () => Promise.reject(new Error('a part of a query was sent')))

/** Gives a parameter the type of its value, instead of the one that PostgreSQL infers. */
function castOf(value: Value): string {
  if (typeof value === 'bigint') return '::int8'
  if (typeof value === 'boolean') return '::bool'
  return value instanceof Date ? '::timestamptz' : ''
}

function toSent(value: Value): unknown {
  if (value === undefined) throw new Error('a value of a query is undefined')
  return value instanceof Date ? value.toISOString() : value
}

/** A query is prepared once per connection, under a name derived from its text. */
const names = new Map<string, string>()
let generation = 0

export function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `trilho_${generation}_${names.size}`
    names.set(text, name)
  }
  return name
}

/** After a migration: every query is prepared again, under a new name. */
export function dropPrepared(): void {
  names.clear()
  generation++
}
