import { afterEach, expect, test } from 'vitest'
import { orderRunner } from '../src/money/bank-orders/run-orders.ts'
import { expireCharges } from '../src/money/transactions/expire-charges.ts'
import { requireRail } from '../src/money/rails/rails-of.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { businessDayFrom, daysBetween } from '../src/platform/brazil/business-days.ts'
import { type Day, addDays, dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { ExternalFault } from '../src/platform/lib/within-time.ts'
import { changeAtBank } from '../src/products/bills/change-at-bank.ts'
import { changeBill } from '../src/products/bills/change-bill.ts'
import { billsBeside } from './kit/bills-beside.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { cpf, openTrilho } from './kit/trilho.ts'

/** Production beside a bank: changes of bills whose answers are lost, that are refused, or that somebody pays or cancels meanwhile. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)
const { passTime, sweep } = sharedTime(trilho, bank)

const dialects = ['efi', 'standard', 'inter', 'sicoob'] as const
type Dialect = (typeof dialects)[number]

afterEach(() => bank.control('DELETE', '/faults'))

const beside = billsBeside(trilho, bank, () => ({
  payer: { name: 'Maria da Silva', cpf: cpf.maria },
  amount: '100.00',
  dueDate: inDays(5),
  payableDaysAfterDue: 0,
  webhook: { url: 'https://hooks.example.invalid/hook' },
}))
const { today, make, read, txidOf, chargeAtBank } = beside
const merchantAt = (dialect: Dialect) => beside.merchantAt(connections[dialect])
const inDays = (days: number) => businessDayFrom(addDays(today(), days))
type Api = Awaited<ReturnType<typeof merchantAt>>

/** Holidays may have moved the day by more than some days. */
const untilAfter = (day: Day) => passTime(daysBetween(today(), addDays(day, 1)) * 86_400)

const change = (api: Api, { id }: { id: string }, changes: object) => api.patch(`/bills/${id}`, changes)
const reasonOf = ({ status, body }: Awaited<ReturnType<Api['patch']>>) => [status, body.error?.details?.reason]

const fault = (partner: Dialect, kind: string, more: object) =>
  bank.control('POST', '/faults', { kind, partner, path: '/cobv', times: 50, ...more })
/** The bank changes the bill, and neither its answer nor what it shows afterwards arrives. */
async function loseAnswers(partner: Dialect) {
  await fault(partner, 'act, then cut', { method: 'PATCH' })
  await fault(partner, 'drop', { method: 'GET' })
}

const pay = async (dialect: Dialect, bill: { id: string }, how: object = {}) =>
  bank.control('POST', `/charges/${dialect}/${await txidOf(bill)}/pay`, how)

async function settle() {
  for (let round = 0; round < 3; round++) {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    await sweep()
  }
}

/** A bank that gave no answer is called again after seconds of the real clock. */
async function untilOver({ id }: { id: string }) {
  const orders = async () => {
    await settle()
    await passTime(3_600)
    return sql`select kind from bank_orders where transaction_id = ${id}`
  }
  // Faster, all its steps would be over before the bank is called again.
  await expect.poll(orders, { interval: 1_000 }).toEqual([])
}

test.each(dialects)(
  'a change whose answer and read at %s are both lost is made here too, and the bill ends by its new date',
  async dialect => {
    const api = await merchantAt(dialect)
    const bill = await make(api)
    const [first, later] = [inDays(5), inDays(20)]
    await loseAnswers(dialect)
    expect(reasonOf(await change(api, bill, { amount: '80.00', dueDate: later }))).toEqual([503, 'BankUnavailable'])
    expect(await chargeAtBank(bill)).toMatchObject({ amount: '80.00', due: { dueDate: later } })
    expect(await read(api, bill)).toMatchObject({ amount: '100.000000', dueDate: first })

    // Nothing ends by the old date while the bank may have the new one.
    await untilAfter(first)
    await expireCharges(needs)
    expect(await chargeAtBank(bill)).toMatchObject({ status: 'ATIVA' })

    await bank.control('DELETE', '/faults')
    await untilOver(bill)
    expect(await read(api, bill)).toMatchObject({ amount: '80.000000', dueDate: later, state: 'Open' })
    await pay(dialect, bill)
    await settle()
    expect(await read(api, bill)).toMatchObject({
      state: 'Paid',
      payment: { amount: '80.000000', difference: '0.000000' },
    })
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(dialects)('a bill that is paid at %s with terms whose change was lost has those terms', async dialect => {
  const api = await merchantAt(dialect)
  const bill = await make(api)
  await loseAnswers(dialect)
  const fine = { kind: 'Percent', rate: '2' }
  expect((await change(api, bill, { amount: '80.00', payableDaysAfterDue: 30, fine })).status).toBe(503)
  await untilAfter(bill.dueDate)
  await pay(dialect, bill)
  await bank.control('DELETE', '/faults')
  await untilOver(bill)
  expect(await read(api, bill)).toMatchObject({
    state: 'Paid',
    amount: '80.000000',
    fine,
    payment: { amount: '81.600000', difference: '0.000000', components: { original: '80.000000', fine: '1.600000' } },
  })
  expect(await api.availableBalance()).toBe('81.600000')
  const { state } = await reconcileDay(needs, { connectionId: connections[dialect], day: today() })
  expect(state).toBe('Clean')
  expect(await auditBooks(needs)).toEqual([])
})

test('a change that the process did not live to write is made by a worker', async () => {
  const api = await merchantAt('efi')
  const bill = await make(api)
  // It asks the bank, and is killed before it can commit what the bank has said.
  const commit = () => Promise.reject(new ExternalFault('killed'))
  const never = () => Promise.reject(new ExternalFault('not asked for'))
  const dying = orderRunner(needs, {
    payout: never,
    return: never,
    cancellation: never,
    initiation: never,
    registration: never,
    settlement: never,
    change: changeAtBank({ ...needs, door: { ...needs.door, commit } }),
  })
  const asked = changeBill(
    { ...needs, bankOrders: dying },
    { merchantId: api.merchantId, billId: bill.id, changes: { amount: '80.00' } },
  )
  await expect(asked).rejects.toMatchObject({ reason: 'BankUnavailable' })
  expect([(await chargeAtBank(bill))?.amount, (await read(api, bill)).amount]).toEqual(['80.00', '100.000000'])
  // Its lease is over.
  await passTime(60)
  await untilOver(bill)
  expect((await read(api, bill)).amount).toBe('80.000000')
})

test('while a change is not confirmed, the same one asks again, another waits in vain, and both end in what the bank has', async () => {
  const api = await merchantAt('efi')
  const bill = await make(api)
  await loseAnswers('efi')
  expect((await change(api, bill, { amount: '80.00' })).status).toBe(503)
  const other = await change(api, bill, { amount: '70.00' })
  expect([other.status, other.text]).toEqual([409, expect.stringContaining('not confirmed an earlier change')])
  await bank.control('DELETE', '/faults')
  const again = await change(api, bill, { amount: '80.00' })
  expect([again.status, again.body.data.amount]).toEqual([200, '80.000000'])
  expect((await change(api, bill, { amount: '70.00' })).body.data.amount).toBe('70.000000')
  expect((await chargeAtBank(bill))?.amount).toBe('70.00')
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from bank_orders where transaction_id = ${bill.id}`
  expect(row?.count).toBe(0)
})

test.each(dialects)('a change that %s refuses is refused, and leaves the bill as it was', async dialect => {
  const api = await merchantAt(dialect)
  const bill = await make(api)
  const before = await read(api, bill)
  await fault(dialect, 'refusal', { method: 'PATCH', times: 1 })
  const refused = await change(api, bill, { amount: '80.00', payableDaysAfterDue: 30 })
  expect(reasonOf(refused)).toEqual([409, 'RefusedByBank'])
  expect(await read(api, bill)).toEqual(before)
  const [row] = await sql<{ expiresAt: Date }[]>`select expires_at from transactions where id = ${bill.id}`
  expect(dayOf(new Date((row?.expiresAt.getTime() ?? 0) - 1))).toBe(before.payableUntil)
  expect((await change(api, bill, { amount: '80.00' })).status).toBe(200)
})

test('a bill that is cancelled while its change is not confirmed is cancelled, at its bank too', async () => {
  const api = await merchantAt('sicoob')
  const bill = await make(api)
  await loseAnswers('sicoob')
  expect((await change(api, bill, { amount: '80.00' })).status).toBe(503)
  await api.post(`/bills/${bill.id}/cancel`, {})
  await bank.control('DELETE', '/faults')
  await untilOver(bill)
  expect([(await read(api, bill)).state, (await chargeAtBank(bill))?.status]).toEqual([
    'Cancelled',
    'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  ])
})

test.each(dialects)('a description that is changed or taken away is so at %s too, or not here', async dialect => {
  const api = await merchantAt(dialect)
  const bill = await make(api, { description: 'Rent of August' })
  const messageAtBank = async () => {
    const rail = requireRail((await needs.railsOf(connections[dialect])).dueCharges)
    const charge = await rail.findCharge({ externalId: await txidOf(bill) }, { signal: AbortSignal.timeout(60_000) })
    return charge?.message ?? ''
  }
  await fault(dialect, 'drop', { method: 'PATCH' })
  expect((await change(api, bill, { description: 'Rent of May' })).status).toBe(503)
  expect([await messageAtBank(), (await read(api, bill)).description]).toEqual(['Rent of August', 'Rent of August'])
  await bank.control('DELETE', '/faults')
  expect((await change(api, bill, { description: 'Rent of May' })).status).toBe(200)
  expect(await messageAtBank()).toBe('Rent of May')
  expect((await change(api, bill, { description: null })).body.data.description).toBeNull()
  expect(await messageAtBank()).toBe('')
})

test('paid on the day after a holiday of the payer’s municipality, a bill is on time, as its bank says', async () => {
  const api = await merchantAt('inter')
  // The anniversary of São Paulo, on a weekday.
  let year = Number(today().slice(0, 4)) + 1
  while (businessDayFrom(`${year}-01-25`) !== `${year}-01-25`) year++
  const dueDate = `${year}-01-25`
  const fine = { kind: 'Percent', rate: '2' }
  const [there, elsewhere] = [
    await make(api, { dueDate, fine, payableDaysAfterDue: 30 }),
    await make(api, { dueDate, fine, payableDaysAfterDue: 30 }),
  ]
  const day = businessDayFrom(addDays(dueDate, 1))
  await passTime(daysBetween(today(), day) * 86_400)
  await pay('inter', there, { municipality: '3550308' })
  await pay('inter', elsewhere)
  await settle()
  expect((await read(api, there)).payment).toMatchObject({
    amount: '100.000000',
    components: { original: '100.000000', fine: '0.000000' },
    expectedAmount: '102.000000',
    difference: '-2.000000',
  })
  expect((await read(api, elsewhere)).payment).toMatchObject({ amount: '102.000000', difference: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})
