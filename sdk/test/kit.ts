import { type AnswerNote, type CashInRequest, Trilho, type TrilhoOptions } from '../src/index.ts'

type Key = { accessKey: string; secret: string }

/** A client, and the calls of its hooks. */
export function connect(url: string, { accessKey, secret }: Key, options: Partial<TrilhoOptions> = {}) {
  const notes: AnswerNote[] = []
  const trilho = new Trilho({ url, accessKey, secret, onAnswer: note => notes.push(note), ...options })
  return { trilho, notes }
}

/** The requests, as a server sees them. */
export type Sent = { method: string; path: string; headers: Headers; body: string | null }

/** Between client and server: its own response, or undefined to pass the request on. */
export function between(
  interfere: (sent: Sent, count: number) => Response | Promise<Response | undefined> | undefined,
) {
  const sent: Sent[] = []
  const fetchIt: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input as string)
    const one = { method: init?.method ?? '', path: pathname, headers: new Headers(init?.headers), body: bodyOf(init) }
    sent.push(one)
    return (await interfere(one, sent.filter(other => other.path === pathname).length)) ?? fetch(input, init)
  }
  return { fetch: fetchIt, sent, sentTo: (path: string) => sent.filter(one => one.path === path) }
}

const bodyOf = (init: RequestInit | undefined) => (typeof init?.body === 'string' ? init.body : null)

/** A charge whose webhook has no receiver. */
export const charge = (original: CashInRequest['payment']['value']['original']): CashInRequest => ({
  payment: { value: { original } },
  webhook: { url: 'http://127.0.0.1:9/nobody-listens' },
})
