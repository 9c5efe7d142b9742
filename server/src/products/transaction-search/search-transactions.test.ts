import { expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { unwatched } from '../../../test/kit/state-watch.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { rowsRead } from '../../../test/kit/rows-read.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { exportTransactions } from './export-transactions.ts'
import { searchTransactions, mostLookedAt } from './search-transactions.ts'
import { sumUpTransactions } from './sum-up-transactions.ts'
import { indexTransactions } from './terms/index-transactions.ts'

const trilho = await openTrilho()
const webhook = { url: (await openSink()).url }

/** One transaction of each kind, a day apart, named by its letter. */
const shop = await newPayer(trilho)
const person = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
const letters = new Map<string, string>()
const dayMs = 86_400_000
const startMs = Date.parse('2027-03-10T15:00:00Z') - Date.now()

const complete = (id: string, payer?: object) => shop.simulate('complete', id, payer)
const lives: [letter: string, create: () => Promise<string>, ...then: ((id: string) => Promise<unknown>)[]][] = [
  ['a', () => shop.createCashIn({ amount: '10', transaction: { orderId: 'order-a' }, webhook }), complete],
  [
    'b',
    () => shop.createCashIn({ amount: '20', payer: null, webhook }),
    id => complete(id, { name: 'João', taxNumber: cpf.joao }),
  ],
  ['c', () => shop.createCashIn({ amount: '30', webhook }), id => shop.simulate('error', id)],
  ['d', () => shop.createCashOut({ amount: '40', transaction: { orderId: cpf.maria }, webhook })],
  ['e', async () => (await shop.createInitiation({ amount: '50', taxNumber: cpf.ana, webhook })).id],
  ['f', async () => (await shop.createRequest('60')).refTransaction],
  ['g', () => shop.createCashIn({ amount: '70', payer: null, editable: true, webhook })],
]
for (const [day, [letter, create, ...then]] of lives.entries()) {
  trilho.clock.aheadMs = startMs + day * dayMs
  const id = await create()
  for (const happens of then) await happens(id)
  letters.set(id, letter)
}
trilho.clock.aheadMs = 0

const path = `/merchants/${shop.merchantId}/transactions`
type Item = { id: string }
type Query = Record<string, string>
const list = async (query: Query = {}) => (await person.get(`${path}?${new URLSearchParams(query)}`)).body.data
const found = async (query?: Query) => ((await list(query)).items as Item[]).map(({ id }) => letters.get(id)).join('')
const idOf = (letter: string) => [...letters].find(([, known]) => known === letter)?.[0] ?? ''
const endToEndIdOf = async (letter: string) =>
  (await shop.read(idOf(letter))).body.data.transaction.receiptVoucher as string

test('everything is listed, newest first', async () => {
  expect(await found()).toBe('gfedcba')
  expect(await list()).toMatchObject({ nextCursor: null, lookedUntil: null })
})

test('an item says who, what, how much and how far, with a masked document', async () => {
  const { items } = await list()
  expect(items[6]).toEqual({
    id: idOf('a'),
    date: expect.stringMatching(/^2027-03-10T15:00:/) as string,
    operation: 'pixCashIn',
    type: 'Credit',
    state: 'Completed',
    amount: '10.000000',
    refundedAmount: '0.000000',
    orderId: 'order-a',
    orderDescription: null,
    party: { name: 'Maria da Silva', taxNumber: '***.982.247-**' },
  })
  expect(items[0]).toMatchObject({ state: 'Registered', party: null })
  expect(items[1]).toMatchObject({ operation: 'companyPayment', type: 'Debit', state: 'Requested' })
  expect(JSON.stringify(items)).not.toMatch(new RegExp(`"(${cpf.joao}|${cpf.ana})"`))
})

test.each([
  [{ state: 'Completed' }, 'ba'],
  [{ state: 'Registered' }, 'ge'],
  [{ state: 'Requested' }, 'f'],
  [{ state: 'Created' }, 'd'],
  [{ state: 'Error' }, 'c'],
  [{ state: 'Reversed' }, ''],
  [{ operation: 'pixCashIn' }, 'gcba'],
  [{ operation: 'pixCashOut' }, 'd'],
  [{ operation: 'paymentInitiation' }, 'e'],
  [{ operation: 'companyPayment' }, 'f'],
  [{ from: '2027-03-12' }, 'gfedc'],
  [{ to: '2027-03-12' }, 'cba'],
  [{ from: '2027-03-11', to: '2027-03-12' }, 'cb'],
  [{ from: '2027-03-12', to: '2027-03-11' }, ''],
  [{ leastAmount: '30' }, 'gfedc'],
  [{ mostAmount: '30.00' }, 'cba'],
  [{ leastAmount: '20', mostAmount: '40' }, 'dcb'],
  [{ state: 'Error', operation: 'pixCashIn', from: '2027-03-12', leastAmount: '30' }, 'c'],
  [{ state: 'Error', operation: 'pixCashOut' }, ''],
])('the filter %o finds "%s"', async (query, expected) => {
  expect(await found(query as Query)).toBe(expected)
})

test.each([
  ['order-a', 'a'],
  ['  order-a ', 'a'],
  ['ORDER-A', 'a'],
  ['order', 'a'],
  [cpf.joao, 'db'], // who paid b, and who is paid by d
  ['390.533.447-05', 'db'],
  [cpf.ana, 'e'],
  [cpf.maria, 'dca'], // d by its order id
  ['11.444.777/0001-61', 'f'],
  ['11444777000161', 'f'],
  ['nothing like this', ''],
  ["'; drop table transactions; --", ''],
  ['%', ''],
])('a search for "%s" finds "%s"', async (q, expected) => {
  expect(await found({ q })).toBe(expected)
})

test('a search finds a transaction by its id and by its end-to-end id', async () => {
  expect(await found({ q: idOf('e') })).toBe('e')
  expect(await found({ q: idOf('e').toUpperCase() })).toBe('e')
  expect(await found({ q: await endToEndIdOf('b') })).toBe('b')
})

test('a search keeps to the filters beside it', async () => {
  expect(await found({ q: cpf.maria, state: 'Error' })).toBe('c')
  expect(await found({ q: cpf.maria, to: '2027-03-10' })).toBe('a')
  expect(await found({ q: 'order-a', operation: 'pixCashOut' })).toBe('')
})

test('a named payer for whom somebody else has paid is found by either document', async () => {
  const id = await shop.createCashIn({ amount: '1', webhook })
  await complete(id, { name: 'Ana', taxNumber: cpf.ana })
  for (const q of [cpf.maria, cpf.ana]) expect((await list({ q })).items.map((item: Item) => item.id)).toContain(id)
})

test('days begin and end in São Paulo', async () => {
  const api = await trilho.newMerchant()
  const viewer = await newPortalPerson(trilho, { merchantId: api.merchantId })
  trilho.clock.aheadMs = Date.parse('2027-05-02T02:59:00Z') - Date.now()
  await api.createCashIn()
  trilho.clock.aheadMs = 0
  const on = async (day: string) =>
    (await viewer.get(`/merchants/${api.merchantId}/transactions?from=${day}&to=${day}`)).body.data.items.length
  expect([await on('2027-05-01'), await on('2027-05-02')]).toEqual([1, 0])
})

test.each<[Query, string, string]>([
  [{ state: 'completed' }, '/state', 'enum'],
  [{ operation: 'pix' }, '/operation', 'enum'],
  [{ from: '10/03/2027' }, '/from', 'format'],
  [{ to: '2027-02-30' }, '/to', 'format'],
  [{ from: '0000-01-01' }, '/from', 'pattern'],
  [{ leastAmount: '1,50' }, '/leastAmount', 'pattern'],
  [{ limit: '1000' }, '/limit', 'maximum'],
  [{ cursor: 'abc' }, '/cursor', 'format'],
  [{ q: 'a\u0000' }, '/q', 'pattern'],
  [{ q: 'x'.repeat(256) }, '/q', 'maxLength'],
])('the query %o is refused', async (query, where, code) => {
  const { status, body } = await person.get(`${path}?${new URLSearchParams(query)}`)
  expect(status).toBe(400)
  expect(body.error.details).toContainEqual(expect.objectContaining({ path: where, code }))
})

/** Ids on the way from the first page to the last. */
async function walk(search: Parameters<typeof searchTransactions>[1]) {
  const pages: string[][] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await searchTransactions(trilho.needs, { ...search, cursor })
    pages.push(page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  return pages
}

const everything = {
  q: undefined,
  taxNumber: null,
  state: undefined,
  operation: undefined,
  from: undefined,
  until: undefined,
}
const anyAmount = { leastAmount: undefined, mostAmount: undefined, cursor: undefined }

/** A merchant with many more transactions than one look goes through; few of them are large, or in an uncommon state. */
async function newBusyMerchant(count: number) {
  const { merchantId } = await trilho.newMerchant()
  const many = (from: number) => (tx: Tx) =>
    tx`
    insert into transactions (merchant_id, id, operation, state, amount, editable, charge_fixed, charge_rate, charges,
                              counterparty, created_at, order_id, idempotency_key)
    select ${merchantId}, (lpad(to_hex(1800000000000 + i), 12, '0') || '70008000000000000000')::uuid, 'pixCashIn',
           case when i % 10000 = 0 then 'Error' when i % 2 = 0 then 'Registered' else 'Completed' end,
           case when i % 8000 = 0 then 900000000 else 1000000 end, false, 0, 0, 0,
           jsonb_build_object('name', null, 'cpf', lpad((i % 1000)::text, 11, '0')), to_timestamp(1800000000 + i / 1000.0),
           'o' || i, 'order:o' || i
      from generate_series(${from}::int, ${Math.min(from + 4_999, count)}::int) i`
  for (let from = 1; from <= count; from += 5_000) await unwatched(trilho.sql, many(from))
  await trilho.sql`analyze transactions`
  return merchantId
}

const count = 45_000
const busy = await newBusyMerchant(count)
const busySearch = { merchantId: busy, ...everything, ...anyAmount, limit: 25 }

test.each<[string, Partial<Parameters<typeof searchTransactions>[1]>, most: number]>([
  ['the newest', {}, 60],
  ['a deep page', { cursor: '01a31c04-0000-7000-8000-000000000000' }, 60],
  ['an order id', { q: 'o17' }, 1_160],
  ['a document', { q: '00000000017', taxNumber: '00000000017' }, 1_360],
  ['an uncommon state', { state: 'Error' }, 60],
  ['a common state', { state: 'Completed' }, 120],
  ['a rare amount', { leastAmount: 500_000_000n }, 2 * mostLookedAt + 60],
  ['what there is none of', { operation: 'pixCashOut' }, 2 * mostLookedAt + 60],
])('%s is found with a bounded number of rows read', async (_, search, most) => {
  const read = (sql: Sql) => searchTransactions({ ...trilho.needs, sql }, { ...busySearch, ...search })
  expect(await rowsRead(trilho.sql, 'transactions', read)).toBeLessThanOrEqual(most)
})

test('a search that matches little comes in short pages, and misses and repeats nothing', async () => {
  const pages = await walk({ ...busySearch, leastAmount: 500_000_000n })
  expect(pages.flat()).toHaveLength(Math.floor(count / 8_000))
  expect(new Set(pages.flat()).size).toBe(Math.floor(count / 8_000))
  expect(pages.length).toBeGreaterThan(count / mostLookedAt - 1)
  const first = await searchTransactions(trilho.needs, { ...busySearch, leastAmount: 500_000_000n })
  expect(first.lookedUntil?.getTime()).toBe(1_800_000_000_000 + count - mostLookedAt + 1)
})

test('pages of a document walk through all of its transactions once', async () => {
  const pages = await walk({ ...busySearch, q: '00000000017', taxNumber: '00000000017' })
  expect(pages.flat()).toHaveLength(45)
  expect(pages.flat()).toEqual([...new Set(pages.flat())].sort().toReversed())
})

const busyId = (n: number) => {
  const hex = (1_800_000_000_000 + n).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
const newestFirst = Array.from({ length: count }, (_, i) => count - i)
const beginningWith = (digits: string) => newestFirst.filter(n => String(n).startsWith(digits)).map(busyId)
const setMark = (madeUntil: string) => trilho.sql`
  insert into search_term_marks (merchant_id, made_until, checked_until, look_at)
  values (${busy}, ${madeUntil}, 'ffffffff-ffff-ffff-ffff-ffffffffffff', '2000-01-01')
      on conflict (merchant_id) do update set made_until = excluded.made_until, look_at = excluded.look_at`

test('what thousands of orders begin like is found newest first and whole; totals say from when on they are', async () => {
  await trilho.sql`
    insert into search_terms select merchant_id, order_id, id from transactions where merchant_id = ${busy}`
  await setMark(busyId(count))
  const search = { ...busySearch, q: 'o4', limit: 500 }
  expect((await walk(search)).flat()).toEqual(beginningWith('4'))
  const { countedFrom, ...sums } = await sumUpTransactions(trilho.needs, search)
  expect([sums.count, countedFrom?.getTime()]).toEqual([1_000, 1_800_000_044_001])
})

test('what more begin like is looked for from the newest on, bounded; what is exactly so comes first', async () => {
  const search = { ...busySearch, q: 'o1' }
  const read = (sql: Sql) => searchTransactions({ ...trilho.needs, sql }, search)
  expect(await rowsRead(trilho.sql, 'transactions', read)).toBeLessThanOrEqual(5_000 + 60)
  const page = await searchTransactions(trilho.needs, search)
  expect([page.items.map(({ id }) => id), page.lookedUntil?.getTime()]).toEqual([[busyId(1)], 1_800_000_040_001])
  const requested = [busyId(1), ...beginningWith('1').slice(0, -1)]
  expect((await walk({ ...search, limit: 500 })).flat()).toEqual(requested)
  const pieces = await Array.fromAsync(exportTransactions(trilho.needs, search))
  expect(pieces.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(requested)
  expect(pieces.at(-1)?.cutAt).toBe(null)
  expect((await sumUpTransactions(trilho.needs, search)).countedFrom?.getTime()).toBe(1_800_000_040_001)
  const finance = await newPortalPerson(trilho, { merchantId: busy, roles: ['finance'] })
  const everywhere = (await finance.get(`/merchants/${busy}/search?q=o1`)).body.data
  expect(everywhere.groups[0].items.map(({ id }: Item) => id)).toEqual([busyId(1)])
  expect(everywhere.newestOnly).toEqual({ count: 5_000, kinds: ['transaction'] })
})

test.each(['o4', 'o1'])('a new order that begins as thousands do, %s, is found at once and ever after', async q => {
  const id = busyId(count + Number(q.slice(1)))
  const other = JSON.stringify({ id, order_id: `${q}z`, idempotency_key: `order:${q}z` })
  await trilho.sql`
    insert into transactions select (jsonb_populate_record(t, ${other}::text::jsonb)).* from transactions t
     where merchant_id = ${busy} and id = ${busyId(count)}`
  await setMark(busyId(count))
  const isFound = async () =>
    (await searchTransactions(trilho.needs, { ...busySearch, q })).items.slice(0, 2).some(item => item.id === id)
  expect(await isFound()).toBe(true)
  await indexTransactions({ ...trilho.needs, clock: () => new Date(1_800_000_200_000) })
  // By words alone: nothing new is looked through any more.
  await setMark('ffffffff-ffff-ffff-ffff-ffffffffffff')
  expect(await isFound()).toBe(true)
})
