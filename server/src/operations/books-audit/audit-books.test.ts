import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { waiting } from '../../../test/kit/meet.ts'
import { batchesOf, payoutRow } from '../../../test/kit/payout-batches.ts'
import { unwatched } from '../../../test/kit/state-watch.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { expireCharges } from '../../money/transactions/expire-charges.ts'
import { startWorkers } from '../../worker.ts'
import { volumeSummer } from '../volumes/sum-up-volumes.ts'
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

const address = { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50010-000' }
async function billOf(terms: object, simulations: string[]): Promise<string> {
  const payer = { name: 'Maria', cpf: cpf.maria, address }
  const { id } = (await api.post('/bills', { payer, amount: '10', dueDate: '2030-01-15', ...terms, webhook })).body.data
  for (const simulation of simulations) await api.simulate(simulation, id)
  return id
}
const bill = (...simulations: string[]) => billOf({ rebate: { kind: 'Fixed', amount: '1' } }, simulations)
const boleto = (...simulations: string[]) => billOf({ methods: ['pix', 'boleto'] }, simulations)
const paidBill = await bill('complete')
const unpaidBill = await bill()
await bill('complete', 'refund')
await bill('cancel')
const unsettled = await boleto('pay-boleto')
const settled = await boleto('pay-boleto', 'settle-boleto')

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
  [
    'the parts of a bill do not add up to what was booked',
    tx => tx`update bills set paid_rebate = paid_rebate + 1 where merchant_id = ${merchantId} and id = ${paidBill}`,
    [`bill ${paidBill}`],
    /not the sum of its parts/,
  ],
  [
    'a paid bill has no day of payment',
    tx => tx`update bills set paid_on = null where merchant_id = ${merchantId} and id = ${paidBill}`,
    [`bill ${paidBill}`],
    /no day of payment/,
  ],
  [
    'an unpaid bill has parts of a payment',
    tx => tx`update bills set paid_original = 1 where merchant_id = ${merchantId} and id = ${unpaidBill}`,
    [`bill ${unpaidBill}`],
    /is not paid/,
  ],
  [
    'less of a boleto is to settle than was paid',
    both(
      tx => tx`
        update postings set to_settle = to_settle - 1, clearing = clearing + 1
         where merchant_id = ${merchantId} and transaction_id = ${unsettled}`,
      onBalance('to_settle = to_settle - 1, clearing = clearing + 1'),
    ),
    [`transaction ${unsettled}`],
    /to settle of it is not what was paid by boleto/,
  ],
  [
    'more was paid by a boleto than is to settle',
    onTransaction(unsettled, 'paid_amount = paid_amount + 1'),
    [`bill ${unsettled}`, `transaction ${unsettled}`],
    /to settle of it is not what was paid by boleto/,
  ],
  [
    'a boleto says that it has settled, and its money is still to settle',
    onTransaction(unsettled, "state = 'Completed', completed_at = now()"),
    [`transaction ${unsettled}`],
    /Completed does not go with the postings \[boletoPaid\]/,
  ],
  [
    'a boleto that has settled says that it has not',
    onTransaction(settled, "state = 'ToSettle', completed_at = null"),
    [`transaction ${settled}`],
    /ToSettle does not go with the postings \[boletoPaid boletoSettled\]/,
  ],
  [
    'the balance has more to settle than the boletos that have not settled',
    onBalance('to_settle = to_settle + 1, clearing = clearing - 1'),
    ['balance'],
    /differs/,
  ],
  [
    'a bill is lost',
    tx => tx`delete from bills where merchant_id = ${merchantId} and id = ${unpaidBill}`,
    [`bill ${unpaidBill}`],
    /has no bill/,
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

test('a payment that is posted while volumes are summed up is in what its bank holds', async () => {
  await cashIn('complete')
  const summing = await trilho.sql.begin(async tx => {
    await tx`lock table daily_volumes in access exclusive mode`
    const summed = volumeSummer(trilho.needs)()
    await expect.poll(async () => (await waiting(trilho.sql)).length, { interval: 2 }).toBe(1)
    await cashIn('complete')
    return { summed }
  })
  await summing.summed
  expect(await auditBooks(trilho.needs)).toEqual([])
})
