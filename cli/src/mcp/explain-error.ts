import { z } from 'zod'
import type { ServerFacts } from './server-facts.ts'
import { type Needs, tool } from './tool.ts'

/** The meaning of the last response of a delivery, by its text. */
const failedDeliveries: [words: RegExp, meaning: string][] = [
  [/HTTP 410/, 'The receiver returned 410, so the event is not retried. Resend it when the receiver works again.'],
  [
    /HTTP 3\d\d/,
    'The receiver redirects. Redirects are not followed: use the target of the redirect as the webhook address.',
  ],
  [
    /HTTP 40[13]/,
    'The receiver refuses the call. Often it verifies the signature with another secret, or verifies a parsed body instead of the raw body.',
  ],
  [/HTTP 404/, "The receiver has no such path: compare the address with the receiver's routes."],
  [/HTTP 429|HTTP 503/, 'The receiver is busy. The event is retried after its Retry-After.'],
  [/HTTP 4\d\d/, 'The receiver does not accept the event. See its log. Any 2xx response accepts the event.'],
  [
    /HTTP 5\d\d/,
    'The receiver failed while it processed the event. See its log. Respond with 2xx first, then process the event.',
  ],
  [
    /host is unknown|could not be resolved/,
    'The host name in the address has no DNS entry. Check its spelling, or wait until DNS is updated.',
  ],
  [
    /refused|cannot be reached|could not be opened/,
    'No server listens at this address, or a firewall blocks it. The receiver must be reachable from the internet. On a laptop, use trilho listen --forward.',
  ],
  [
    /no answer within|reset|closed before/,
    'The receiver accepted the connection but did not respond in time. Respond with 2xx at once, then process the event.',
  ],
  [
    /not HTTP|headers of the answer/,
    'The response is not valid HTTP. Often https and http are mixed up, or the port is wrong.',
  ],
  [
    /not allowed|not public|only https/,
    'This address is not allowed. It must be public, and https outside of the sandbox.',
  ],
]

type Named = { reason: string; requestId?: string; details?: string }

export const explainError = tool({
  name: 'explain_error',
  title: 'Explain an error',
  says: 'Explains an error and what to do. Give a reason (InsufficientBalance), an error response of the API as JSON, or the last response of a webhook delivery (HTTP 500, no answer within 10 s).',
  input: { error: z.string().min(1).max(20_000).describe('The reason, the JSON of the response, or the text') },
  isIdempotent: true,
  run: async ({ server, access }: Needs, { error }) => {
    const named = namedIn(error, server)
    const found = named === null ? undefined : server.reasons.get(named.reason)
    if (named !== null && found !== undefined)
      return {
        says: `${found.reason}: ${found.meaning}`,
        data: { ...found, ...named, documentation: `${access.url}/docs/errors#${found.reason}` },
      }
    const [, meaning] = failedDeliveries.find(([words]) => words.test(error)) ?? []
    if (meaning !== undefined) return { says: meaning, data: { webhookFailure: error.slice(0, 200), meaning } }
    return {
      says: 'The server does not have this reason. These are all reasons.',
      data: { reasons: [...server.reasons.keys()] },
    }
  },
})

/** The reason itself, in the JSON of a response, or somewhere in the text. */
function namedIn(error: string, { reasons }: ServerFacts): Named | null {
  const answer = jsonOf(error)
  const details = answer?.error?.details
  if (Array.isArray(details))
    return { reason: 'InvalidRequestFormat', details: details.map(one => `${one.path} ${one.message}`).join('; ') }
  if (typeof details?.reason === 'string')
    return {
      reason: details.reason,
      ...(details.requestId === undefined ? {} : { requestId: details.requestId }),
      ...(details.message === undefined ? {} : { details: details.message }),
    }
  const word = error.match(/\w+/g)?.find(one => reasons.has(one))
  return word === undefined ? null : { reason: word }
}

type Problem = { path: string; message: string }
type Details = { reason?: string; requestId?: string; message?: string }

function jsonOf(text: string): { error?: { details?: Problem[] | Details } } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
