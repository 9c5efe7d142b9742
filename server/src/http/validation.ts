import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import type { Problem } from './errors.ts'
import { UUID_PATTERN } from '../lib/uuid.ts'

/** An absolute http(s) address without credentials in it, spaces, or what no address and no database can hold. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^/?#\s\p{Cc}\p{Cs}][^\s\p{Cc}\p{Cs}]*$/iu.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === '' && url.hostname !== ''
}

const isDateTime = addFormats.default.get('date-time') as { validate: (text: string) => boolean }

/** A moment that JavaScript reads and PostgreSQL keeps: no leap second, no offset without minutes, years 1 to 9999. */
export function isTimestamp(text: string): boolean {
  const date = new Date(text)
  return isDateTime.validate(text) && !Number.isNaN(date.getTime()) && /^(?!0000)\d{4}-/.test(date.toISOString())
}

/** Headers that belong to HTTP itself, to the connection, or to the webhook signature: a merchant cannot set them. */
const reservedHeaders = new Set(
  `host connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding
   upgrade expect content-length content-type content-encoding user-agent webhook-id webhook-timestamp
   webhook-signature`.split(/\s+/),
)

export const isHeaderName = (name: string): boolean =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && !reservedHeaders.has(name.toLowerCase())

/** Bodies are taken as they are; queries, paths and headers are text, so numbers and booleans are read out of them. */
const bodies = withFormats(new Ajv({ allErrors: true, useDefaults: true, strict: false }))
const texts = withFormats(new Ajv({ allErrors: true, useDefaults: true, coerceTypes: true, strict: false }))

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? bodies : texts).compile(schema)

export const problemsOf = (errors: readonly Partial<ErrorObject>[]): Problem[] =>
  errors.map(error => ({
    path: error.instancePath ?? '',
    code: error.keyword ?? 'invalid',
    message: error.message ?? 'is invalid',
    info: error.params ?? {},
  }))

function withFormats(ajv: Ajv) {
  addFormats.default(ajv, ['date', 'email'])
  ajv.addFormat('date-time', isTimestamp)
  ajv.addFormat('uuid', new RegExp(UUID_PATTERN))
  ajv.addFormat('http-url', isHttpUrl)
  ajv.addFormat('header-name', isHeaderName)
  return ajv
}
