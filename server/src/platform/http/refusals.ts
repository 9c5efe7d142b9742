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

type Status = (typeof reasons)[Reason]['status']

/** A reason, or one with another status than its own. */
type Refusal = Reason | readonly [Status, Reason]

type StatusOf<One> = One extends Reason
  ? (typeof reasons)[One]['status']
  : One extends readonly [infer Said, Reason]
    ? Said
    : never

/** The refusals that are a route's own. Those of the edge (400, 401, 403, 429, …) are documented for every route. */
export const refusals = <const All extends readonly Refusal[]>(...chosen: All) => {
  const named: Partial<Record<Status, Reason[]>> = {}
  for (const one of chosen) {
    const [status, reason] = typeof one === 'string' ? [reasons[one].status, one] : one
    ;(named[status] ??= []).push(reason)
  }
  const answers = Object.entries(named).map(([status, its]) => [status, { ...RefusalBody, 'x-reasons': its }])
  return Object.fromEntries(answers) as unknown as Record<StatusOf<All[number]> & Status, typeof RefusalBody>
}
