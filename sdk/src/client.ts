import { caller } from './call.ts'
import { Resources } from './emitted/resources.ts'
import { DocumentsWithUpload } from './upload-document.ts'
import { Events } from './listen.ts'
import type { AnswerNote, RequestNote } from './notes.ts'

export type TrilhoOptions = {
  /** Where the server is: `https://pay.example.com`. */
  url: string
  /** The access key made in the portal, and its secret. */
  accessKey: string
  secret: string
  /** How long a call may take, with its login and all attempts. Default: 30 seconds. */
  timeoutMs?: number | undefined
  /** Attempts after the first, where sending again is safe. Default: 2. */
  retries?: number | undefined
  /** Another `fetch`: your own in tests, or one that goes through a proxy. */
  fetch?: typeof fetch | undefined
  /** Called for every attempt, for logs and metrics, and with its outcome. */
  onRequest?: ((note: RequestNote) => void) | undefined
  onAnswer?: ((note: AnswerNote) => void) | undefined
}

/**
 * A merchant's program at a Trilho server.
 *
 * ```ts
 * const trilho = new Trilho({ url, accessKey, secret })
 * const { payment } = await trilho.pix.createCashIn({ payment: { value: { original: '10.50' } }, webhook: { url: hook } })
 * ```
 */
export class Trilho extends Resources {
  override readonly documents: DocumentsWithUpload
  readonly events: Events

  constructor(options: TrilhoOptions) {
    const { call, put } = caller({
      url: baseOf(options.url),
      accessKey: given('accessKey', options.accessKey),
      secret: given('secret', options.secret),
      timeoutMs: options.timeoutMs ?? 30_000,
      retries: options.retries ?? 2,
      // Called without a receiver: some runtimes refuse their own fetch as a method of something else.
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      onRequest: options.onRequest,
      onAnswer: options.onAnswer,
    })
    super(call)
    this.documents = new DocumentsWithUpload(call, put)
    this.events = new Events(call)
  }
}

function given(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`new Trilho: ${name} is missing`)
  return value
}

function baseOf(url: unknown): string {
  const { protocol, href } = new URL(given('url', url))
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`new Trilho: url is not http(s): ${href}`)
  return href.replace(/\/+$/, '')
}
