import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { patienceMs } from '../../../test/kit/patience.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { startOfNextMonth } from '../../platform/archive/months.ts'
import { addTransactionBlock, writeFile } from '../../platform/archive/write-archive.ts'
import { auditBooks } from '../books-audit/audit-books.ts'
import { sumUpFlows } from '../home/sum-up-flows.ts'
import { firstUuidOf } from '../../platform/lib/uuid.ts'
import { readNewest } from '../../products/statements/read-newest.ts'
import { archiveOld } from './archive-old.ts'
import { purgeExpired } from './purge-expired.ts'

const dayMs = 24 * 60 * 60 * 1000
const months = 14

/** A payment in each of so many months, years ago: as many blocks of the archive, which list ten at a time. */
const trilho = await openTrilho({ TRILHO_DATA: mkdtempSync(join(tmpdir(), 'trilho-archive-')) })
const { needs, sql } = trilho
const webhook = { url: (await openSink()).url }
const shop = await trilho.newMerchant({ balance: '1000' })
const { merchantId } = shop
for (const month of times(months, i => i)) {
  trilho.clock.aheadMs = month * 31 * dayMs
  await shop.simulate('complete', await shop.createCashIn({ amount: '1', webhook }))
}
const unfinished = () => sql`select 1 from webhook_events where stage <> 'Finished'`
await vi.waitUntil(async () => (await unfinished()).length === 0, { timeout: patienceMs })
trilho.clock.aheadMs = (months * 31 + 430) * dayMs
while ((await purgeExpired(needs)) > 0);

const newest = { merchantId, from: null, until: null, limit: 20, before: undefined }
const readStatement = async () => ({
  page: (await shop.get('/accounts/statement?dataset.limit=20')).body.data,
  csv: (await shop.get('/accounts/statement?format=csv')).text,
  newest: (await readNewest(needs, newest)).entries.map(({ sequence }) => sequence),
})
const before = await readStatement()
const live = async () => (await sql`select 1 from transactions where merchant_id = ${merchantId}`).length

test('an audit beside which the archive grows raises no alarm', async () => {
  const first = await archiveOld(needs, startOfNextMonth(new Date()))
  expect([first.transactions, await live()]).toEqual([1, months - 1])
  let isArchived = false
  const linesOf: typeof needs.archive.linesOf = async (...args) => {
    if (!isArchived) await archiveOld(needs, new Date(needs.clock().getTime() - 401 * dayMs))
    isArchived = true
    return needs.archive.linesOf(...args)
  }
  expect(await auditBooks({ sql, archive: { ...needs.archive, linesOf } })).toEqual([])
  expect([isArchived, await live()]).toEqual([true, 0])
})

test('a statement of payments in many small blocks is as whole as it was', async () => {
  const [blocks] = await sql`select count(*)::int as count from posting_blocks where merchant_id = ${merchantId}`
  expect(blocks?.count).toBe(months)
  expect(before.page.items).toHaveLength(months + 1)
  expect(await readStatement()).toEqual(before)
})

test("home's flows go on after postings that were archived before anybody looked", async () => {
  const sumUpTwo = () => sumUpFlows(needs, merchantId, 2)
  while (await sumUpTwo());
  await shop.simulate('complete', await shop.createCashIn({ amount: '7', webhook }))
  while (await sumUpTwo());
  const flows = await sql`select in_amount, in_count from hourly_flows where merchant_id = ${merchantId}`
  expect(flows).toEqual([{ inAmount: 7_000_000n, inCount: 1 }])
})

test('a transaction is found where more blocks may have it than are listed at once', async () => {
  const month = new Date('2020-05-01T00:00:00Z')
  const ids = times(26, i => firstUuidOf(month.getTime() + i * 1_000))
  const wanted = ids[12] ?? ''
  // Each reaches around all others within it, and the innermost has it.
  const pairs = times(13, i => [ids[i] ?? '', i === 12 ? wanted : (ids[25 - i] ?? '')])
  const blocks = pairs.map(([first = '', last = '']) => [...new Set([first, last])].map(id => ({ id })))
  const written = await writeFile(needs, { merchantId, kind: 'transactions', month, blocks })
  await sql.begin(async tx => {
    for (const block of written) {
      const [firstId = '', lastId = ''] = [block.lines[0]?.['id'], block.lines.at(-1)?.['id']].map(id => id ?? '')
      await addTransactionBlock(tx, { ...block, firstId, lastId, rows: block.lines.length })
    }
  })
  expect(await needs.archive.findTransaction(merchantId, wanted)).toEqual({ id: wanted })
})
