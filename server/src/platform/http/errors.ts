import { type Reason, reasons } from './reasons.ts'
import { type Place, type Problem, type ShownProblem, sayProblems } from './say-problems.ts'

export type { Problem } from './say-problems.ts'

type Extra = {
  /** Says what exactly, in `details.message`: `TaxNumber:52998224725`. Never logged. */
  message?: string
  /** Another status than the reason's own. */
  status?: number
  retryAfterSeconds?: number
  allow?: string
}

/** A refusal the caller can test for. Everything else that is thrown becomes a 500 that says nothing of the inside. */
export class ApiError extends Error {
  readonly reason: Reason
  readonly status: number
  readonly extra: Extra

  constructor(reason: Reason, extra: Extra = {}) {
    super(extra.message === undefined ? reason : `${reason}: ${extra.message}`)
    this.name = reasons[reason].name
    this.reason = reason
    this.status = extra.status ?? reasons[reason].status
    this.extra = extra
  }
}

/** The request does not have the promised form; every problem found is reported at once. */
export class InvalidRequest extends Error {
  readonly problems: Problem[]

  constructor(problems: readonly ShownProblem[], place: Place = 'body') {
    super(sayProblems(problems, place))
    this.problems = problems.map(({ path, code, message, info }) => ({ path, code, message, info }))
  }
}

/** A text within the promised form that is too long for its recipient; reads like Ajv's own error. */
export const tooLong = (path: string, limit: number): Problem => ({
  path,
  code: 'maxLength',
  message: `must NOT have more than ${limit} characters`,
  info: { limit },
})

/** For what only a use case can know to be missing; reads like Ajv's own error. */
export const missing = (path: string, property: string): Problem => ({
  path,
  code: 'required',
  message: `must have required property '${property}'`,
  info: { missingProperty: property },
})
