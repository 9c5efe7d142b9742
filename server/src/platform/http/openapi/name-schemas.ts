import { isDeepStrictEqual } from 'node:util'

/** Patterns that other languages cannot read, and what the document has instead; the server checks the exact ones. */
const readablePatterns: Record<string, string> = {
  '^[^\\u0000\\ud800-\\udfff]*$': '^[^\\x00]*$',
  '^(?=[^]*\\S)[^\\u0000\\ud800-\\udfff]*$': '^[^\\x00]*\\S[^\\x00]*$',
  '^(?!0+(?:\\.0+)?$)\\d{1,10}(?:\\.\\d{1,6})?$': '^[0-9]{1,10}(\\.[0-9]{1,6})?$',
}

/** Formats of our own, and the public one that comes nearest. */
const publicFormats: Record<string, string | undefined> = {
  'http-url': 'uri',
  'redirect-url': 'uri',
  'header-name': undefined,
}

/** Moves every schema with a `title` to `components.schemas`. Two different schemas of one name are a mistake. */
export function nameSchemas(schemas: Record<string, Piece>) {
  const name = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(name)
    if (typeof value !== 'object' || value === null) return value
    const parts = isTitled(value) ? withNamedProperties(value) : (value as Piece)
    const entries = Object.entries(parts).filter(([key, part]) => isKept(key, part, value))
    const piece = readable(Object.fromEntries(entries.map(([key, part]) => [key, isData(key) ? part : name(part)])))
    if (!isTitled(value)) return piece
    const { nullable, schema } = withoutNull(piece)
    const known = (schemas[value.title] ??= schema)
    if (!isDeepStrictEqual(known, schema)) throw new Error(`two schemas are called ${value.title}`)
    const reference = { $ref: `#/components/schemas/${value.title}` }
    return nullable ? { anyOf: [reference, { type: 'null' }] } : reference
  }
  return name as (value: Piece) => Piece
}

/** An object within a named one is named after both: of such without a name generators make `Payment1`, `Payment2`. */
function withNamedProperties({ title, ...schema }: Piece & { title: string }): Piece {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Piece>)
  if (properties.length === 0) return { title, ...schema }
  const named = properties.map(([key, property]) => {
    const isNameless = 'properties' in property && !('title' in property)
    const titled = { title: `${title}${key.slice(0, 1).toUpperCase()}${key.slice(1)}`, ...property }
    return [key, isNameless ? titled : property]
  })
  return { title, ...schema, properties: Object.fromEntries(named) }
}

/** Drops examples of single fields, and defaults, which some generators take for required fields. */
const isKept = (key: string, part: unknown, parent: object) => {
  if (key === 'title') return !isTitled(parent)
  if (key === 'default') return typeof part === 'object'
  return key !== 'examples' || !Array.isArray(part)
}

const isTitled = (value: object): value is { title: string } =>
  'title' in value && typeof value.title === 'string' && 'type' in value

/** Values, not schemas. */
const isData = (key: string) => key === 'example' || key === 'enum'

function withoutNull({ type, ...rest }: Piece): { nullable: boolean; schema: Piece } {
  const nullable = Array.isArray(type)
  return { nullable, schema: { type: nullable ? type.find(one => one !== 'null') : type, ...rest } }
}

function readable(schema: Piece): Piece {
  const { pattern, format, enum: values, ...rest } = schema
  // One value is a constant: generators make no type of it.
  const published: Piece = Array.isArray(values) && values.length === 1 ? { ...rest, const: values[0] } : { ...schema }
  // "At least one of these" has a word that generators know.
  if (isOneNeeded(schema['anyOf'])) Object.assign(published, { anyOf: undefined, minProperties: 1 })
  if (isOneNeeded(schema['oneOf'])) Object.assign(published, { oneOf: undefined, minProperties: 1 })
  if (typeof pattern === 'string') published['pattern'] = readablePattern(pattern)
  if (typeof format === 'string' && format in publicFormats) published['format'] = publicFormats[format]
  return published
}

const isOneNeeded = (parts: unknown) =>
  Array.isArray(parts) && parts.every((part: Piece) => Array.isArray(part['required']))

function readablePattern(pattern: string): string {
  const published = readablePatterns[pattern] ?? pattern.replaceAll('\\d', '[0-9]').replaceAll('(?:', '(')
  if (/\(\?|\\u/.test(published)) throw new Error(`other languages cannot read the pattern ${pattern}`)
  return published
}

/** A piece of the document; what it is depends on where it stands. */
export type Piece = { [key: string]: unknown }

export type Operation = {
  operationId: string
  security?: unknown[]
  requestBody?: { required?: boolean; content: Record<string, Piece> }
  parameters?: (Piece & { name: string; in: string })[]
  responses: Record<string, Piece & { content?: Record<string, { schema: Piece }> }>
}
