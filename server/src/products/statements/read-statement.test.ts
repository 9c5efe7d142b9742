import { expect, test } from 'vitest'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'

const trilho = await openTrilho()
const sink = await openSink()
const webhook = { url: sink.url }
const plan = { chargeFixed: '0.10', chargeRate: 990_000n }

type Merchant = Awaited<ReturnType<typeof trilho.newMerchant>>
type Query = Record<string, string | number>
type Entry = {
  number: number
  date: string
  kind: string
  transactionId: string | null
  orderId: string | null
  endToEndId: string | null
} & Record<'available' | 'held' | 'charges' | 'availableBalance' | 'heldBalance', string>
type Page = { limit: number; offset: number; total: number; items: Entry[]; nextCursor: string | null }

const ask = (api: Merchant, query: Query = {}) =>
  api.get(`/accounts/statement?${new URLSearchParams(query as Record<string, string>)}`)
const page = async (api: Merchant, query?: Query): Promise<Page> => (await ask(api, query)).body.data
const numbersOf = ({ items }: Page) => items.map(item => item.number)

/** All entries, page by page. */
async function walk(api: Merchant, query: Query = {}): Promise<Entry[]> {
  const items: Entry[] = []
  let cursor: string | null = null
  do {
    const shown: Page = await page(api, { ...query, ...(cursor === null ? {} : { cursor }) })
    items.push(...shown.items)
    cursor = shown.nextCursor
  } while (cursor !== null)
  return items
}

/** A merchant with everything that can be on a statement. */
async function busyMerchant() {
  const api = await trilho.newMerchant({ balance: '100', ...plan })
  const cashIn = async (orderId: string, ...simulations: string[]) => {
    const id = await api.createCashIn({ amount: '10', webhook, transaction: { orderId } })
    for (const simulation of simulations) await api.simulate(simulation, id)
    return id
  }
  const cashOut = async (orderId: string, ...simulations: string[]) => {
    const id = await api.createCashOut({ amount: '20', webhook, transaction: { orderId } })
    for (const simulation of simulations) await api.simulate(simulation, id)
    return id
  }
  const partly = await cashIn('partly refunded', 'complete')
  await api.refund(partly, { amount: '4' })
  await cashIn('never paid')
  await cashIn('reversed', 'complete', 'reverse')
  const paidOut = await cashOut('paid out', 'register', 'complete')
  await cashOut('failed', 'error')
  await cashOut('reversed out', 'complete', 'reverse')
  await cashOut('under way')
  return { api, partly, paidOut }
}

const { api, partly, paidOut } = await busyMerchant()
const micros = (amount: string) => BigInt(amount.replace('.', ''))

test('every posting is there, oldest first, and the running balance ends at the balance', async () => {
  const { items, total, nextCursor } = await page(api)
  expect([total, nextCursor]).toEqual([items.length, null])
  expect(items.map(({ number, kind, orderId }) => [number, kind, orderId])).toEqual(
    [
      ['openingBalance', null],
      ['cashInSettled', 'partly refunded'],
      ['refundHeld', 'partly refunded'],
      ['refundSettled', 'partly refunded'],
      ['cashInSettled', 'reversed'],
      ['cashInReturned', 'reversed'],
      ['cashOutHeld', 'paid out'],
      ['cashOutSettled', 'paid out'],
      ['cashOutHeld', 'failed'],
      ['cashOutReleased', 'failed'],
      ['cashOutHeld', 'reversed out'],
      ['cashOutSettled', 'reversed out'],
      ['cashOutReturned', 'reversed out'],
      ['cashOutHeld', 'under way'],
    ].map((row, i) => [i + 1, ...row]),
  )
  let [available, held] = [0n, 0n]
  for (const item of items) {
    available += micros(item.available)
    held += micros(item.held)
    expect([micros(item.availableBalance), micros(item.heldBalance)]).toEqual([available, held])
  }
  const balance = await api.balance()
  expect([available, held]).toEqual([micros(balance.available), micros(balance.held)])
  expect(items.map(item => item.date)).toEqual(items.map(item => item.date).sort())
})

test('an entry has when, what, of which transaction and order, and under which end-to-end id', async () => {
  const items = (await page(api)).items.filter(item => item.transactionId === paidOut)
  const { transaction } = (await api.read(paidOut)).body.data
  const unblocked = {
    blocked: '0.000000',
    blockedBalance: '0.000000',
    reserved: '0.000000',
    reservedBalance: '0.000000',
  }
  const common = { transactionId: paidOut, orderId: 'paid out', endToEndId: transaction.receiptVoucher, ...unblocked }
  expect(items).toStrictEqual([
    {
      number: 7,
      date: transaction.date,
      kind: 'cashOutHeld',
      ...common,
      available: '-20.300000',
      held: '20.300000',
      charges: '0.000000',
      availableBalance: '85.300000',
      heldBalance: '20.300000',
    },
    {
      number: 8,
      date: transaction.stateCompletedDate,
      kind: 'cashOutSettled',
      ...common,
      available: '0.000000',
      held: '-20.300000',
      charges: '0.300000',
      availableBalance: '85.300000',
      heldBalance: '0.000000',
    },
  ])
})

test('an entry without a transaction or an order says null', async () => {
  const merchant = await trilho.newMerchant({ balance: '1' })
  const id = await merchant.createCashIn({ amount: '2', webhook })
  await merchant.simulate('complete', id)
  expect((await page(merchant)).items).toMatchObject([
    { kind: 'openingBalance', transactionId: null, orderId: null, endToEndId: null },
    { kind: 'cashInSettled', transactionId: id, orderId: null, endToEndId: expect.stringMatching(/^E/) },
  ])
})

test('a merchant without postings has an empty statement', async () => {
  const { status, body } = await ask(await trilho.newMerchant())
  expect(status).toBe(200)
  expect(body).toStrictEqual({
    statusCode: 'Done',
    data: { limit: 20, offset: 0, total: 0, items: [], nextCursor: null },
  })
})

test("no other merchant's postings are shown", async () => {
  const other = await trilho.newMerchant({ balance: '7' })
  expect((await page(other)).items.map(item => item.available)).toEqual(['7.000000'])
  expect((await walk(api)).some(item => item.available === '7.000000')).toBe(false)
})

test.each([
  [{}, 20, 0],
  [{ 'dataset.limit': 5 }, 5, 0],
  [{ 'dataset.limit': 5, 'dataset.offset': 10 }, 5, 10],
  [{ 'dataset.limit': 10, 'dataset.offset': 3 }, 10, 3],
  [{ 'dataset.offset': 13 }, 20, 13],
  [{ 'dataset.offset': 14 }, 20, 14],
  [{ 'dataset.offset': 1_000_000_000 }, 20, 1_000_000_000],
])('the query %o shows %i entries from place %i on', async (query, limit, offset) => {
  const shown = await page(api, query)
  expect(shown).toMatchObject({ limit, offset, total: 14 })
  expect(numbersOf(shown)).toEqual(times(14, i => i + 1).slice(offset, offset + limit))
})

test.each([5, 10, 20])('pages of %i by cursor show every entry once, and then end', async limit => {
  expect((await walk(api, { 'dataset.limit': limit })).map(item => item.number)).toEqual(times(14, i => i + 1))
})

test('a cursor goes on where its page ended, whatever was posted since', async () => {
  const merchant = await trilho.newMerchant({ balance: '100' })
  for (let i = 0; i < 6; i++) await merchant.createCashOut({ amount: '1' })
  const first = await page(merchant, { 'dataset.limit': 5 })
  await merchant.createCashOut({ amount: '1' })
  const next = await page(merchant, { 'dataset.limit': 5, cursor: first.nextCursor ?? '' })
  expect([numbersOf(first), numbersOf(next)]).toEqual([
    [1, 2, 3, 4, 5],
    [6, 7, 8],
  ])
})

/** A merchant whose five postings are a second apart. */
async function spacedMerchant() {
  const merchant = await trilho.newMerchant()
  await trilho.sql`
    insert into postings (merchant_id, sequence, name, available, held, bank, fees, available_after, held_after, posted_at)
    select ${merchant.merchantId}, n, 'openingBalance', 1000000, 0, -1000000, 0, n * 1000000, 0,
           timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'
      from generate_series(1, 5) n`
  await trilho.sql`
    update balances set available = 5000000, bank = -5000000, postings = 5, posted_at = '2026-01-01T00:00:05Z'
     where merchant_id = ${merchant.merchantId}`
  return merchant
}

const spaced = await spacedMerchant()
const at = (seconds: string) => `2026-01-01T00:00:${seconds}Z`

test.each<[query: Query, numbers: number[]]>([
  [{ startDate: at('03') }, [3, 4, 5]],
  [{ startDate: at('03.001') }, [4, 5]],
  [{ endDate: at('03') }, [1, 2, 3]],
  [{ endDate: at('02.999') }, [1, 2]],
  [{ startDate: at('02'), endDate: at('04') }, [2, 3, 4]],
  [{ startDate: at('03'), endDate: at('03') }, [3]],
  [{ startDate: at('00'), endDate: at('59') }, [1, 2, 3, 4, 5]],
  [{ startDate: '2025-12-31T21:00:02-03:00' }, [2, 3, 4, 5]],
  [{ startDate: at('05.001') }, []],
  [{ startDate: '9999-12-31T23:59:59.999Z' }, []],
  [{ endDate: at('00.999') }, []],
  [{ endDate: '0001-01-01T00:00:00Z' }, []],
  [{ startDate: at('03.1'), endDate: at('03.9') }, []],
])('the period %o shows the entries %j', async (query, numbers) => {
  const shown = await page(spaced, query)
  expect(numbersOf(shown)).toEqual(numbers)
  expect(shown.total).toBe(numbers.length)
  const csv = await ask(spaced, { ...query, format: 'csv' })
  expect(csv.text.trim().split('\r\n')).toHaveLength(numbers.length + 1)
})

test('a period is paged by offset and by cursor, within the period', async () => {
  const period = { startDate: at('02'), endDate: at('04') }
  const shown = await page(spaced, { ...period, 'dataset.offset': 1 })
  expect([shown.total, numbersOf(shown)]).toEqual([3, [3, 4]])
  const from = async (cursor: number) => numbersOf(await page(spaced, { ...period, cursor }))
  expect([await from(0), await from(3), await from(4), await from(999)]).toEqual([[2, 3, 4], [4], [], []])
})

test.each([
  ['startDate', 'yesterday'],
  ['startDate', '2026-01-01'],
  ['endDate', '2026-02-30T00:00:00Z'],
  ['endDate', '1767225600'],
  ['endDate', ''],
  ['dataset.limit', '7'],
  ['dataset.offset', '-1'],
  ['dataset.offset', '1.5'],
  ['cursor', 'abc'],
  ['cursor', '-1'],
  ['cursor', '9'.repeat(19)],
  ['format', 'pdf'],
])('%s=%s is refused', async (name, value) => {
  const { status, body } = await ask(api, { [name]: value })
  expect(status).toBe(400)
  expect(body.error.name).toBe('InvalidRequestFormatError')
  expect(new Set(body.error.details.map((problem: { path: string }) => problem.path))).toEqual(new Set([`/${name}`]))
})

test('all this leaves books in order', async () => {
  expect(await api.stateOf(partly)).toBe('Completed')
  expect(await auditBooks(trilho.needs)).toEqual([])
})
