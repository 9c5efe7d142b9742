import { Type } from 'typebox'

const Problem = Type.Object({
  path: Type.String({ description: 'Where, slash-separated; empty for the root' }),
  code: Type.String({ examples: ['required'] }),
  message: Type.String(),
  info: Type.Object({}, { additionalProperties: true }),
})

const refusal = (details: typeof Reasoned | ReturnType<typeof Type.Array<typeof Problem>>) =>
  Type.Object({
    statusCode: Type.Literal('Error'),
    error: Type.Object({ name: Type.String(), code: Type.String(), message: Type.String(), details }),
  })

const Reasoned = Type.Object({
  reason: Type.String({ description: 'One of the reasons listed on the first page of this reference' }),
  message: Type.Optional(Type.String()),
  requestId: Type.String(),
})

export const InvalidRequestBody = refusal(Type.Array(Problem))
export const RefusalBody = refusal(Reasoned)

const descriptions = {
  400: 'The request does not have the promised form; every problem is listed',
  401: 'Not authenticated',
  403: 'Not allowed with this key',
  404: 'Not found',
  409: 'Refused; `details.reason` says why',
  413: 'Body too large',
  429: 'Too many requests; wait for `Retry-After` seconds',
  503: 'Not now: `BankNotConnected`, the database does not answer, or too much work is waiting',
  500: 'Failed; the state did change where `details.reason` is `WebhookUnreachable`',
} as const

type Status = keyof typeof descriptions

/** The failure answers of a route, for its schema. */
export const refusals = <Statuses extends Status>(...statuses: Statuses[]) =>
  Object.fromEntries(
    statuses.map(status => [
      status,
      { ...(status === 400 ? InvalidRequestBody : RefusalBody), description: descriptions[status] },
    ]),
  ) as unknown as Record<Statuses, typeof RefusalBody>
