import { Agent, type Dispatcher, errors } from 'undici'
import { AddressNotAllowed, guardedConnector } from '../../platform/http/address-guard.ts'
import { deliveryHeaders } from './sign.ts'
import type { NewEvent } from './event.ts'
import { timeoutMs } from './retry-schedule.ts'
import { type SendError, sendErrors } from './words.ts'

/** The result of a call. Any response is `answered`; `answer` is the start of its body, `error` why there is none. */
export type Sent = {
  outcome: 'answered' | 'noConnection' | 'noAnswer'
  httpStatus: number | null
  retryAfter: string | null
  answer: string | null
  error: string | null
}

const connectTimeoutMs = 8_000
const keptBytes = 1_024
/** A response up to this size is read to its end, so that the connection can be reused; a longer one is cut off. */
const readBytes = 64 * 1_024
const readWithinMs = 1_000

/** Calls receivers over persistent connections. Never throws: a failed call is a result too. */
export function webhookSender({ isSandbox }: { isSandbox: boolean }) {
  const agent = new Agent({
    connect: guardedConnector({ isSandbox, timeoutMs: connectTimeoutMs }),
    connections: 128,
    pipelining: 1,
    allowH2: false,
  })

  const send = (event: NewEvent, signature: Record<string, string>) =>
    new Promise<Sent>(resolve => {
      const { origin, pathname, search } = new URL(event.url)
      const headers = deliveryHeaders(event, signature)
      agent.dispatch(
        { origin, path: pathname + search, method: 'POST', headers, body: event.payload },
        answerReader(resolve),
      )
    })

  return { send, close: () => agent.destroy() }
}

/** Receives a response with undici's own handler, cheaper than a stream. Only the start of the body is kept. */
function answerReader(resolve: (sent: Sent) => void): Dispatcher.DispatchHandler {
  let call: Dispatcher.DispatchController | null = null
  let answered: Pick<Sent, 'httpStatus' | 'retryAfter'> | null = null
  let isOver = false
  let size = 0
  const pieces: Buffer[] = []

  function finish(error?: unknown) {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    if (answered !== null)
      return resolve({ outcome: 'answered', ...answered, answer: safeBeginning(pieces), error: null })
    const [outcome, words] = failureOf(error)
    resolve({ outcome, httpStatus: null, retryAfter: null, answer: null, error: words })
  }

  /** The rest of the response is not read. */
  function hangUp() {
    const timeout = new Timeout()
    finish(timeout)
    call?.abort(timeout)
  }

  let timer = setTimeout(hangUp, timeoutMs)
  return {
    onRequestStart(controller) {
      call = controller
      if (isOver) controller.abort(new Timeout())
    },
    onResponseStart(_, httpStatus, headers) {
      if (httpStatus < 200) return
      const retryAfter = headers['retry-after']
      answered = { httpStatus, retryAfter: typeof retryAfter === 'string' ? retryAfter : null }
      clearTimeout(timer)
      timer = setTimeout(hangUp, readWithinMs)
    },
    onResponseData(_, piece) {
      if (size < keptBytes) pieces.push(piece)
      size += piece.length
      if (size > readBytes) hangUp()
    },
    onResponseEnd: () => finish(),
    onResponseError: (_, error) => finish(error),
  }
}

const utf8 = new TextDecoder()

/** As text that can be stored and shown. */
const safeBeginning = (pieces: Buffer[]): string =>
  pieces.length === 0
    ? ''
    : utf8
        .decode(Buffer.concat(pieces).subarray(0, keptBytes))
        .replace(/\ufffd+$/, '')
        // oxlint-disable-next-line eslint/no-control-regex -- these are what must not be kept
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ')

class Timeout extends Error {}

/** The reason of a failure, by the error's code. Any other code came after the connection: no valid response. */
const failures: Record<string, [outcome: Sent['outcome'], error: SendError]> = {
  ENOTFOUND: ['noConnection', 'unknownHost'],
  ENODATA: ['noConnection', 'unknownHost'],
  EAI_AGAIN: ['noConnection', 'notResolved'],
  ETIMEOUT: ['noConnection', 'notResolved'],
  ESERVFAIL: ['noConnection', 'notResolved'],
  ECONNREFUSED: ['noConnection', 'refused'],
  EHOSTUNREACH: ['noConnection', 'unreachable'],
  ENETUNREACH: ['noConnection', 'unreachable'],
  EADDRNOTAVAIL: ['noConnection', 'unreachable'],
  ETIMEDOUT: ['noConnection', 'notOpened'],
  UND_ERR_CONNECT_TIMEOUT: ['noConnection', 'notOpened'],
  ECONNRESET: ['noAnswer', 'reset'],
  EPIPE: ['noAnswer', 'closed'],
  UND_ERR_SOCKET: ['noAnswer', 'closed'],
  UND_ERR_HEADERS_OVERFLOW: ['noAnswer', 'largeHeaders'],
}

function failureOf(error: unknown): [Sent['outcome'], string] {
  if (error instanceof AddressNotAllowed) return ['noConnection', error.message]
  if (error instanceof Timeout) return ['noAnswer', sendErrors.timeout[1]]
  if (error instanceof errors.HTTPParserError) return ['noAnswer', sendErrors.notHttp[1]]
  if (error instanceof AggregateError) return failureOf(error.errors[0])
  const { code = '', message } = error as NodeJS.ErrnoException
  const known = failures[code]
  if (known !== undefined) return [known[0], sendErrors[known[1]][1]]
  return ['noAnswer', `no proper answer: ${code || message}`.slice(0, 200)]
}
