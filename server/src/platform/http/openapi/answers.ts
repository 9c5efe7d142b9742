import { failure } from '../envelope.ts'
import { ApiError, InvalidRequest, missing } from '../errors.ts'
import { type Reason, reasons } from '../reasons.ts'
import type { Piece } from './name-schemas.ts'

/** Response headers, by the name of their component. */
const headers = {
  RequestId: {
    name: 'X-Request-Id',
    description: 'Identifies the request in logs. It is yours, if you sent one',
    type: 'string',
  },
  RetryAfter: { name: 'Retry-After', description: 'Seconds to wait before trying again', type: 'integer' },
  Allow: { name: 'Allow', description: 'The methods that this address accepts', type: 'string' },
  Authenticate: { name: 'WWW-Authenticate', description: 'How to authenticate', type: 'string' },
  IdempotentReplayed: {
    name: 'Idempotent-Replayed',
    description: '`true`: the request was repeated, and this is the first response',
    type: 'string',
  },
} as const

type Header = keyof typeof headers

const headersOf = (...names: Header[]) =>
  Object.fromEntries(names.map(name => [headers[name].name, { $ref: `#/components/headers/${name}` }]))

export const headerComponents = Object.fromEntries(
  Object.entries(headers).map(([name, { description, type }]) => [name, { description, schema: { type } }]),
)

type Shared = { name: string; description: string; reasons: Reason[]; headers?: Header[] }

/** Responses that every operation of a kind can return; an operation with its own reasons lists those instead. */
const shared: Record<number, Shared> = {
  400: { name: 'BadRequest', description: 'The request is invalid', reasons: [] },
  401: {
    name: 'Unauthorized',
    description: 'Not authenticated',
    reasons: ['AuthenticationTokenInvalid'],
    headers: ['Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'Not allowed with this key',
    reasons: ['ScopeNotAllowed', 'NetworkNotAllowed', 'MerchantSuspended'],
  },
  404: { name: 'NotFound', description: 'Not found', reasons: ['RouteNotFound'] },
  405: {
    name: 'MethodNotAllowed',
    description: 'The address was called with another method',
    reasons: ['MethodNotAllowed'],
    headers: ['Allow'],
  },
  408: { name: 'RequestTimeout', description: 'The body did not come in time', reasons: ['RequestTimeout'] },
  409: { name: 'Conflict', description: 'Refused', reasons: [] },
  413: { name: 'BodyTooLarge', description: 'The body is too large', reasons: ['BodyTooLarge'] },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is compressed',
    reasons: ['ContentEncodingNotSupported'],
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests',
    reasons: ['RateLimitExceeded'],
    headers: ['RetryAfter'],
  },
  500: { name: 'InternalError', description: 'An error on our side', reasons: ['InternalError'] },
  503: {
    name: 'ServiceUnavailable',
    description: 'Not now',
    reasons: ['ServiceUnavailable', 'ServerOverloaded', 'BankUnavailable', 'BankNotConnected'],
    headers: ['RetryAfter'],
  },
}

/** Statuses that the edge returns for a route, whatever the route itself declares. */
const edgeStatuses = ({ isPublic, hasBody }: { isPublic: boolean; hasBody: boolean }) => [
  400,
  405,
  429,
  500,
  503,
  ...(isPublic ? [] : [401, 403]),
  ...(hasBody ? [408, 413, 415] : []),
]

const requestId = '5f0c1a52-6a0e-4f0b-9f57-3f1f5a0c9a11'

const exampleOf = (reason: Reason | undefined) =>
  failure(
    reason === undefined
      ? new InvalidRequest([{ ...missing('/payment', 'value'), example: undefined }])
      : new ApiError(reason),
    requestId,
  ).body

/** `Refused: A, B`, with a link to the list of reasons. */
const described = (description: string, named: readonly Reason[]) =>
  named.length === 0
    ? description
    : `${description}: ${named.map(reason => `\`${reason}\``).join(', ')} ([reasons](/docs/errors))`

const answerWith = (status: number, named: readonly Reason[]) => ({
  description: described(shared[status]?.description ?? '', named),
  headers: headersOf('RequestId', ...(shared[status]?.headers ?? [])),
  content: {
    'application/json': {
      schema: { $ref: `#/components/schemas/${status === 400 ? 'InvalidRequest' : 'Refusal'}` },
      example: exampleOf(named[0]),
    },
  },
})

/** Responses that several operations share. */
export const answerComponents = () => {
  const components: Record<string, Piece> = {}
  const refer = (name: string, answer: Piece): Piece => {
    components[name] ??= answer
    return { $ref: `#/components/responses/${name}` }
  }
  return { components, refer }
}

type Refer = ReturnType<typeof answerComponents>['refer']
type Answers = Record<string, Piece & { content?: Record<string, { schema: Piece }> }>

export type Route = { operationId: string; isPublic: boolean; hasBody: boolean; replays: boolean }

/** The responses of one operation, including those of the edge; `used` collects every documented reason. */
export function finishAnswers(answers: Answers, route: Route, { used, refer }: { used: Set<Reason>; refer: Refer }) {
  // OAuth defines its own error codes.
  if (route.operationId === 'createOAuthToken') return withHeaders(answers, route)
  const finished: Record<string, Piece> = withHeaders(
    Object.fromEntries(Object.entries(answers).filter(([status]) => Number(status) < 400)),
    route,
  )
  for (const status of new Set([...Object.keys(answers).map(Number), ...edgeStatuses(route)])) {
    if (status < 400) continue
    const own = answers[status]?.content?.['application/json']?.schema['x-reasons'] as Reason[] | undefined
    const named = [...(own ?? []), ...(own === undefined || status === 500 ? (shared[status]?.reasons ?? []) : [])]
    for (const reason of named) used.add(reason)
    const name = nameOf(route, status, own)
    finished[status] = name === undefined ? answerWith(status, named) : refer(name, answerWith(status, named))
  }
  return finished
}

/** The component name of a response: its reason, or one name for all simulations. Null: it stays inline. */
function nameOf({ operationId }: Route, status: number, own: readonly Reason[] | undefined): string | undefined {
  if (own === undefined) return shared[status]?.name
  if (own.length === 1) return own[0]
  return operationId.startsWith('simulate') ? `Simulation${shared[status]?.name}` : undefined
}

const withHeaders = (answers: Answers, { replays }: Route): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      const more: Header[] = [
        ...(replays && status === '201' ? (['IdempotentReplayed'] as const) : []),
        ...(status === '401' ? (['Authenticate'] as const) : []),
        ...(status === '405' ? (['Allow'] as const) : []),
        ...(status === '429' || status === '503' ? (['RetryAfter'] as const) : []),
      ]
      return [status, { ...answer, headers: headersOf('RequestId', ...more) }]
    }),
  )

/** The enum of `details.reason`; the list of reasons explains each value. */
export const reasonSchema = (used: Set<Reason>) => ({
  type: 'string',
  enum: (Object.keys(reasons) as Reason[]).filter(reason => used.has(reason)),
  description: 'Explained under [Reasons](/docs/errors)',
})
