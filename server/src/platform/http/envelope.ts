import { type TSchema, Type } from 'typebox'
import { ApiError, InvalidRequest, type Problem } from './errors.ts'
import { reasons } from './reasons.ts'

/** Success on the wire: `{ statusCode: 'Done', data }`. */
export const done = <Data>(data: Data) => ({ statusCode: 'Done' as const, data })

export const Done = <Data extends TSchema>(data: Data) =>
  Type.Object({ statusCode: Type.Literal('Done'), data }, { ...responseTitle(data), description: 'Done' })

/** What answers a `CashIn` is called a `CashInResponse`. */
const responseTitle = (data: TSchema) => {
  const { title } = data as { title?: string }
  return title === undefined ? {} : { title: `${title}Response` }
}

/** Success that has nothing to show. */
export const doneWithoutData = { statusCode: 'Done' as const }
export const DoneWithoutData = Type.Object(
  { statusCode: Type.Literal('Done') },
  { title: 'DoneResponse', description: 'Done' },
)

/** Failure on the wire. `details` is an array for a 400 and an object for everything else. */
type Failure = {
  statusCode: 'Error'
  error: {
    name: string
    code: string
    message: string
    details: Problem[] | { reason: string; message?: string; requestId: string }
  }
}

type FailureResponse = { status: number; body: object; headers?: Record<string, string> }

export function failure(error: ApiError | InvalidRequest, requestId: string): FailureResponse {
  if (error instanceof InvalidRequest) {
    const name = reasons.InvalidRequestFormat.name
    return { status: 400, body: failureBody({ name, code: name, message: error.message, details: error.problems }) }
  }
  const { reason, extra } = error
  const { name, message: meaning } = reasons[reason]
  const message =
    reason === 'AccessKeyUnauthorized' ? `The service could not complete the request. ${meaning}` : meaning
  const details = { reason, ...(extra.message === undefined ? {} : { message: extra.message }), requestId }
  return { status: error.status, body: failureBody({ name, code: name, message, details }) }
}

const failureBody = (error: Failure['error']): Failure => ({ statusCode: 'Error', error })
