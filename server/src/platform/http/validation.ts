import addFormats from 'ajv-formats'
import build from 'fast-json-stringify'
import type { ErrorObject } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AMOUNT_PATTERN } from '../brazil/money.ts'
import { missing } from './errors.ts'
import { nullDropper } from './optional-nulls.ts'
import { type Refused, unknownFinder } from './unknown-fields.ts'
import type { ShownProblem } from './say-problems.ts'
import { UUID_PATTERN } from '../lib/uuid.ts'

/** An absolute http(s) address without credentials in it, spaces, or what no address and no database can hold. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^/?#\s\p{Cc}\p{Cs}][^\s\p{Cc}\p{Cs}]*$/iu.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === '' && url.hostname !== ''
}

/** Schemes that a browser runs or opens by itself instead of handing them to an app. */
const neverApps = new Set(['javascript', 'data', 'file', 'vbscript', 'blob', 'about'])

/** Where a payer may be sent afterwards: an address of the web, or one that an app of the shop opens (`myapp://paid`). */
function isRedirectUrl(text: string): boolean {
  if (/^https?:/i.test(text)) return isHttpUrl(text)
  const [, scheme = ''] = /^([a-z][a-z\d+.-]{2,}):\/\/[^\s\p{Cc}\p{Cs}]+$/iu.exec(text) ?? []
  return scheme !== '' && !neverApps.has(scheme.toLowerCase()) && URL.canParse(text)
}

const isDateTime = addFormats.default.get('date-time') as { validate: (text: string) => boolean }

/** A moment that JavaScript can read and PostgreSQL can store: no leap second, no offset without minutes, years 1 to 9999. */
function isTimestamp(text: string): boolean {
  const date = new Date(text)
  return isDateTime.validate(text) && !Number.isNaN(date.getTime()) && /^(?!0000)\d{4}-/.test(date.toISOString())
}

/** Headers that belong to HTTP itself, to the connection, or to the webhook signature: a merchant cannot set them. */
const reservedHeaders = new Set(
  `host connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding
   upgrade expect content-length content-type content-encoding user-agent webhook-id webhook-timestamp
   webhook-signature`.split(/\s+/),
)

const isHeaderName = (name: string): boolean =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && !reservedHeaders.has(name.toLowerCase())

/** The schemas are TypeBox's: none is checked against JSON Schema, whose own schema takes longer to compile than ours. */
const options = { allErrors: true, useDefaults: true, strict: false, verbose: true, validateSchema: false }
/** Bodies are taken as they are; queries, paths and headers are text, so numbers and booleans are read out of them. */
const bodies = withFormats(new Ajv2019(options))
const texts = withFormats(new Ajv2019({ ...options, coerceTypes: true }))

const bodyValidator = compiledOnce(schema => ({ validate: bodies.compile(schema), drop: nullDropper(schema) }))
const textValidator = compiledOnce(schema => ({ validate: texts.compile(schema), drop: null }))

/** In a body, an optional field that is null is like one that is absent. Headers may always be more than a route names. */
export const validatorCompiler =
  (refused: Refused): FastifySchemaCompiler<TSchema> =>
  ({ schema, httpPart }) => {
    const compiled = httpPart === 'body' ? bodyValidator(schema) : textValidator(schema)
    const find = httpPart === 'headers' ? null : unknownFinder(schema, refused)
    const check = (value: unknown): boolean => {
      const { validate, drop } = compiled()
      const unknown: ErrorObject[] = []
      find?.(value, '', unknown)
      drop?.(value)
      const isValid = validate(value)
      check.errors = unknown.length === 0 ? (validate.errors ?? null) : [...unknown, ...(validate.errors ?? [])]
      return isValid && unknown.length === 0
    }
    check.errors = null as ErrorObject[] | null
    return check
  }

export const problemsOf = (errors: readonly Partial<ErrorObject>[]): ShownProblem[] =>
  errors.filter(isOwnProblem).map(error => ({ ...problemOf(error), example: exampleOf(error), hint: hintOf(error) }))

/** What is wrong with a value that is no body of its own, such as a row of a spreadsheet. */
export function problemsWith(schema: TSchema): (value: unknown) => ShownProblem[] {
  const compiled = bodyValidator(schema)
  return value => {
    const { validate } = compiled()
    return validate(value) ? [] : problemsOf(validate.errors ?? [])
  }
}

/** A key that is not allowed is one problem, whatever is wrong with it. Of alternatives of which none is there, the first is what is missing: the others, and that none is there, say the same. */
const isOwnProblem = ({ keyword, params, data, propertyName, schemaPath = '' }: Partial<ErrorObject>): boolean =>
  propertyName === undefined &&
  (keyword === 'oneOf'
    ? params?.['passingSchemas'] !== null && typeof data === 'object' && data !== null
    : !/\/oneOf\/[1-9]\d*\/required$/.test(schemaPath))

/** What is wrong with a text of a known form, where the form alone does not say it. */
const hints: { of: string; when: RegExp; say: string }[] = [
  { of: AMOUNT_PATTERN, when: /^\d+\.\d{7,}$/, say: 'must have 6 decimals at most' },
  { of: AMOUNT_PATTERN, when: /^\d{11,}(\.\d+)?$/, say: 'must have 10 digits at most before the point' },
  { of: AMOUNT_PATTERN, when: /^[+-]/, say: 'must have no sign' },
  { of: AMOUNT_PATTERN, when: /^0+(\.0+)?$/, say: 'must be more than zero' },
  {
    of: 'date-time',
    when: /T[\d:.]+ \d\d:?\d\d$/,
    say: 'has a space before its offset: write the + of an offset as %2B in a query',
  },
]

function hintOf({ keyword, params, data }: Partial<ErrorObject>): string | undefined {
  const form = keyword === 'pattern' || keyword === 'format' ? params?.[keyword] : undefined
  return typeof data === 'string' ? hints.find(({ of, when }) => of === form && when.test(data))?.say : undefined
}

function problemOf({
  instancePath = '',
  keyword = 'invalid',
  message = 'is invalid',
  params = {},
  schema,
}: Partial<ErrorObject>) {
  // A field that another one needs is simply required.
  if (keyword === 'dependentRequired') return missing(instancePath, String(params['missingProperty']))
  if (keyword === 'oneOf')
    return { path: instancePath, code: keyword, message: `must have ${alternativesIn(schema)}, not both`, info: params }
  return { path: instancePath, code: keyword, message, info: params }
}

/** `cpf or cnpj` */
const alternativesIn = (schema: unknown): string =>
  (schema as { required: string[] }[]).flatMap(({ required }) => required).join(' or ')

type Described = {
  examples?: unknown[]
  enum?: unknown[]
  properties?: Record<string, Described>
  required?: string[]
}

/** How the field should be, as its schema gives an example; of one that is missing, of that. */
function exampleOf({ parentSchema, params, keyword }: Partial<ErrorObject>): string | undefined {
  const schema = (parentSchema ?? {}) as Described
  const absent = schema.properties?.[String(params?.['missingProperty'])]
  if (keyword === 'enum' || keyword === 'anyOf' || keyword === 'oneOf') return undefined
  return JSON.stringify(exampleIn(absent ?? schema))
}

/** What an object must have makes an example of it. */
function exampleIn({ examples, enum: values, properties = {}, required = [] }: Described): unknown {
  if (examples !== undefined || values !== undefined) return examples?.[0] ?? values?.[0]
  const parts = required.map(name => [name, exampleIn(properties[name] ?? {})] as const)
  return parts.length === 0 || parts.some(([, part]) => part === undefined) ? undefined : Object.fromEntries(parts)
}

function withFormats(ajv: Ajv2019) {
  addFormats.default(ajv, ['date', 'email'])
  ajv.addFormat('date-time', isTimestamp)
  ajv.addFormat('uuid', new RegExp(UUID_PATTERN))
  ajv.addFormat('http-url', isHttpUrl)
  ajv.addFormat('redirect-url', isRedirectUrl)
  ajv.addFormat('header-name', isHeaderName)
  return ajv
}

/** Compiles a schema when it is first needed, and equal schemas once: a process uses few of hundreds. */
function compiledOnce<Compiled>(compile: (schema: TSchema) => Compiled): (schema: TSchema) => () => Compiled {
  const known = new Map<string, Compiled>()
  return schema => {
    let compiled: Compiled | undefined
    return () => {
      if (compiled !== undefined) return compiled
      const text = JSON.stringify(schema)
      compiled = known.get(text) ?? compile(schema)
      known.set(text, compiled)
      return compiled
    }
  }
}

const serializer = compiledOnce(schema => build(schema))

/** As Fastify does it by itself, but not before an answer needs it. */
export function serializerCompiler({ schema }: { schema: TSchema }): (data: unknown) => string {
  const compiled = serializer(schema)
  return data => compiled()(data)
}
