import * as fc from 'fast-check'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { OAuthError } from '../src/tenancy/access-keys/schemas.ts'
import { InvalidRequestBody, RefusalBody } from '../src/platform/http/refusals.ts'
import { type Answer, call } from './kit/api-client.ts'
import { assertProperty } from './kit/property.ts'
import { openTrilho } from './kit/trilho.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant({ balance: '1000' })
const id = await api.createCashIn()

type Schema = {
  type?: string | string[]
  enum?: (string | number)[]
  examples?: string[]
  properties?: Record<string, Schema>
  items?: Schema
}
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const { body: reference } = await call(`${trilho.url}/openapi.json`)
const routes = Object.entries(reference.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

/** Values that are known to break servers. */
const oddTexts = [
  '',
  ' ',
  'a\u0000b',
  '\ud800',
  '-1',
  '1e400',
  '0x10',
  'NaN',
  'null',
  '__proto__',
  'http://a.b/\u0000',
  '2026-01-01T23:59:60Z',
  '0000-01-01T00:00:00Z',
  'urn:uuid:01890000-0000-7000-8000-000000000000',
  "'; drop table merchants",
  'x'.repeat(3000),
]
const anyText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary' }))
/** A valid value for a field of this name, if its schema has no example. */
const goodTexts: Record<string, string> = {
  cpf: '52998224725',
  taxNumber: '52998224725',
  grant_type: 'client_credentials',
  startDate: '2026-01-01T00:00:00Z',
  endDate: '2027-01-01T00:00:00Z',
  transactionId: id,
  customHeaderName: 'x-shop',
}
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 80 }).map(text => text.trim())

/** Mostly valid values, sometimes any value, so that many requests pass validation. */
const near = (schema: Schema, name = ''): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 19, arbitrary: asAsked(schema, name) }, { weight: 1, arbitrary: fc.jsonValue() })

function asAsked({ type, enum: values, examples, properties = {}, items = {} }: Schema, name: string) {
  if (values !== undefined) return fc.constantFrom(...values)
  const parts = Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, near(part, key)]))
  const number = fc.oneof({ weight: 8, arbitrary: fc.nat(100) }, fc.maxSafeInteger(), fc.double())
  const good = fc.constantFrom(...(examples ?? [goodTexts[name] ?? 'Maria']))
  const text = fc.oneof({ weight: 14, arbitrary: good }, { weight: 1, arbitrary: anyText })
  const byType: Record<string, fc.Arbitrary<unknown>> = {
    object: fc.oneof({ weight: 9, arbitrary: fc.record(parts) }, { weight: 1, arbitrary: fc.record(parts, anyOfThem) }),
    array: type === 'array' ? fc.array(near(items), { maxLength: 3 }) : text,
    integer: number,
    number,
    boolean: fc.boolean(),
  }
  return byType[[type].flat()[0] ?? ''] ?? text
}

const anyOfThem = { requiredKeys: [] }

const requestTo = ({ method, path, operation }: (typeof routes)[number]) => {
  const parameters = operation.parameters ?? []
  const named = (place: Parameter['in']) =>
    fc.record(
      Object.fromEntries(parameters.filter(p => p.in === place).map(p => [p.name, near(p.schema, p.name)])),
      anyOfThem,
    )
  const bodySchema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const body = fc.oneof(
    { weight: 6, arbitrary: near(bodySchema ?? {}).map(value => JSON.stringify(value)) },
    { weight: 1, arbitrary: anyText },
  )
  const headers = fc.record(
    { 'idempotency-key': headerText, accept: headerText, 'x-request-id': headerText, 'content-type': headerText },
    anyOfThem,
  )
  return fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    ids: named('path'),
    query: fc.oneof(named('query').map(asQuery), fc.string({ unit: 'grapheme-ascii' })),
    headers: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
    body: method === 'GET' ? fc.constant(undefined) : fc.option(body, { nil: undefined, freq: 10 }),
  })
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()

const asQuery = (query: object) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, asText(value)])).toString()

const fill = (path: string, ids: Record<string, unknown>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(asText(ids[name] ?? id)))

/** OAuth has its own error format; every other route uses the envelope. */
function isInShape({ status, headers, body }: Answer, path: string): boolean {
  const refusals = path === '/oauth/token' ? [OAuthError] : [InvalidRequestBody, RefusalBody]
  if (status >= 400) return refusals.some(shape => Value.Check(shape, body))
  return path === '/oauth/token' || headers.get('content-type')?.includes('json') !== true || body.statusCode === 'Done'
}

test('the reference lists the routes of the contract', () => {
  expect(routes.map(route => `${route.method} ${route.path}`)).toEqual(
    expect.arrayContaining(['POST /login', 'POST /accounts/pix/cashin', 'GET /accounts/transactions/pix']),
  )
})

test('for any input to any route the server returns no 500 and always uses its envelope', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.constantFrom(...routes).chain(requestTo),
      async ({ method, path, ids, query, headers, body }) => {
        const answer = await call(`${trilho.url}${fill(path, ids)}?${query}`, {
          method,
          headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', ...headers },
          ...(body === undefined ? {} : { body }),
        })
        expect(answer.status).toBeLessThan(500)
        expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
        expect(isInShape(answer, path)).toBe(true)
      },
    ),
    { runs: 1000 },
  )
})
