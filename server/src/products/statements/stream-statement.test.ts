import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'

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
    'number,date,kind,transactionId,orderId,endToEndId,available,held,charges,availableBalance,heldBalance,blocked,blockedBalance,reserved,reservedBalance',
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
  expect(text).toContain(
    `,${cell},,-1.000000,1.000000,0.000000,0.000000,1.000000,0.000000,0.000000,0.000000,0.000000\r\n`,
  )
  expect(readCsv(text)).toHaveLength(2)
})

test('all this leaves books in order', async () => {
  expect(await auditBooks(trilho.needs)).toEqual([])
})
