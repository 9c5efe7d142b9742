import { type Answer, type Operation, type Spec, isDone, reasonsOf } from './spec.ts'

/** What an operation can be refused for, by answer. What has no reason in its words is about the form of the request. */
export const refusalsOf = (operation: Operation): { answer: Answer; reasons: string[] }[] =>
  operation.answers
    .filter(answer => !isDone(answer) && operation.id !== 'createOAuthToken')
    .map(answer => ({ answer, reasons: answer.status === '400' ? ['InvalidRequestFormat'] : reasonsOf(answer) }))

/** The operations that answer a reason. */
export const answering = (reason: string, spec: Spec): Operation[] =>
  spec.operations.filter(operation => refusalsOf(operation).some(({ reasons }) => reasons.includes(reason)))

/** So many answer it that a reader need not be told where. */
export const isOnEveryCall = (reason: string, spec: Spec): boolean =>
  bodyReasons.has(reason) || answering(reason, spec).length > spec.operations.length / 2

/** On every call that has a body. */
const bodyReasons = new Set(['RequestTimeout', 'BodyTooLarge', 'ContentEncodingNotSupported'])
