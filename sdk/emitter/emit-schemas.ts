import { type Document, type Schema, comment, nameOf, pascal } from './document.ts'

/** How the document says that a text is an amount of money, in requests. */
const amountPattern = '^[0-9]{1,10}(\\.[0-9]{1,6})?$'

const isEnvelope = (schema: Schema) => schema.properties?.['statusCode'] !== undefined

/** The named types of requests, answers and events. */
export function emitSchemas(document: Document): string {
  const { schemas } = document.components
  const asked = requestSchemas(document)
  const types = Object.entries(schemas)
    .filter(([, schema]) => !isEnvelope(schema))
    .map(([name, schema]) => {
      const text = name === 'Reason' ? 'Why a request was refused' : schema.description
      return `${comment(text)}export type ${name} = ${typeOf(schema, { isRequest: asked.has(name) })}\n`
    })
  return [...types, emitEvents(document)].join('\n')
}

type Place = { isRequest: boolean }

/** A schema as TypeScript says it. */
export function typeOf(schema: Schema, place: Place): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.anyOf !== undefined) return schema.anyOf.map(part => typeOf(part, place)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map(type => typeOf({ ...schema, type }, place)).join(' | ')
  if (schema.type === 'null') return 'null'
  if (schema.pattern === amountPattern) return 'Amount'
  if (schema.format === 'date-time' && place.isRequest) return 'Moment'
  if (schema.type === 'array') return `${inBrackets(typeOf(schema.items ?? {}, place))}[]`
  if (schema.type === 'object') return objectOf(schema, place)
  return { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[
    schema.type ?? ''
  ] as string
}

const inBrackets = (type: string) => (type.includes(' ') ? `(${type})` : type)

function objectOf({ properties = {}, required = [], additionalProperties: others }: Schema, place: Place): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    // Who builds a request may leave a field undefined: it is not sent then.
    const type = typeOf(schema, place) + (place.isRequest && !isRequired ? ' | undefined' : '')
    return `${comment(schema.description)}${name}${isRequired ? '' : '?'}: ${type}\n`
  })
  if (fields.length > 0) return `{\n${fields.join('')}}`
  return `Record<string, ${typeof others === 'object' ? typeOf(others, place) : 'unknown'}>`
}

/** Everything that a request is made of. */
function requestSchemas(document: Document): Set<string> {
  const found = new Set<string>()
  const follow = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      follow(JSON.stringify(document.components.schemas[name]))
    }
  }
  for (const methods of Object.values(document.paths))
    for (const { requestBody } of Object.values(methods)) follow(JSON.stringify(requestBody ?? {}))
  return found
}

/** The fields of a request that are amounts of money, by their paths. */
export function amountsIn(document: Document, schema: Schema, path: string[] = []): string[] {
  const named = schema.$ref === undefined ? schema : document.components.schemas[nameOf(schema.$ref)]
  if (named?.pattern === amountPattern) return [path.join('.')]
  return Object.entries(named?.properties ?? {}).flatMap(([name, part]) => amountsIn(document, part, [...path, name]))
}

/** The union of all events, distinguished by `type`. */
function emitEvents({ webhooks }: Document): string {
  const events = Object.entries(webhooks).map(([name, { post }]) => {
    const schema = nameOf(post.requestBody?.content['application/json']?.schema.$ref ?? '')
    return `${comment(post.summary)}| EventOf<'${name}', ${schema} & ${markOf(name)}>\n`
  })
  return [
    comment('One event. `id` is the same in every attempt: store it to handle the event once.'),
    'export type EventOf<Type extends string, Data> = { id: string; type: Type; date: Date; data: Data }\n\n',
    comment('Every event that a webhook address receives, distinguished by `type`.'),
    `export type WebhookEvent =\n${events.join('')}`,
  ].join('')
}

/** What the payload of an event says of its kind. */
const markOf = (name: string) =>
  name.startsWith('transaction')
    ? `{ transactionState: '${name.replace('transaction', '')}' }`
    : `{ event: '${name === 'testEvent' ? 'Test' : pascal(name)}' }`
