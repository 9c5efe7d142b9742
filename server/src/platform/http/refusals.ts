import { Type } from 'typebox'
import { type Reason, reasons } from './reasons.ts'

const Problem = Type.Object(
  {
    path: Type.String({ description: 'Path of the field, separated by slashes. Empty for the root' }),
    code: Type.String({ examples: ['required'] }),
    message: Type.String(),
    info: Type.Object({}, { additionalProperties: true }),
  },
  { title: 'Problem', description: 'One error in the request' },
)

const Reasoned = Type.Object(
  {
    reason: Type.String({ title: 'Reason' }),
    message: Type.Optional(Type.String({ description: 'Details, for example `TaxNumber:52998224725`' })),
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

type Status = 400 | (typeof reasons)[Reason]['status']

/** A status, a reason, or a reason with another status than its own. */
type Refusal = Status | Reason | readonly [Status, Reason]

/** The status that a route says it by, and that of a reason. */
type StatusOf<One> = One extends Reason
  ? (typeof reasons)[One]['status']
  : One extends readonly [infer Said, Reason]
    ? Said
    : Extract<One, Status>

const read = (one: Refusal): { status: Status; reason: Reason | null } => {
  if (typeof one === 'number') return { status: one, reason: null }
  return typeof one === 'string' ? { status: reasons[one].status, reason: one } : { status: one[0], reason: one[1] }
}

/**
 * The failure answers of a route, for its schema: by reason where they are the route's own, by status where they are
 * what every such route answers. What the edge answers for all (405, 500, …) need not be said.
 */
export const refusals = <const All extends readonly Refusal[]>(...chosen: All) => {
  const all = chosen.map(read)
  const answers = all.map(({ status }) => {
    const named = all.flatMap(one => (one.status === status && one.reason !== null ? [one.reason] : []))
    const body = status === 400 ? InvalidRequestBody : RefusalBody
    return [status, { ...body, ...(named.length === 0 ? {} : { 'x-reasons': named }) }]
  })
  return Object.fromEntries(answers) as unknown as Record<StatusOf<All[number]> & Status, typeof RefusalBody>
}
