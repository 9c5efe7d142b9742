import { readFileSync } from 'node:fs'
import type { Operation, Piece } from './name-schemas.ts'

/** One request and one answer of every operation, one payload of every event; a test sends and compares them all. */
export type Examples = {
  parameters: Record<string, string | number>
  operations: Record<string, { request?: unknown; answer?: unknown }>
  webhooks: Record<string, unknown>
}

export const readExamples = (): Examples =>
  JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Examples

/** Two parameters may share a name and not their values. */
export function exampleParameter<Parameter extends { name: string; schema?: unknown }>(
  parameter: Parameter,
  examples: Examples,
) {
  const example = examples.parameters[parameter.name]
  const { enum: values } = (parameter.schema ?? {}) as { enum?: unknown[] }
  return example === undefined || values?.includes(example) === false ? parameter : { ...parameter, example }
}

export function withExamples(operation: Operation, { operations }: Examples): Operation {
  const { request, answer } = operations[operation.operationId] ?? {}
  const { requestBody, responses } = operation
  const [done = '', success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return {
    ...operation,
    ...(requestBody === undefined || request === undefined
      ? {}
      : { requestBody: { ...requestBody, content: exampled(requestBody.content, request) } }),
    responses:
      success?.content === undefined || answer === undefined
        ? responses
        : { ...responses, [done]: { ...success, content: exampled(success.content, answer) } },
  }
}

/** The example belongs to the first kind of content; others are files. */
const exampled = <Content extends Piece>(content: Record<string, Content>, example: unknown): Record<string, Content> =>
  Object.fromEntries(Object.entries(content).map(([type, one], at) => [type, at === 0 ? { ...one, example } : one]))
