import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { isCitus } from '../../../test/kit/databases.ts'
import { explain } from '../../../test/kit/explain.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import type { Sql } from '../../platform/db/db.ts'
import { selectEntries, selectFirst, selectLast } from './sql.ts'

const trilho = await openTrilho()

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
    end = (end + text).slice(-400)
    if (++pieces % 100 === 0) mostHeld = Math.max(mostHeld, heldBytes() - heldBefore)
  }
  expect(lines).toBe(many + 1)
  expect(end).toMatch(/\n200000,.*,200\.000000,0\.000000,0\.000000,0\.000000,0\.000000,0\.000000\r\n$/)
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
      (await old.get(`/accounts/statement?${query}`)).body.data.items.map((item: { number: number }) => item.number)
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
