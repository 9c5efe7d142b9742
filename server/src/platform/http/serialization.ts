import build from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import { compiledOnce } from './compiled-once.ts'

const serializer = compiledOnce(schema => build(schema))

/** As Fastify does it by itself, but not before an answer needs it. */
export function serializerCompiler({ schema }: { schema: TSchema }): (data: unknown) => string {
  const compiled = serializer(schema)
  return data => compiled()(data)
}
