import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apiClient, call } from '../../../test/kit/api-client.ts'
import { batchesOf, payoutRow } from '../../../test/kit/payout-batches.ts'
import { isCitus } from '../../../test/kit/databases.ts'
import { unwatched } from '../../../test/kit/state-watch.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { preparedFolder, readSandboxFile, spawnServer } from '../../../test/kit/server-process.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { writeEntry } from '../../../test/kit/audit.ts'
import { expireCharges } from '../../money/transactions/expire-charges.ts'
import { startWorkers } from '../../worker.ts'
import { auditBooks, proveBooks } from './audit-books.ts'

const trilho = await openTrilho()
const sink = await openSink()
const webhook = { url: sink.url }
const api = await trilho.newMerchant({ balance: '1000', chargeFixed: '0.10', chargeRate: 990_000n })
const { merchantId } = api

async function cashIn(...simulations: string[]): Promise<string> {
  const id = await api.createCashIn({ amount: '10', webhook })
  for (const simulation of simulations) await api.simulate(simulation, id)
  return id
}

async function cashOut(...simulations: string[]): Promise<string> {
  const id = await api.createCashOut({ amount: '10', webhook })
  for (const simulation of simulations) await api.simulate(simulation, id)
  return id
}

/** One of each life; their first postings, in order, are 2 (paidIn), 3 and 4 (paidOut). */
const paidIn = await cashIn('complete')
const paidOut = await cashOut('complete')
const partlyRefunded = await cashIn('complete')
await api.refund(partlyRefunded, { amount: '3' })
const waitingIn = await cashIn()
const waitingOut = await cashOut()
await cashIn('cancel')
await cashIn('error')
await cashIn('complete', 'reverse')
await cashIn('complete', 'refund')
await cashOut('register')
await cashOut('cancel')
await cashOut('register', 'error')
await cashOut('register', 'complete', 'reverse')

test('the books of a busy merchant are right, whatever happened at once', async () => {
  const ids = await Promise.all(times(20, i => (i % 2 ? cashIn() : cashOut())))
  await Promise.all(ids.flatMap(id => ['complete', 'cancel', 'error'].map(simulation => api.simulate(simulation, id))))
  await Promise.all(ids.flatMap(id => [api.simulate('reverse', id), api.refund(id, { amount: '1' })]))
  const expiring = await api.createCashIn({ expiresIn: 1, webhook })
  await expireCharges({ ...trilho.needs, clock: () => new Date(Date.now() + 2_000) })
  expect(await api.stateOf(expiring)).toBe('Canceled')
  expect(await auditBooks(trilho.needs)).toEqual([])
})

const batches = batchesOf(api, trilho.needs)
const { id: batchId } = await batches.pay((await batches.make([payoutRow('1')])).id)

const rowsOf = (faults: { row: string }[]) => [...new Set(faults.map(fault => fault.row))].sort()

/** Breaks the books, looks what the audit says, and takes it back. */
async function faultsAfter(breaks: (tx: Tx) => Promise<unknown>) {
  let faults: Awaited<ReturnType<typeof auditBooks>> = []
  await unwatched(trilho.sql, async tx => {
    await breaks(tx)
    faults = await auditBooks({ sql: tx as unknown as Sql })
    throw new Error('taken back')
  }).catch((error: Error) => expect(error.message).toBe('taken back'))
  expect(new Set(faults.map(fault => fault.merchantId))).toEqual(new Set([merchantId]))
  return faults
}

const onPosting = (sequence: number, change: string) => (tx: Tx) =>
  tx.unsafe(`update postings set ${change} where merchant_id = '${merchantId}' and sequence = ${sequence}`)
const onTransaction = (id: string, change: string) => (tx: Tx) =>
  tx.unsafe(`update transactions set ${change} where id = '${id}'`)
const onBalance = (change: string) => (tx: Tx) =>
  tx.unsafe(`update balances set ${change} where merchant_id = '${merchantId}'`)
const both = (one: (tx: Tx) => Promise<unknown>, other: (tx: Tx) => Promise<unknown>) => async (tx: Tx) => {
  await one(tx)
  await other(tx)
}
/** The database itself refuses most lies; these must be let in first. */
const unchecked = (tx: Tx) =>
  tx.unsafe('alter table postings drop constraint postings_check; alter table balances drop constraint balances_check')

test.each<[title: string, breaks: (tx: Tx) => Promise<unknown>, rows: string[], fault: RegExp]>([
  [
    'a posting does not sum to zero',
    both(unchecked, both(onPosting(1, 'bank = bank + 1'), onBalance('bank = bank + 1'))),
    ['posting 1'],
    /sum to zero/,
  ],
  ['a running balance is wrong', onPosting(2, 'available_after = available_after + 1'), ['posting 2'], /running/],
  ['a running held balance is wrong', onPosting(4, 'held_after = held_after - 1'), ['posting 4'], /running/],
  [
    'a posting is missing',
    tx => tx`delete from postings where merchant_id = ${merchantId} and sequence = 1`,
    ['balance', 'posting 2'],
    /missing/,
  ],
  [
    'a posting is there twice',
    both(
      tx => tx`
        insert into postings
        select merchant_id, (select max(sequence) + 1 from postings), transaction_id, name, available, held, bank, fees,
               available_after, held_after, posted_at
          from postings where merchant_id = ${merchantId} and sequence = 2`,
      tx => tx`
        update postings p set available_after = b.available + p.available, held_after = b.held from balances b
         where p.merchant_id = b.merchant_id and p.sequence = b.postings + 1`,
    ),
    ['balance', `transaction ${paidIn}`],
    /\[cashInSettled cashInSettled\]/,
  ],
  ['a balance is too high', onBalance('available = available + 1, bank = bank - 1'), ['balance'], /differs/],
  ['a balance hides held money', onBalance('available = available + 1, held = held - 1'), ['balance'], /differs/],
  ['a balance has miscounted its postings', onBalance('postings = postings + 1'), ['balance'], /differs/],
  ['a balance is gone', tx => tx`delete from balances where merchant_id = ${merchantId}`, ['balance'], /differs/],
  [
    'a paid cash-in says it is not',
    onTransaction(paidIn, "state = 'Registered'"),
    [`transaction ${paidIn}`],
    /Registered.*\[cashInSettled\]/,
  ],
  [
    'an unpaid cash-in says it is paid',
    onTransaction(waitingIn, "state = 'Completed', paid_amount = amount"),
    [`transaction ${waitingIn}`],
    /Completed.*\[\]/,
  ],
  [
    'a held cash-out says it was cancelled',
    onTransaction(waitingOut, "state = 'Cancelled'"),
    [`transaction ${waitingOut}`],
    /Cancelled.*\[cashOutHeld\]/,
  ],
  [
    'a paid cash-out says it is under way',
    onTransaction(paidOut, "state = 'Registered'"),
    [`transaction ${paidOut}`],
    /Registered.*\[cashOutHeld cashOutSettled\]/,
  ],
  [
    'a cash-out is in a state only cash-ins have',
    onTransaction(paidOut, "state = 'Refunded'"),
    [`transaction ${paidOut}`],
    /Refunded/,
  ],
  [
    'a cash-in is in a state only cash-outs have',
    onTransaction(waitingIn, "state = 'Created'"),
    [`transaction ${waitingIn}`],
    /Created/,
  ],
  ['a paid amount is wrong', onTransaction(paidIn, 'paid_amount = 1'), [`transaction ${paidIn}`], /amounts/],
  ['charges are wrong', onTransaction(paidOut, 'charges = charges + 1'), [`transaction ${paidOut}`], /amounts/],
  [
    'a held amount is wrong',
    onTransaction(waitingOut, 'amount = amount + 1'),
    [`transaction ${waitingOut}`],
    /amounts/,
  ],
  [
    'a refunded amount is wrong',
    onTransaction(partlyRefunded, 'refunded_amount = refunded_amount + 1'),
    [`transaction ${partlyRefunded}`],
    /amounts/,
  ],
  [
    'a posting belongs to another transaction',
    onPosting(2, `transaction_id = '${waitingIn}'`),
    [`transaction ${paidIn}`, `transaction ${waitingIn}`],
    /does not go with/,
  ],
  [
    'a posting belongs to no transaction',
    onPosting(2, 'transaction_id = null'),
    ['posting 2', `transaction ${paidIn}`],
    /does not go with/,
  ],
  [
    'a posting belongs to a transaction that does not exist',
    onPosting(2, "transaction_id = '019a0000-0000-7000-8000-000000000000'"),
    ['posting 2', 'transaction 019a0000-0000-7000-8000-000000000000', `transaction ${paidIn}`],
    /does not go with/,
  ],
  [
    'rows of a batch are made that was cancelled',
    tx => tx`update payout_batches set state = 'Cancelled' where id = ${batchId}`,
    [`payout batch ${batchId}`],
    /it is Cancelled, but rows of it are made/,
  ],
  [
    'a batch was paid to which nobody but who asked for it has agreed',
    tx => tx`
      update approval_steps s set user_id = a.user_id from approval_steps a
       where s.request_id = ${batchId} and a.request_id = ${batchId} and a.status = 'Pending'
         and s.merchant_id = ${merchantId} and a.merchant_id = ${merchantId}`,
    [`payout batch ${batchId}`],
    /nobody has approved it/,
  ],
  ['a posting is of no kind there is', onPosting(1, "name = 'gift'"), ['posting 1'], /gift/],
])('when %s, the audit names the row', async (_title, breaks, rows, fault) => {
  const faults = await faultsAfter(breaks)
  expect(rowsOf(faults)).toEqual(rows.sort())
  expect(faults.map(one => one.fault).join('\n')).toMatch(fault)
})

test("a wrong row of one merchant is not another's", async () => {
  const other = await trilho.newMerchant({ balance: '1' })
  await trilho.sql`update balances set postings = 2 where merchant_id = ${other.merchantId}`
  expect(await auditBooks(trilho.needs)).toEqual([
    { merchantId: other.merchantId, row: 'balance', fault: expect.stringContaining('differs') },
  ])
  await trilho.sql`update balances set postings = 1 where merchant_id = ${other.merchantId}`
})

const auditScript = fileURLToPath(new URL('../../edges/commands/audit.ts', import.meta.url))

/** `npm run audit`, as an operator runs it. */
async function runAudit(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const audit = spawn(process.execPath, [auditScript], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [audit.stdout, audit.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  const code = await new Promise<number | null>(resolve => audit.once('close', resolve))
  return { code, output }
}

test('npm run audit ends with 0 for right books, and with 1 and the wrong rows for others', async () => {
  const settings = { DATABASE_URL: trilho.databaseUrl }
  expect(await runAudit(settings)).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^The books are right\.\nLooked at \d+ postings and \d+ transactions of \d+ merchants\.\nThe audit log is whole: 0 entries\.\n$/,
    ),
  })
  await unwatched(trilho.sql, tx => tx`update transactions set state = 'Cancelled' where id = ${waitingOut}`)
  const { code, output } = await runAudit(settings)
  await unwatched(trilho.sql, tx => tx`update transactions set state = 'Created' where id = ${waitingOut}`)
  expect(code).toBe(1)
  expect(output).toMatch(
    new RegExp(`^merchant ${merchantId}, transaction ${waitingOut}: state Cancelled does not go with .*$`, 'm'),
  )
  expect(output).toMatch(/^\d+ rows are wrong\.$/m)
})

test('npm run audit verifies the audit log, too', async () => {
  const settings = { DATABASE_URL: trilho.databaseUrl }
  const by = { id: null, name: 'Ana', merchantId: null, address: '203.0.113.1' }
  for (const subject of ['one', 'two', 'three']) await writeEntry(trilho.needs, by, { act: 'key.create', subject })
  const whole = await runAudit(settings)
  expect([whole.code, whole.output]).toEqual([
    0,
    expect.stringMatching(/^The audit log is whole: 3 entries, the last with hash [0-9a-f]{64}\.$/m),
  ])
  await trilho.sql`alter table audit_entries disable trigger user`
  await trilho.sql`update audit_entries set person_name = 'Eve' where sequence = 2`
  const broken = await runAudit(settings)
  await trilho.sql`update audit_entries set person_name = 'Ana' where sequence = 2`
  expect([broken.code, broken.output]).toEqual([
    1,
    expect.stringMatching(/^The books are right\.\n.*\nThe audit log is broken: entry 2 was changed\.\n$/),
  ])
})

test('an audit that was interrupted is gone on with, and says what it had found', async () => {
  await unwatched(trilho.sql, tx => tx`update transactions set state = 'Cancelled' where id = ${waitingOut}`)
  // Interrupted when it has come to the next merchant: the statement that lists what it knows of it fails.
  const last = await trilho.newMerchant({ balance: '1' })
  let steps = 0
  const dying = Object.assign((...args: Parameters<typeof trilho.sql>) => {
    if (args[0].join('?').includes('audited_merchants (') && ++steps > 4) throw new Error('died')
    return trilho.sql(...args)
  }, trilho.sql)
  await expect(auditBooks({ sql: dying })).rejects.toThrow('died')
  await unwatched(trilho.sql, tx => tx`update transactions set state = 'Created' where id = ${waitingOut}`)
  await trilho.sql`update audits set stepped_at = stepped_at - interval '1 minute'`
  const [done] = await trilho.sql`select count(*)::int as merchants from audited_merchants where stage = 'done'`
  expect(done?.merchants).toBeGreaterThan(0)
  const resumed = await proveBooks({ sql: trilho.sql })
  expect([resumed.resumed, rowsOf(resumed.faults)]).toEqual([true, [`transaction ${waitingOut}`]])
  expect((await proveBooks({ sql: trilho.sql })).resumed).toBe(false)
  expect(last.merchantId).toBeTruthy()
})

test('the worker shows the number of wrong rows as a metric', async () => {
  const shown = async () =>
    Number(/^trilho_books_wrong_rows (\d+)$/m.exec((await call(`${trilho.url}/metrics`)).text)?.[1])
  const work = async (expected: number) => {
    const workers = startWorkers(trilho.needs, { error: () => {} })
    await expect.poll(shown, { interval: 20 }).toBe(expected)
    await workers.stop()
  }
  await trilho.sql`update balances set postings = postings + 1 where merchant_id = ${merchantId}`
  await work(1)
  await trilho.sql`update balances set postings = postings - 1 where merchant_id = ${merchantId}`
  await work(0)
})

test.skipIf(isCitus())(
  'npm run audit works beside a server with an embedded database, and without the server',
  async () => {
    const folder = await preparedFolder()
    const server = await spawnServer({ TRILHO_DATA: folder })
    await server.ready()
    const client = await apiClient(server.url, await readSandboxFile(folder))
    const right = { code: 0, output: expect.stringMatching(/^The books are right\.$/m) }
    await Promise.all(times(10, () => client.createCashOut({ amount: '1' })))
    expect(await runAudit({ TRILHO_DATA: folder })).toEqual(right)
    expect((await client.balance()).held).toBe('11.100000')
    await server.kill('SIGTERM')
    expect(await runAudit({ TRILHO_DATA: folder })).toEqual(right)
  },
)
