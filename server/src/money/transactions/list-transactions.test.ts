import { expect, test } from 'vitest'
import { rowsRead } from '../../../test/kit/rows-read.ts'
import { unwatched } from '../../../test/kit/state-watch.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { mostCounted } from '../../platform/db/bounded-count.ts'
import { countTransactions } from './sql.ts'

const trilho = await openTrilho()
const sink = await openSink()

type Merchant = Awaited<ReturnType<typeof trilho.newMerchant>>
type Query = Record<string, string | number>
type Page = {
  limit: number
  offset: number
  total: number
  items: { id: string }[]
  nextCursor: string | null
  totalIsExact: boolean
}

const list = (api: Merchant, query: Query = {}) =>
  api.get(`/accounts/transactions/pix?${new URLSearchParams(query as Record<string, string>)}`)
const page = async (api: Merchant, query?: Query): Promise<Page> => (await list(api, query)).body.data
const idsOf = ({ items }: Page) => items.map(item => item.id)

/** Ids in the order of creation. */
async function createMany(api: Merchant, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await api.createCashIn())
  return ids
}

const shop = await trilho.newMerchant()
const shopIds = await createMany(shop, 23)
const newestFirst = shopIds.toReversed()

test('a merchant without transactions has an empty first page', async () => {
  const { status, body } = await list(await trilho.newMerchant())
  expect(status).toBe(200)
  expect(body).toStrictEqual({
    statusCode: 'Done',
    data: { limit: 20, offset: 0, total: 0, items: [], nextCursor: null, totalIsExact: true },
  })
})

test('an item is the transaction object of the read', async () => {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ webhook: { url: sink.url }, transaction: { orderId: 'o-1' } })
  await api.simulate('complete', id)
  expect((await page(api)).items).toStrictEqual([(await api.read(id)).body.data.transaction])
})

test.each([
  [{}, 20, 0],
  [{ 'dataset.limit': 5 }, 5, 0],
  [{ 'dataset.limit': 10, 'dataset.offset': 10 }, 10, 10],
  [{ 'dataset.limit': 20, 'dataset.offset': 20 }, 20, 20],
  [{ 'dataset.offset': 22 }, 20, 22],
  [{ 'dataset.offset': 23 }, 20, 23],
  [{ 'dataset.offset': 1_000_000 }, 20, 1_000_000],
])('the query %o shows %i transactions from place %i on, newest first', async (query, limit, offset) => {
  const shown = await page(shop, query)
  expect(shown).toMatchObject({ limit, offset, total: 23, totalIsExact: true })
  expect(idsOf(shown)).toEqual(newestFirst.slice(offset, offset + limit))
})

test.each([1, 0, -5, 6, 50, 'ten', '5.0.0', ''])('a page of %s is refused, with the sizes there are', async limit => {
  const { status, body } = await list(shop, { 'dataset.limit': limit })
  expect(status).toBe(400)
  expect(body.error.name).toBe('InvalidRequestFormatError')
  expect(body.error.details).toContainEqual({
    path: '/dataset.limit',
    code: 'enum',
    message: expect.any(String),
    info: { allowedValues: [5, 10, 20] },
  })
})

const notDates = [
  'yesterday',
  '2026-01-01',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '1767225600',
  '',
  // Dates of ISO 8601 that JavaScript cannot read or PostgreSQL cannot keep.
  '2026-12-31T23:59:60Z',
  '2026-01-01T00:00:00+03',
  '0000-01-01T00:00:00Z',
]

test.each<[query: Query, path: string, code: string]>([
  [{ 'dataset.offset': -1 }, '/dataset.offset', 'minimum'],
  [{ 'dataset.offset': 1.5 }, '/dataset.offset', 'type'],
  [{ 'dataset.offset': 'all' }, '/dataset.offset', 'type'],
  [{ state: 'completed' }, '/state', 'enum'],
  [{ type: 'credit' }, '/type', 'enum'],
  [{ cursor: 'abc' }, '/cursor', 'format'],
  [{ orderId: 'a\u0000' }, '/orderId', 'pattern'],
  ...notDates.flatMap((wrong): [Query, string, string][] => [
    [{ startDate: wrong }, '/startDate', 'format'],
    [{ endDate: wrong }, '/endDate', 'format'],
  ]),
])('the query %o is refused', async (query, path, code) => {
  const { status, body } = await list(shop, query)
  expect(status).toBe(400)
  expect(body.error.details).toContainEqual({ path, code, message: expect.any(String), info: expect.any(Object) })
})

/** Six transactions an hour apart, of one merchant: their letters say what each filter finds. */
const filtered = await trilho.newMerchant()
const letters = new Map<string, string>()
const startMs = Date.now()
const hourMs = 3_600_000
const lives: [letter: string, simulations: string[]][] = [
  ['a', ['complete']],
  ['b', ['cancel']],
  ['c', ['complete', 'refund']],
  ['d', []],
  ['e', ['error']],
  ['f', ['complete', 'reverse']],
]
for (const [hour, [letter, simulations]] of lives.entries()) {
  trilho.clock.aheadMs = hour * hourMs
  const id = await filtered.createCashIn({ transaction: { orderId: `order-${letter}` }, webhook: { url: sink.url } })
  for (const simulation of simulations) await filtered.simulate(simulation, id)
  letters.set(id, letter)
}
trilho.clock.aheadMs = 0
const dateAt = (hour: number) => new Date(startMs + hour * hourMs - hourMs / 2).toISOString()

test.each([
  [{ orderId: 'order-b' }, 'b'],
  [{ orderId: 'order-B' }, ''],
  [{ orderId: 'order' }, ''],
  [{ state: 'Registered' }, 'd'],
  [{ state: 'Completed' }, 'a'],
  [{ state: 'Canceled' }, 'b'],
  [{ state: 'Cancelled' }, 'b'],
  [{ state: 'Error' }, 'e'],
  [{ state: 'Reversed' }, 'f'],
  [{ state: 'Refunded' }, 'c'],
  [{ state: 'Created' }, ''],
  [{ type: 'Credit' }, 'fedcba'],
  [{ type: 'Debit' }, ''],
  [{ startDate: dateAt(2) }, 'fedc'],
  [{ startDate: dateAt(2).replace('Z', '+00:00') }, 'fedc'],
  [{ startDate: dateAt(9) }, ''],
  [{ startDate: '0001-01-01T00:00:00Z', endDate: '9999-12-31T23:59:59.999Z' }, 'fedcba'],
  [{ endDate: dateAt(2) }, 'ba'],
  [{ startDate: dateAt(1), endDate: dateAt(4) }, 'dcb'],
  [{ state: 'Completed', startDate: dateAt(1) }, ''],
  [{ orderId: 'order-a', state: 'Completed', type: 'Credit', startDate: dateAt(0), endDate: dateAt(1) }, 'a'],
  [{ orderId: 'order-a', state: 'Error' }, ''],
])('the filter %o finds "%s"', async (query, found) => {
  const shown = await page(filtered, query)
  expect(
    idsOf(shown)
      .map(id => letters.get(id))
      .join(''),
  ).toBe(found)
  expect(shown.total).toBe(found.length)
})

test('both dates include the moment they name', async () => {
  const [item] = (await list(filtered, { orderId: 'order-c' })).body.data.items
  const shown = await page(filtered, { startDate: item.date, endDate: item.date })
  expect(idsOf(shown)).toEqual([item.id])
})

test('an Idempotency-Key is not an order id', async () => {
  const api = await trilho.newMerchant()
  await api.requestCashIn({}, { 'idempotency-key': 'k-1' })
  expect((await page(api, { orderId: 'k-1' })).total).toBe(0)
})

/** Every id on the way from the first page to the last. */
async function walk(api: Merchant, query: Query, betweenPages = async () => {}) {
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const shown = await page(api, { ...query, ...(cursor === '' ? {} : { cursor }) })
    seen.push(...idsOf(shown))
    cursor = shown.nextCursor
    await betweenPages()
  }
  return seen
}

test('a cursor walks through everything exactly once', async () => {
  expect(await walk(shop, { 'dataset.limit': 5 })).toEqual(newestFirst)
})

test('a cursor walks through what was there exactly once while new ones are being created', async () => {
  const api = await trilho.newMerchant()
  const old = await createMany(api, 12)
  const seen = await walk(api, { 'dataset.limit': 5 }, async () => void (await createMany(api, 3)))
  expect(seen).toEqual(old.toReversed())
})

test('a cursor keeps to the filter, and a full last page is the last', async () => {
  const api = await trilho.newMerchant()
  const ids = await createMany(api, 15)
  for (const id of ids.filter((_, i) => i % 3 === 0)) await api.simulate('cancel', id)
  const seen = await walk(api, { 'dataset.limit': 5, state: 'Registered' })
  expect(seen).toEqual(ids.filter((_, i) => i % 3 !== 0).toReversed())
  expect(await page(api, { 'dataset.limit': 5, state: 'Canceled' })).toMatchObject({ total: 5, nextCursor: null })
})

test("nobody sees another merchant's transactions, even with their order id and cursor", async () => {
  const [mine, theirs] = [await trilho.newMerchant(), await trilho.newMerchant()]
  const transaction = { orderId: 'shared' }
  const [id, foreignId] = [await mine.createCashIn({ transaction }), await theirs.createCashIn({ transaction })]
  expect(idsOf(await page(mine, { orderId: 'shared' }))).toEqual([id])
  expect(idsOf(await page(mine))).toEqual([id])
  expect(idsOf(await page(theirs))).toEqual([foreignId])
  expect(idsOf(await page(mine, { cursor: foreignId }))).toEqual([id])
})

test('transactions created at once are all listed once', async () => {
  const api = await trilho.newMerchant()
  const ids = await Promise.all(times(30, () => api.createCashIn()))
  expect((await walk(api, { 'dataset.limit': 5 })).sort()).toEqual(ids.sort())
})

/** Cash-ins, one a millisecond; every thousandth is an error, all others are registered. */
const addMany = (merchantId: string, from: number, until: number) =>
  unwatched(
    trilho.sql,
    tx => tx`
      insert into transactions (merchant_id, id, operation, state, amount, editable, charge_fixed, charge_rate, charges,
                                created_at)
      select ${merchantId}, (lpad(to_hex(1800000000000 + i), 12, '0') || '70008000000000000000')::uuid, 'pixCashIn',
             case when i % 1000 = 0 then 'Error' else 'Registered' end, 1000000, false, 0, 0, 0,
             to_timestamp(1800000000 + i / 1000.0)
        from generate_series(${from}::int, ${until}::int) i`,
  )

test('a list is counted up to ten thousand; beyond, who reads on until the total reaches the last item', async () => {
  const api = await trilho.newMerchant()
  await addMany(api.merchantId, 1, mostCounted)
  expect(await page(api)).toMatchObject({ total: mostCounted, totalIsExact: true })
  await addMany(api.merchantId, mostCounted + 1, 3 * mostCounted)
  expect(await page(api)).toMatchObject({ total: mostCounted, totalIsExact: false })
  expect(await page(api, { state: 'Registered' })).toMatchObject({ total: mostCounted, totalIsExact: false })
  expect(await page(api, { state: 'Error' })).toMatchObject({ total: 30, totalIsExact: true })

  const deep = (offset: number, filter = {}) => page(api, { 'dataset.offset': offset, ...filter })
  expect(await deep(mostCounted - 20)).toMatchObject({ total: mostCounted + 1, totalIsExact: false })
  expect(await deep(3 * mostCounted - 40)).toMatchObject({ total: 3 * mostCounted - 19, totalIsExact: false })
  expect(await deep(3 * mostCounted - 20)).toMatchObject({ total: 3 * mostCounted, totalIsExact: true })
  expect((await deep(3 * mostCounted)).items).toEqual([])

  const { nextCursor } = await page(api)
  expect(await page(api, { cursor: nextCursor ?? '' })).toMatchObject({ total: null, totalIsExact: null })

  await trilho.sql`analyze transactions`
  const counted = { merchantId: api.merchantId }
  const readFor = (filter: object) =>
    rowsRead(trilho.sql, 'transactions', sql => countTransactions(sql, { ...counted, ...filter }))
  expect(await readFor({})).toBeLessThanOrEqual(mostCounted + 1)
  expect(await readFor({ states: ['Error'] })).toBeLessThanOrEqual(60)
})
