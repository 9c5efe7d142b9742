import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Refusal, type Violation } from '../truth/truth.ts'
import type { Call } from './routes.ts'

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true })

export type Schema = { [key: string]: unknown }
/** A schema of which we say what it lets through. */
export type SchemaOf<Body> = Schema & { readonly lets?: Body }

/** Reads bodies of one form; `prefix` is how violations name it. Where the dialect is strict, unknown fields violate. */
export function bodyReader<Body>(prefix: string, schema: SchemaOf<Body>): (call: Call) => Body {
  const lenient = ajv.compile<Body>(schema)
  const strict = ajv.compile<Body>(closed(schema))
  return ({ body, switches }) =>
    read(switches.strictBodies ? strict : lenient, switches.acceptsNulls ? withoutNulls(body) : body, prefix)
}

function withoutNulls(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutNulls)
  if (typeof body !== 'object' || body === null) return body
  const entries = Object.entries(body).filter(([, value]) => value !== null)
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutNulls(value)]))
}

/** For bodies that are no partner's. */
export function plainReader<Body>(schema: SchemaOf<Body>): (body: unknown) => Body {
  const validate = ajv.compile<Body>(closed(schema))
  return body => read(validate, body, 'body')
}

function read<Body>(validate: ValidateFunction<Body>, body: unknown, prefix: string): Body {
  if (validate(body)) return body
  const violations = (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'oneOf')
    .map(e => violationOf(e, prefix, body))
  throw new Refusal('malformed', 'A requisição não respeita o schema.', violations)
}

function violationOf({ instancePath, keyword, params }: ErrorObject, prefix: string, body: unknown): Violation {
  const missing = keyword === 'required' ? `/${params.missingProperty}` : ''
  const unknown = keyword === 'additionalProperties' ? `/${params.additionalProperty}` : ''
  const property = `${prefix}${instancePath}${missing}${unknown}`.replaceAll('/', '.')
  const value = instancePath
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], body)
  return {
    property,
    reason: missing ? `O campo ${property} é obrigatório.` : `O campo ${property} não respeita o _schema_.`,
    ...(typeof value === 'string' || typeof value === 'number' ? { value: String(value).slice(0, 100) } : {}),
  }
}

function closed(schema: unknown): Schema {
  if (Array.isArray(schema)) return schema.map(closed) as unknown as Schema
  if (typeof schema !== 'object' || schema === null) return schema as Schema
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]))
  return 'properties' in schema ? { ...parts, additionalProperties: false } : parts
}

const text = (maxLength: number) => ({ type: 'string', maxLength })
export const amountText = { type: 'string', pattern: '^\\d{1,10}\\.\\d{2}$', not: { pattern: '^0+\\.00$' } }
export const cpf = { type: 'string', pattern: '^\\d{11}$' }
export const cnpj = { type: 'string', pattern: '^[0-9A-Z]{14}$' }
export const shortText = text(140)
export const keyText = { type: 'string', minLength: 1, maxLength: 77 }

export const object = (required: string[], properties: Schema): Schema => ({ type: 'object', required, properties })
