import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { isCitus } from '../../../test/kit/databases.ts'
import { explain } from '../../../test/kit/explain.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import type { Sql } from '../../platform/db/db.ts'
import { selectEntries, selectFirst, selectLast } from './sql.ts'

const trilho = await openTrilho()
const sink = await openSink()
const api = await trilho.newMerchant({ balance: '100', chargeFixed: '0.10' })
const paidOut = await api.createCashOut({ webhook: { url: sink.url }, transaction: { orderId: 'o-1' } })
await api.simulate('complete', paidOut)

const statementOf = async (merchant: typeof api, query = '') =>
  (await merchant.get(`/accounts/statement?${query}`)).body.data
const csvOf = (merchant: typeof api) => merchant.get('/accounts/statement?format=csv')

/** Reads CSV as RFC 4180 writes it. */
function readCsv(text: string): Record<string, string>[] {
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/y
  const rows: string[][] = [[]]
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    const [, raw = '', end] = found
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (end === '\r\n') rows.push([])
    if (cell.lastIndex === text.length) break
  }
  const [header = [], ...lines] = rows.slice(0, -1)
  return lines.map(line => Object.fromEntries(header.map((name, i) => [name, line[i] ?? ''])))
}

test('the CSV says what the JSON says, as a file', async () => {
  const { status, headers, text } = await csvOf(api)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="statement-\d{4}-\d\d-\d\d\.csv"$/)
  expect(text.split('\r\n')[0]).toBe(
    'number,date,kind,transactionId,orderId,endToEndId,available,held,charges,availableBalance,heldBalance,blocked,blockedBalance',
  )
  const { items } = await statementOf(api)
  const asText = (entry: object) =>
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, String(value ?? '')]))
  expect(items).toHaveLength(3)
  expect(readCsv(text)).toEqual(items.map(asText))
})

test('CSV is sent to clients that accept it, JSON to all others', async () => {
  const typeFor = async (accept: string, query = '') => {
    const headers = { authorization: `Bearer ${api.token}`, accept }
    return (await call(`${trilho.url}/accounts/statement${query}`, { headers })).headers.get('content-type')
  }
  expect(await typeFor('text/csv')).toContain('text/csv')
  expect(await typeFor('*/*')).toContain('application/json')
  expect(await typeFor('text/csv', '?format=json')).toContain('application/json')
  expect(await typeFor('application/json', '?format=csv')).toContain('text/csv')
})

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "pão"', '"say ""pão"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', "'=1+1"],
  ['+55', "'+55"],
  ['@sum', "'@sum"],
  ['-x', "'-x"],
  ['\tx', "'\tx"],
  ['=a,"b"', `"'=a,""b"""`],
  ['-12.5', '-12.5'],
])('the order id %j is written %j: it stays one cell and no formula', async (orderId, cell) => {
  const merchant = await trilho.newMerchant({ balance: '1' })
  await merchant.createCashOut({ amount: '1', transaction: { orderId } })
  const { text } = await csvOf(merchant)
  expect(text).toContain(`,${cell},,-1.000000,1.000000,0.000000,0.000000,1.000000,0.000000,0.000000\r\n`)
  expect(readCsv(text)).toHaveLength(2)
})

const many = 200_000

/** A merchant with a long history, written as one that came over years would be: a thousandth in or out, every second. */
async function oldMerchant() {
  const merchant = await trilho.newMerchant()
  const { merchantId } = merchant
  await trilho.sql`
    insert into postings (merchant_id, sequence, name, available, held, bank, fees, available_after, held_after, posted_at)
    select ${merchantId}, n, 'openingBalance', 1000, 0, -1000, 0, n * 1000, 0,
           timestamptz '2020-01-01T00:00:00Z' + n * interval '1 second'
      from generate_series(1, ${many}) n`
  await trilho.sql`
    update balances set (available, bank, postings, posted_at) =
           (select sum(available), sum(bank), count(*), max(posted_at) from postings where merchant_id = ${merchantId})
     where merchant_id = ${merchantId}`
  await trilho.sql`analyze postings`
  return merchant
}

const old = await oldMerchant()

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What this process, server and reader together, holds on to. */
function heldBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const readLong = (signal: AbortSignal | null = null) =>
  fetch(`${trilho.url}/accounts/statement?format=csv`, { headers: { authorization: `Bearer ${old.token}` }, signal })

test('a statement of 200,000 entries streams at constant memory', async () => {
  const response = await readLong()
  const heldBefore = heldBytes()
  let [lines, bytes, pieces, mostHeld] = [0, 0, 0, 0]
  let end = ''
  for await (const piece of response.body ?? []) {
    const text = Buffer.from(piece).toString()
    lines += text.split('\n').length - 1
    bytes += piece.length
    end = (end + text).slice(-200)
    if (++pieces % 100 === 0) mostHeld = Math.max(mostHeld, heldBytes() - heldBefore)
  }
  expect(lines).toBe(many + 1)
  expect(end).toMatch(/\n200000,.*,200\.000000,0\.000000,0\.000000,0\.000000\r\n$/)
  expect([bytes > 15_000_000, pieces > 100]).toEqual([true, true])
  expect(mostHeld).toBeLessThan(20_000_000)
})

test('a reader that goes away in the middle disturbs nobody', async () => {
  const away = new AbortController()
  const { body } = await readLong(away.signal)
  await body?.getReader().read()
  away.abort()
  expect(await old.availableBalance()).toBe('200.000000')
})

test.skipIf(isCitus())(
  'the far end of a long statement is read as quickly as its beginning: by index alone',
  async () => {
    const numbersOf = async (query: string) =>
      (await statementOf(old, query)).items.map((item: { number: number }) => item.number)
    expect(await numbersOf(`dataset.offset=${many - 3}`)).toEqual([many - 2, many - 1, many])
    expect(await numbersOf(`cursor=${many - 2}`)).toEqual([many - 1, many])
    const { merchantId } = old
    const queries: ((sql: Sql) => PromiseLike<unknown>)[] = [
      sql => selectEntries(sql, merchantId, { first: BigInt(many - 20), last: BigInt(many) }, 20),
      sql => selectFirst(sql, merchantId, new Date('2020-01-02T00:00:00Z')),
      sql => selectLast(sql, merchantId, new Date('2020-01-03T00:00:00Z')),
    ]
    for (const query of queries) {
      const steps = await explain(trilho.sql, query)
      expect(steps.join()).toMatch(/Index (Only )?Scan/)
      // What is sorted and joined is one page.
      expect(steps.join()).not.toMatch(/Seq Scan|Bitmap/)
    }
  },
)

test('all this leaves books in order', async () => {
  expect(await auditBooks(trilho.needs)).toEqual([])
})
