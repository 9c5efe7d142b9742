import { Type } from 'typebox'
import { type Reason, reasons } from './reasons.ts'

const Problem = Type.Object(
  {
    path: Type.String({ description: 'Where, slash-separated; empty for the root' }),
    code: Type.String({ examples: ['required'] }),
    message: Type.String(),
    info: Type.Object({}, { additionalProperties: true }),
  },
  { title: 'Problem', description: 'One thing that is wrong with the request' },
)

const Reasoned = Type.Object(
  {
    reason: Type.String({ title: 'Reason' }),
    message: Type.Optional(Type.String({ description: 'What exactly: `TaxNumber:52998224725`' })),
    requestId: Type.String({ description: 'The same as the header `X-Request-Id`' }),
  },
  { title: 'RefusalDetails', description: 'Why the request was refused' },
)

const refusal = (title: string, details: typeof Reasoned | ReturnType<typeof Type.Array<typeof Problem>>) =>
  Type.Object(
    {
      statusCode: Type.Literal('Error'),
      error: Type.Object(
        { name: Type.String(), code: Type.String(), message: Type.String(), details },
        { title: `${title}Error` },
      ),
    },
    { title },
  )

export const InvalidRequestBody = refusal('InvalidRequest', Type.Array(Problem))
export const RefusalBody = refusal('Refusal', Reasoned)

type Status = 400 | (typeof reasons)[Reason][0]

/** The status that a route says it by, and that of a reason. */
type StatusOf<Wanted> = Wanted extends Reason ? (typeof reasons)[Wanted][0] : Extract<Wanted, Status>

/**
 * The failure answers of a route, for its schema: by reason where they are the route's own, by status where they are
 * what every such route answers. What the edge answers for all (405, 500, …) need not be said.
 */
export const refusals = <const Wanted extends readonly (Status | Reason)[]>(...wanted: Wanted) => {
  const statusOf = (one: Status | Reason) => (typeof one === 'number' ? one : reasons[one][0])
  const answers = wanted.map(statusOf).map(status => {
    const named = wanted.filter(one => typeof one === 'string' && statusOf(one) === status)
    const body = status === 400 ? InvalidRequestBody : RefusalBody
    return [status, { ...body, ...(named.length === 0 ? {} : { 'x-reasons': named }) }]
  })
  return Object.fromEntries(answers) as unknown as Record<StatusOf<Wanted[number]>, typeof RefusalBody>
}
