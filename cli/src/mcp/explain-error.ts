import { z } from 'zod'
import type { ServerFacts } from './server-facts.ts'
import { type Needs, tool } from './tool.ts'

/** What the last answer of a delivery means, by its words. */
const failedDeliveries: [words: RegExp, meaning: string][] = [
  [
    /HTTP 410/,
    'The receiver said that it is gone: the event is not sent again by itself. Resend it once the receiver is back.',
  ],
  [/HTTP 3\d\d/, 'The receiver redirects, which is not followed: give the address that it redirects to.'],
  [
    /HTTP 40[13]/,
    'The receiver refuses the call. Often it checks the signature with another secret, or of a body that it has parsed and written again: it must check the raw body.',
  ],
  [/HTTP 404/, "Nothing is at this path of the receiver: compare the address with the receiver's routes."],
  [/HTTP 429|HTTP 503/, 'The receiver asks to be called later; its Retry-After is heeded.'],
  [/HTTP 4\d\d/, 'The receiver does not take the event. Its log says why; any 2xx would accept it.'],
  [
    /HTTP 5\d\d/,
    'The receiver failed while it worked on the event. Its log says why. Answer 2xx first, and work afterwards.',
  ],
  [
    /host is unknown|could not be resolved/,
    'The name in the address has no DNS entry: look for a typing mistake, or wait until DNS knows it.',
  ],
  [
    /refused|cannot be reached|could not be opened/,
    'Nobody listens there, or a firewall is in between. The receiver must be reachable from the internet; on a laptop use trilho listen --forward.',
  ],
  [
    /no answer within|reset|closed before/,
    'The receiver took the call and did not answer in time. Answer 2xx at once, and work afterwards.',
  ],
  [
    /not HTTP|headers of the answer/,
    'What answered does not speak HTTP as it should: often https and http are mixed up, or the port is another one.',
  ],
  [
    /not allowed|not public|only https/,
    'The service does not call this address: it must be public, and https outside of the sandbox.',
  ],
]

type Named = { reason: string; requestId?: string; details?: string }

export const explainError = tool({
  name: 'explain_error',
  title: 'Explain an error',
  says: 'What an error means and what to do: a reason (InsufficientBalance), an error answer of the API as JSON, or the last answer of a webhook delivery (HTTP 500, no answer within 10 s).',
  input: { error: z.string().min(1).max(20_000).describe('The reason, the JSON of the answer, or the words') },
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
      says: 'This is none of the reasons that this server names. These are all of them.',
      data: { reasons: [...server.reasons.keys()] },
    }
  },
})

/** The reason by itself, in the JSON of an answer, or somewhere in the words. */
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
