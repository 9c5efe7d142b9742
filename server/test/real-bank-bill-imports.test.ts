import { afterEach, expect, test, vi } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { transactionDoor } from '../src/money/transactions/door.ts'
import { runImports } from '../src/products/bills/imports/run-imports.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { billsFile, importsOf } from './kit/bill-imports.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho, times } from './kit/trilho.ts'

/** Production beside a bank: a spreadsheet of bills whose registrations get lost. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)
const { passTime, sweep } = sharedTime(trilho, bank)

const dialects = ['efi', 'standard', 'inter', 'sicoob'] as const
type Dialect = (typeof dialects)[number]

// Longer than a bank is left alone after it failed.
let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)
afterEach(() => bank.control('DELETE', '/faults'))

const fault = (partner: Dialect, kind: string, more: object) =>
  bank.control('POST', '/faults', { kind, partner, path: '/cobv', ...more })

type AtBank = { txid: string; partner: string; amountToday: string }
const chargesAtBank = (): Promise<AtBank[]> => bank.control('GET', '/charges?all')

const count = 30
/** Rows that a worker takes at once. */
const mostAtOnce = 20
const file = billsFile(...times(count, n => `o-${n}`))

/** An import of a merchant at a bank, and what its bank has made since. */
async function importAt(dialect: Dialect) {
  const api = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: connections[dialect] })
  const before = new Set((await chargesAtBank()).map(({ txid }) => txid))
  const imports = importsOf(api, needs)
  const { id } = await imports.make(file)
  return {
    api,
    id,
    madeAtBank: async () => (await chargesAtBank()).filter(({ txid }) => !before.has(txid)),
    /** The bank is asked again later about what it has not answered. */
    async finish() {
      for (let round = 0; round < 40 && (await imports.read(id)).state === 'Running'; round++) {
        await runImports(needs)
        await passTime(20)
        laterMs += 60_000
      }
      return imports.read(id)
    },
    rows: () =>
      sql<{ billId: string; externalId: string }[]>`
        select r.bill_id, t.external_id from bill_import_rows r
          join transactions t on t.merchant_id = r.merchant_id and t.id = r.bill_id
         where r.merchant_id = ${api.merchantId} and r.import_id = ${id} and r.state = 'Made'`,
  }
}

/** Each charge that the bank has made is the bill of one row; paid, each is credited once. */
async function expectOneBillEach(dialect: Dialect, one: Awaited<ReturnType<typeof importAt>>) {
  const made = await one.madeAtBank()
  const rows = await one.rows()
  expect(rows.map(({ externalId }) => externalId).toSorted()).toEqual(made.map(({ txid }) => txid).toSorted())
  expect([made.length, new Set(rows.map(({ billId }) => billId)).size]).toEqual([count, count])
  for (const { txid } of made) await bank.control('POST', `/charges/${dialect}/${txid}/pay`, {})
  for (let round = 0; round < 3; round++) {
    await processCallbacks(needs)
    await sweep()
  }
  expect([await one.api.availableBalance(), await auditBooks(needs)]).toEqual([`${count * 10}.000000`, []])
}

test.each(dialects)(
  'each row of an import is one bill at %s, also where registrations, answers and reads are lost',
  async dialect => {
    const one = await importAt(dialect)
    await fault(dialect, 'drop', { method: 'PUT', times: 2 })
    await fault(dialect, 'act, then cut', { method: 'PUT', times: 9 })
    await fault(dialect, 'drop', { method: 'GET', times: 12 })
    await fault(dialect, 'act, then server error', { method: 'PUT', times: 3 })
    expect(await one.finish()).toMatchObject({ state: 'Completed', made: { count }, refused: { count: 0 } })
    await expectOneBillEach(dialect, one)
  },
)

test('each row of an import is one bill at its bank, also where workers are killed while its answers are lost', async () => {
  const one = await importAt('efi')
  for (const [round, kind] of ['act, then wait', 'act, then cut', 'wait, then act', 'act, then wait'].entries()) {
    const name = `dying worker ${round}`
    const own = openDatabase(trilho.databaseUrl, { connections: 3, name })
    const worker = { ...needs, sql: own, door: transactionDoor({ ...needs, sql: own }) }
    await fault('efi', kind, { method: 'PUT', times: 7, ms: 200 })
    const before = (await one.madeAtBank()).length
    let isOver = false
    const running = runImports(worker)
      .catch(() => 0)
      .finally(() => (isOver = true))
    // Some of its registrations have reached the bank, and are not written. Later rounds may have none that are new there.
    await expect
      .poll(async () => isOver || before >= mostAtOnce || (await one.madeAtBank()).length > before, { interval: 5 })
      .toBe(true)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like ${`%${name}%`}`
    await running
    await own.end()
    await bank.control('DELETE', '/faults')
    laterMs += 60_000
    // When its lease is over.
    await passTime(120)
  }
  expect(await one.finish()).toMatchObject({ state: 'Completed', made: { count }, refused: { count: 0 } })
  await expectOneBillEach('efi', one)
})
