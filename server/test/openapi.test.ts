import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breaksOf, promisesOf } from '../src/platform/http/openapi/promises.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const text = read('../../openapi.json')

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads the document and asserts on it
type Piece = any
const document: Piece = JSON.parse(text)
const operations: Piece[] = [document.paths, document.webhooks].flatMap(paths =>
  Object.entries<Piece>(paths).flatMap(([path, methods]) =>
    Object.entries<Piece>(methods).map(([method, operation]) => ({ path, method, ...operation })),
  ),
)
const routes = operations.filter(({ path }) => path.startsWith('/'))
const resolve = (piece: Piece): Piece =>
  piece.$ref === undefined
    ? piece
    : piece.$ref
        .slice(2)
        .split('/')
        .reduce((at: Piece, key: string) => at[key], document)

/** Every object of the document, except examples. */
function* pieces(piece: Piece, key = ''): Generator<Piece> {
  if (typeof piece !== 'object' || piece === null || key === 'example') return
  if (!Array.isArray(piece)) yield piece
  for (const [name, part] of Object.entries(piece)) yield* pieces(part, name)
}

test('openapi.json is small and does not document the portal API', () => {
  expect(text.length).toBeLessThan(550_000)
  expect(routes.filter(({ path }) => path.startsWith('/portal'))).toEqual([])
})

test('every operation has one tag, which the document describes: the pages of the reference are made of them', () => {
  const described = document.tags.map(({ name }: Piece) => name)
  for (const { tags } of operations) expect(described).toEqual(expect.arrayContaining(tags))
  expect(operations.filter(({ tags }) => tags.length !== 1)).toEqual([])
})

test('every reference resolves and every component is used', () => {
  const references = new Set([...pieces(document)].flatMap(piece => piece.$ref ?? []))
  for (const reference of references) expect([reference, resolve({ $ref: reference })]).not.toContain(undefined)
  const named = Object.entries<Piece>(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, parts]) => Object.keys(parts).map(name => `#/components/${kind}/${name}`))
  expect(named.filter(name => !references.has(name))).toEqual([])
})

test('client generators get readable names', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const verbs =
    /^(logIn|preview|import|export|create|read|list|refund|show|resend|cancel|request|download|delete|stream|simulate|approve|reject|change|check|pay|stop)/
  expect(routes.map(({ operationId }) => operationId).filter(id => !verbs.test(id))).toEqual([])
  for (const kind of ['schemas', 'parameters', 'headers', 'responses'])
    expect(Object.keys(document.components[kind]).filter(name => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([])
  // A body or a response that is an object has its own name.
  for (const { operationId, requestBody, responses } of operations)
    for (const { content = {} } of [requestBody ?? {}, ...Object.values<Piece>(responses).map(resolve)])
      for (const { schema } of Object.values<Piece>(content))
        expect([operationId, schema.$ref ?? schema.type]).not.toContain('object')
})

/** Reserved names in Python and Go, where generators use fields unchanged and values as names. */
const reserved = new Set(
  `and as assert async await break case class continue def default defer del elif else except fallthrough finally for from
func global go goto if import in interface is lambda map nonlocal not or package pass raise range return select self
struct switch try type var while with yield`.split(/\s+/),
)

test('names of schemas differ in every language, and no object is left for generators to name', () => {
  const { schemas } = document.components
  const names = Object.keys(schemas).map(name => name.toLowerCase())
  expect(new Set(names).size).toBe(names.length)
  const nameless = Object.entries<Piece>(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries<Piece>(properties)
      .filter(([, property]) => [property, property.items, ...(property.anyOf ?? [])].some(one => one?.properties))
      .map(([key]) => `${name}.${key}`),
  )
  expect(nameless).toEqual([])
})

test('fields and values can be written as names in Python and Go', () => {
  const all = [...pieces(document)]
  const fields = new Set(
    all.flatMap(({ type, properties }) => (type === 'object' ? Object.keys(properties ?? {}) : [])),
  )
  const snake = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  // Generators write `type_` for it, which is how Python's own code does.
  expect([...fields].filter(name => reserved.has(snake(name)) && name !== 'type')).toEqual([])
  expect([...fields].filter(name => !/^[a-zA-Z][\w-]*$/.test(name))).toEqual([])
  const values = new Set(all.flatMap(piece => (Array.isArray(piece.enum) ? piece.enum : [])))
  expect(values.size).toBeGreaterThan(50)
  expect([...values].filter(value => typeof value === 'string' && !/^[A-Za-z][\w.-]*$/.test(value))).toEqual([])
})

test('every operation and event has a description, described parameters, examples, and documents its request id', () => {
  for (const operation of operations) {
    const { operationId, summary, tags, parameters = [], requestBody } = operation
    expect([operationId, typeof summary, tags.length]).toEqual([operationId, 'string', 1])
    expect(parameters.map(resolve).filter(({ description }: Piece) => !description)).toEqual([])
    if (requestBody !== undefined)
      expect([operationId, Object.values<Piece>(requestBody.content)[0].example]).not.toContain(undefined)
  }
  for (const { operationId, description, responses } of routes) {
    expect([operationId, typeof description]).toEqual([operationId, 'string'])
    for (const answer of Object.values<Piece>(responses).map(resolve)) {
      expect([operationId, Object.keys(answer.headers)]).toEqual([
        operationId,
        expect.arrayContaining(['X-Request-Id']),
      ])
      const json = answer.content['application/json']
      if (json !== undefined && operationId !== 'createOAuthToken')
        expect([operationId, json.example]).not.toContain(undefined)
    }
  }
})

test('statuses common to all routes are documented, with their headers', () => {
  for (const { operationId, requestBody, responses } of routes) {
    const statuses = ['400', '405', '429', '500', '503', ...(requestBody === undefined ? [] : ['408', '413', '415'])]
    expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(statuses)])
    expect(Object.keys(resolve(responses['405']).headers)).toContain('Allow')
    for (const status of ['429', '503'])
      expect(Object.keys(resolve(responses[status]).headers)).toContain('Retry-After')
  }
})

test('patterns and formats are portable to other languages', () => {
  const all = [...pieces(document)]
  const patterns = all.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []))
  expect(patterns.length).toBeGreaterThan(5)
  expect(patterns.filter(pattern => /\(\?|\\u|\\p|\\d/.test(pattern))).toEqual([])
  // A schema has a type; an example of a file has a format of its own.
  const formats = new Set(all.flatMap(({ type, format }) => (type && typeof format === 'string' ? [format] : [])))
  expect([...formats].toSorted()).toEqual(['binary', 'byte', 'date', 'date-time', 'email', 'uri', 'uuid'])
})

test('nothing that clients rely on was removed since the last version', () => {
  const promised = read('vectors/openapi-promises.txt')
    .split('\n')
    .filter(line => line !== '')
  expect(breaksOf(promised, promisesOf(document))).toEqual([])
})

test('removing a field, making it required or limiting its values breaks clients; adding one does not', () => {
  const last = promisesOf(document)
  const after = (change: (schemas: Piece) => void) => {
    const changed = structuredClone(document)
    change(changed.components.schemas)
    return breaksOf(last, promisesOf(changed))
  }
  expect(after(({ Balance }) => delete Balance.properties.held)).toContain('gone: answer Balance.held')
  expect(after(({ CashInRequest }) => CashInRequest.required.push('transaction'))).toEqual([
    'newly demanded: request CashInRequest.transaction required',
  ])
  expect(after(({ LoginRequest }) => (LoginRequest.properties.secret.enum = ['a']))).toEqual([
    'narrowed: request LoginRequest.secret = a',
  ])
  expect(after(({ TransactionState }) => TransactionState.enum.pop())).toContain(
    'gone: answer TransactionState = Error',
  )
  expect(
    after(({ LoginRequest, Balance }) => {
      LoginRequest.properties.hint = { type: 'string' }
      LoginRequest.required = ['accessKey']
      Balance.properties.reserved = { type: 'string' }
      Balance.required.push('reserved')
    }),
  ).toEqual([])
})
