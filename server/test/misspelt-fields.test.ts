import { expect, test } from 'vitest'
import { call } from './kit/api-client.ts'
import { openTrilho } from './kit/trilho.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant({ balance: '1000' })

type Schema = { properties?: Record<string, Schema>; items?: Schema; additionalProperties?: unknown; $ref?: string }
type Parameter = { name: string; in: string; $ref?: string }
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }

const { body: reference } = await call(`${trilho.url}/openapi.json`)

const send = (method: string, path: string, body: unknown) =>
  call(trilho.url + path, {
    method,
    headers: {
      authorization: `Bearer ${api.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const named = <Part extends { $ref?: string }>(part: Part): Part =>
  part.$ref === undefined
    ? part
    : part.$ref
        .slice(2)
        .split('/')
        .reduce((at, name) => at[name], reference)

/** The way to each field of a body: `transaction`, `orderId`. A number is the place in a list. */
function fieldsOf(schema: Schema): (string | number)[][] {
  const { properties = {}, items } = named(schema)
  if (items !== undefined) return fieldsOf(items).map(path => [0, ...path])
  return Object.entries(properties).flatMap(([name, field]) => [
    [name],
    ...fieldsOf(field).map(path => [name, ...path]),
  ])
}

const bodyWith = (path: readonly (string | number)[], value: unknown): unknown =>
  path.reduceRight((inner, at) => (typeof at === 'number' ? [inner] : { [at]: inner }), value)

const misspellings: Record<string, (name: string) => string> = {
  'in other capitals': name => name.toUpperCase(),
  'with a letter too few': name => name.slice(0, -1),
  'with a letter too many': name => `${name.slice(0, 2)}${name.slice(1)}`,
}

const operations = Object.entries(reference.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
)
const places = operations.flatMap(({ method, path, parameters = [], requestBody }) => {
  const body = requestBody?.content['application/json']?.schema
  const query = parameters.map(named).filter(one => one.in === 'query')
  const address = path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000')
  return [
    ...query.map(({ name }) => ({ method, address, place: 'query', path: [name] })),
    ...(body === undefined ? [] : fieldsOf(body).map(way => ({ method, address, place: 'body', path: way }))),
  ]
})

test.each(Object.entries(misspellings))('every field of every operation is refused %s', async (_, misspell) => {
  const missed: string[] = []
  for (const { method, address, place, path } of places) {
    const name = String(path.at(-1))
    const given = [...path.slice(0, -1), misspell(name)]
    // What is left of a name of two letters could be anything.
    if (name.length < 3 || misspell(name) === name) continue
    const response = await send(
      method,
      place === 'query' ? `${address}?${encodeURIComponent(misspell(name))}=1` : address,
      place === 'query' ? undefined : bodyWith(given, 'x'),
    )
    const problems = response.status === 400 ? response.body.error.details : []
    const problem = problems.find((one: { path: string }) => one.path === `/${given.join('/')}`)
    // Of two names that are as near (`state`, `status`) either will do.
    if (problem?.info.didYouMean === undefined) missed.push(`${method} ${address} ${place} ${given.join('.')}`)
  }
  expect(places.length).toBeGreaterThan(150)
  expect(missed).toEqual([])
})

test('a misspelt order id pays nobody, and the response says how it is spelt', async () => {
  const response = await api.requestCashOut({ transaction: { orderID: 'salary-7' } })
  expect([response.status, response.body.error.message]).toEqual([
    400,
    'In the body: transaction.orderID is no field of this request (did you mean orderId?).',
  ])
  expect((await api.get('/accounts/transactions/pix?type=Debit')).body.data.items).toEqual([])
})

test('operations of the contract ignore other fields, operations added since refuse them', async () => {
  const cashIn = await api.requestCashIn({ transaction: { orderId: 'more-1', campaign: 'spring' } })
  expect(cashIn.status).toBe(201)
  const refund = await api.post(`/accounts/transactions/pix/${cashIn.body.data.transaction.id}/refund`, {
    campaign: 'x',
  })
  expect([refund.status, refund.body.error.details[0]]).toEqual([
    400,
    { path: '/campaign', code: 'unknownField', message: 'is no field of this request', info: {} },
  ])
})

test('transactions are filtered by status as other lists are', async () => {
  await api.createCashIn()
  const found = await api.get('/accounts/transactions/pix?status=Completed')
  expect([found.status, found.body.data.items]).toEqual([200, []])
})

test('of thousands of unknown fields a response names fifty', async () => {
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`orderI${at}`, 'x']))
  const response = await api.requestCashOut({ transaction: fields })
  expect([response.status, response.body.error.details.length]).toEqual([400, 50])
})
