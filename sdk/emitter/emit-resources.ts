import { type Answer, type Document, type Names, type Operation, type Parameter, type Schema } from './document.ts'
import { comment, nameOf, pascal, resolve } from './document.ts'
import { amountsIn, typeOf } from './emit-schemas.ts'

type Call = Operation & { method: string; path: string }

/** One class for every group of names.json, one method for every operation, and what they have in common above them. */
export function emitResources(document: Document, names: Names): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, method: method.toUpperCase(), path })),
  )
  const groups = new Map<string, string[]>([['', []]])
  const put = (name: string | undefined, emit: (method: string) => string) => {
    if (name === undefined) return
    const at = name.lastIndexOf('.')
    const group = name.slice(0, at)
    if (!groups.has(group)) groups.set(group, [])
    groups.get(group)?.push(emit(name.slice(at + 1)))
  }
  const queries: string[] = []
  const endpoints: string[] = []
  for (const call of calls.filter(call => !isStream(call))) {
    const emitted = emitCall(document, names, call)
    queries.push(emitted.query)
    endpoints.push(emitted.endpoint)
    const name = names.methods[call.operationId]
    if (name === undefined) throw new Error(`names.json has no method for ${call.operationId}`)
    put(name, emitted.method)
    put(names.iterators[call.operationId], method => emitted.iterator(method, name.split('.').at(-1) ?? ''))
    put(names.files[call.operationId], emitted.file)
  }
  const classes = [...groups.keys()].toReversed().map(group => emitClass(group, groups))
  const text = `${comment('What every endpoint returns.')}export type Endpoints = {\n${endpoints.join('')}}\n`
  return [...queries.filter(query => query !== ''), text, ...classes].join('\n')
}

/** Followed by a method that is written by hand. */
const isStream = ({ responses }: Call) =>
  'text/event-stream' in ((responses['200'] as Answer | undefined)?.content ?? {})

const classOf = (group: string) => (group === '' ? 'Resources' : group.split('.').map(pascal).join(''))

/** A group with its methods, and the groups within it. */
function emitClass(group: string, groups: Map<string, string[]>): string {
  const within = [...groups.keys()].filter(
    other => other !== '' && other.split('.').slice(0, -1).join('.') === group && other !== group,
  )
  const methods = groups.get(group) ?? []
  const nameIn = (other: string) => other.split('.').at(-1) ?? ''
  return [
    `export class ${classOf(group)} {\n`,
    methods.length > 0 ? 'readonly #call: Call\n' : '',
    ...within.map(other => `readonly ${nameIn(other)}: ${classOf(other)}\n`),
    '\nconstructor(call: Call) {\n',
    methods.length > 0 ? 'this.#call = call\n' : '',
    ...within.map(other => `this.${nameIn(other)} = new ${classOf(other)}(call)\n`),
    '}\n',
    ...methods.map(method => `\n${method}`),
    '}\n',
  ].join('')
}

function emitCall(document: Document, names: Names, call: Call) {
  const { method, path, requestBody } = call
  const parameters = (call.parameters ?? []).map(one => resolve(document.components.parameters, one))
  const placed = parameters.filter(one => one.in === 'path').map(one => one.name)
  const query = queryOf(names, call, parameters)
  const body = Object.entries(requestBody?.content ?? {})[0]
  const answer = answerOf(document, call)
  const takes = [
    ...placed.map(name => `${name}: string`),
    ...(body === undefined ? [] : [asArgument('body', nameOf(body[1].schema.$ref ?? ''), requestBody?.required)]),
    ...(query === undefined ? [] : [asArgument('query', query.type, query.isRequired)]),
    'options?: CallOptions',
  ].join(', ')
  const amounts = body === undefined ? [] : amountsIn(document, body[1].schema)
  const request = (kind: string) =>
    [
      `method: '${method}'`,
      `path: ${placed.length === 0 ? `'${path}'` : `pathOf\`${path.replaceAll('{', '${')}\``}`,
      call.security?.length === 0 ? 'isPublic: true' : '',
      body === undefined ? '' : 'body',
      body?.[0].includes('form') === true ? 'isForm: true' : '',
      amounts.length === 0 ? '' : `amounts: ${JSON.stringify(amounts)}`,
      query === undefined ? '' : `query: queryOf(${query.wire}, query)`,
      `repeat: '${repeatOf(names, call, parameters)}'`,
      `answer: '${kind}'`,
    ]
      .filter(part => part !== '')
      .join(', ')
  const text = (more?: string) => comment(`${call.summary}.`, call.description, refusedWith(document, call), more)
  return {
    query: query?.declaration ?? '',
    endpoint: `'${method} ${path}': ${answer.type}\n`,
    method: (name: string) =>
      `${text()}async ${name}(${takes}): Promise<${answer.type}> {\nreturn this.#call({ ${request(answer.kind)} }, options)\n}\n`,
    file: (name: string) =>
      `${text('As a file, the whole of it.')}async ${name}(${takes.replace(query?.type ?? '', `Omit<${query?.type}, 'limit' | 'offset' | 'cursor'>`)}): Promise<Response> {\n` +
      `return this.#call({ ${request('file')}, accept: 'text/csv' }, options)\n}\n`,
    iterator: (name: string, list: string) => {
      const paged = parameters.some(one => one.name === 'cursor') ? 'byCursor' : 'byOffset'
      const given = [...placed, '{ ...query, ...page }', 'options'].join(', ')
      const filter = `Omit<${query?.type}, 'offset' | 'cursor'>`
      return (
        comment(`${call.summary}: one after the other, over all pages.`) +
        `${name}(${takes.replace(query?.type ?? '', filter)}): AsyncGenerator<${answer.item}, void> {\n` +
        `return ${paged}(page => this.${list}(${given}))\n}\n`
      )
    },
  }

  function asArgument(name: string, type: string, isRequired: boolean | undefined) {
    return isRequired === true ? `${name}: ${type}` : `${name}: ${type} = {}`
  }
}

/** What may be asked for, as one type; what has but one value, and where pages begin, need not be said. */
function queryOf(names: Names, { operationId }: Call, parameters: Parameter[]) {
  // A file has a method of its own: nobody has to ask for its format.
  const asked = parameters.filter(
    one => one.in === 'query' && !(one.name === 'format' && names.files[operationId] !== undefined),
  )
  if (asked.length === 0) return undefined
  const defaultOf = ({ name, required, schema }: Parameter) => {
    if (required !== true) return undefined
    if (schema.const !== undefined) return schema.const
    return { 'dataset.limit': 20, 'dataset.offset': 0 }[name]
  }
  const isOptional = (one: Parameter) => one.required !== true || defaultOf(one) !== undefined
  const type = `${pascal(operationId)}Query`
  const fields = asked.map(one => {
    const optional = isOptional(one)
    const kind = typeOf(one.schema, { isRequest: true }) + (optional ? ' | undefined' : '')
    return `${comment(one.description)}${shortName(one.name)}${optional ? '?' : ''}: ${kind}\n`
  })
  const wire = `{ ${asked.map(one => `'${one.name}': ${JSON.stringify(defaultOf(one))}`).join(', ')} }`
  return {
    type,
    wire,
    isRequired: asked.some(one => !isOptional(one)),
    declaration: `export type ${type} = {\n${fields.join('')}}\n`,
  }
}

/** `dataset.limit` is `limit` in a program. */
const shortName = (name: string) => name.split('.').at(-1) ?? ''

type CallResult = { kind: 'data' | 'nothing' | 'json' | 'text' | 'file'; type: string; item?: string }

function answerOf({ components }: Document, { responses }: Call): CallResult {
  const [, found] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const { content = {} } = (found ?? {}) as Answer
  const schema = content['application/json']?.schema
  if (schema === undefined)
    return Object.keys(content).join() === 'text/plain'
      ? { kind: 'text', type: 'string' }
      : { kind: 'file', type: 'Response' }
  const named = components.schemas[nameOf(schema.$ref ?? '')]
  if (named?.properties?.['statusCode'] === undefined) return { kind: 'json', type: nameOf(schema.$ref ?? '') }
  const { data } = named.properties
  if (data === undefined) return { kind: 'nothing', type: 'void' }
  return { kind: 'data', type: typeOf(data, { isRequest: false }), item: itemOf(components.schemas, data) ?? '' }
}

const itemOf = (schemas: Record<string, Schema>, data: Schema): string | undefined => {
  const page = schemas[nameOf(data.$ref ?? '')]
  const items = page?.items ?? page?.properties?.['items']?.items
  return items === undefined ? undefined : nameOf(items.$ref ?? '')
}

/** Whether sending it twice does what sending it once does: always, by its key, or not. */
function repeatOf({ harmlessTwice }: Names, { method, operationId }: Call, parameters: Parameter[]) {
  if (method === 'GET' || harmlessTwice.includes(operationId)) return 'safe'
  return parameters.some(one => one.name === 'idempotency-key') ? 'safe' : 'unsafe'
}

/** The reasons of its own that an operation is refused for. */
function refusedWith({ components }: Document, { method, path, responses }: Call): string {
  const reasons = ['404', '409'].flatMap(status => {
    const answer = responses[status]
    if (answer === undefined) return []
    const { description = '' } = resolve(components.responses, answer)
    return Array.from(description.matchAll(/`(\w+)`/g), ([reason]) => reason)
  })
  const text = reasons.length === 0 ? '' : ` Refused with ${reasons.join(', ')}.`
  return `\`${method} ${path}\`.${text}`
}
