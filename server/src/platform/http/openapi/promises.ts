import type { Piece } from './name-schemas.ts'

type Side = 'request' | 'answer'

/**
 * What clients of the API may rely on, one line each: operations, parameters, statuses, names of schemas, fields and
 * their values. A line may be added and never disappears; what is newly required of a request breaks clients just so.
 */
export function promisesOf(document: Piece): string[] {
  const lines = new Set<string>()

  const fields = (side: Side, at: string, schema: Piece): void => {
    const reference = schema['$ref']
    if (typeof reference === 'string') return named(side, at, reference)
    for (const part of (schema['anyOf'] ?? []) as Piece[]) if (part['type'] !== 'null') fields(side, at, part)
    const values = 'const' in schema ? [schema['const']] : ((schema['enum'] ?? []) as unknown[])
    for (const value of values) lines.add(`${side} ${at} = ${String(value)}`)
    if (schema['items'] !== undefined) fields(side, `${at}[]`, schema['items'] as Piece)
    const required = (schema['required'] ?? []) as string[]
    for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Record<string, Piece>)) {
      lines.add(`${side} ${at}.${name}`)
      if (required.includes(name)) lines.add(`${side} ${at}.${name} required`)
      fields(side, `${at}.${name}`, property)
    }
  }
  const named = (side: Side, at: string, reference: string) => {
    const name = reference.split('/').at(-1) ?? ''
    const schema = found(document, reference)
    lines.add(`${side} ${at} is ${name}`)
    // An object that is named after its place is also listed there, where it may have been before it had a name.
    if (name === nameAfter(at) && 'properties' in schema) fields(side, at, schema)
    if (lines.has(`${side} ${name}`)) return
    lines.add(`${side} ${name}`)
    fields(side, name, schema)
  }
  const contents = (side: Side, at: string, given: Piece) => {
    for (const [type, content] of Object.entries((resolved(document, given)['content'] ?? {}) as Record<string, Piece>))
      fields(side, `${at} ${type}`, (content['schema'] ?? {}) as Piece)
  }
  const operation = (at: string, { operationId, parameters = [], requestBody, responses = {} }: Piece) => {
    lines.add(`${at} ${String(operationId)}`)
    for (const given of parameters as Piece[]) {
      const { name, in: place, required, schema } = resolved(document, given)
      const parameter = `${at} ${String(place)} ${String(name)}`
      lines.add(`request ${parameter}`)
      if (required === true) lines.add(`request ${parameter} required`)
      fields('request', parameter, schema as Piece)
    }
    if (requestBody !== undefined) contents('request', at, requestBody as Piece)
    if ((requestBody as Piece | undefined)?.['required'] === true) lines.add(`request ${at} required`)
    for (const [status, answer] of Object.entries(responses as Record<string, Piece>)) {
      lines.add(`answer ${at} ${status}`)
      contents('answer', `${at} ${status}`, answer)
    }
  }
  for (const part of ['paths', 'webhooks'])
    for (const [path, methods] of Object.entries((document[part] ?? {}) as Record<string, Record<string, Piece>>))
      for (const [method, one] of Object.entries(methods)) operation(`${method.toUpperCase()} ${path}`, one)
  return [...lines].toSorted()
}

/** `CashInRequest.payment.value` as a schema is called: CashInRequestPaymentValue. */
const nameAfter = (at: string) => at.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())

const found = (document: Piece, reference: string): Piece =>
  reference
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key] as Piece, document)

const resolved = (document: Piece, piece: Piece): Piece =>
  typeof piece['$ref'] === 'string' ? found(document, piece['$ref']) : piece

/** What breaks clients of the last version: what is gone, and what is newly demanded of those who knew its place. */
export function breaksOf(last: readonly string[], now: readonly string[]): string[] {
  const known = new Set(last)
  const kept = new Set(now)
  const isDemand = (line: string) => line.startsWith('request ') && line.endsWith(' required')
  // What need not be sent any more takes nothing from anybody.
  const gone = last.filter(line => !kept.has(line) && !isDemand(line))
  const demanded = now.filter(line => isDemand(line) && !known.has(line) && known.has(placeOf(line)))
  const hadValues = new Set(last.map(line => line.split(' = ')[0]).filter((_, at) => last[at]?.includes(' = ')))
  const narrowed = now.filter(line => {
    const [field = '', value] = line.split(' = ')
    return value !== undefined && field.startsWith('request ') && known.has(field) && !hadValues.has(field)
  })
  return [
    ...gone.map(line => `gone: ${line}`),
    ...demanded.map(line => `newly demanded: ${line}`),
    ...narrowed.map(line => `narrowed: ${line}`),
  ]
}

/** What a demanded field or parameter is part of; where that is new itself, nobody is surprised. */
function placeOf(line: string): string {
  const what = line.replace(/ required$/, '')
  const field = /^(request [^/]*)\.[^.]+$/.exec(what)
  if (field !== null) return field[1] ?? ''
  const parameter = /^request (.+) (?:query|header|path) \S+$/.exec(what)
  return parameter === null ? what : `answer ${parameter[1]} 400`
}
