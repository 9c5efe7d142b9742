import { afterEach, expect, test } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { expireCharges } from '../src/money/transactions/expire-charges.ts'
import { businessDayFrom } from '../src/platform/brazil/business-days.ts'
import { addDays } from '../src/platform/brazil/sao-paulo.ts'
import { billsBeside } from './kit/bills-beside.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { cpf, openTrilho } from './kit/trilho.ts'

/** Production beside a bank: bills whose callbacks or answers are lost, that nobody pays in time, and that are paid too late or twice. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)
const { passTime, sweep } = sharedTime(trilho, bank)

const dialects = ['efi', 'standard', 'inter', 'sicoob'] as const
type Dialect = (typeof dialects)[number]

afterEach(() => bank.control('DELETE', '/faults'))

const daySeconds = 86_400
const beside = billsBeside(trilho, bank, () => ({
  payer: { name: 'Maria da Silva', cpf: cpf.maria },
  amount: '100.00',
  dueDate: businessDayFrom(addDays(today(), 10)),
  webhook: { url: 'https://hooks.example.invalid/hook' },
}))
const { today, make, read, txidOf, chargeAtBank } = beside
const merchantAt = (dialect: Dialect) => beside.merchantAt(connections[dialect])

const fault = (partner: Dialect, kind: string, more: object) =>
  bank.control('POST', '/faults', { kind, partner, path: '/cobv', ...more })

async function pay(dialect: Dialect, bill: { id: string }, how: object = {}) {
  const { pix } = await bank.control('POST', `/charges/${dialect}/${await txidOf(bill)}/pay`, how)
  return pix as { endToEndId: string }[]
}

async function settle() {
  for (let round = 0; round < 3; round++) {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    await sweep()
  }
}

test.each(dialects)(
  'at %s a payment whose callback is lost is found by the sweep, and the day reconciles',
  async dialect => {
    const api = await merchantAt(dialect)
    const bill = await make(api)
    await bank.control('POST', '/callback-faults', { kind: 'drop' })
    await pay(dialect, bill)
    await sweep()
    await sweep()
    expect(await read(api, bill)).toMatchObject({ state: 'Paid', payment: { amount: '100.000000' } })
    const { state } = await reconcileDay(needs, { connectionId: connections[dialect], day: today() })
    expect(state).toBe('Clean')
  },
)

test('a change without an answer changes nothing here, and the repeated one succeeds', async () => {
  const api = await merchantAt('efi')
  const bill = await make(api)
  await fault('efi', 'drop', { method: 'PATCH', times: 3 })
  expect((await api.patch(`/bills/${bill.id}`, { amount: '80.00' })).status).toBe(503)
  expect((await read(api, bill)).amount).toBe('100.000000')
  await bank.control('DELETE', '/faults')
  expect((await api.patch(`/bills/${bill.id}`, { amount: '80.00' })).body.data.amount).toBe('80.000000')
})

test.each(dialects)('at %s a bill is cancelled at its bank, also when the answer is lost', async dialect => {
  const api = await merchantAt(dialect)
  const bill = await make(api)
  await fault(dialect, 'act, then cut', { method: 'PATCH' })
  expect((await api.post(`/bills/${bill.id}/cancel`, {})).status).toBe(200)
  await settle()
  await passTime(3_600)
  await settle()
  expect([(await read(api, bill)).state, (await chargeAtBank(bill))?.status]).toEqual([
    'Cancelled',
    'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  ])
})

test.each(dialects)(
  'at %s a bill expires after its bank was asked: what was paid in time is credited, the rest removed there',
  async dialect => {
    const api = await merchantAt(dialect)
    const short = { dueDate: businessDayFrom(addDays(today(), 1)), payableDaysAfterDue: 0 }
    const [paid, unpaid, late] = [await make(api, short), await make(api, short), await make(api, short)]
    await bank.control('POST', '/callback-faults', { kind: 'drop' })
    await pay(dialect, paid)
    await passTime(14 * daySeconds)
    await expireCharges(needs)
    await settle()
    const states = [await read(api, paid), await read(api, unpaid), await read(api, late)].map(bill => bill.state)
    expect(states).toEqual(['Paid', 'Expired', 'Expired'])
    expect((await chargeAtBank(unpaid))?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')

    // Money after the end goes back to its payer.
    const [pix] = await pay(dialect, late, { late: true, again: true })
    await settle()
    await passTime(3_600)
    await settle()
    expect((await read(api, late)).state).toBe('Expired')
    expect(await api.availableBalance()).toBe('100.000000')
    const all: { endToEndId: string; refunds: { status: string }[] }[] = await bank.control('GET', '/pix?all')
    const refunds = all.find(({ endToEndId }) => endToEndId === pix?.endToEndId)?.refunds
    expect(refunds).toMatchObject([{ status: 'DEVOLVIDO' }])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(dialects)(
  'at %s a bill that is paid twice is credited once, and the second payment goes back',
  async dialect => {
    const api = await merchantAt(dialect)
    const bill = await make(api)
    await pay(dialect, bill, { twice: true })
    await settle()
    await passTime(3_600)
    await settle()
    expect(await api.availableBalance()).toBe('100.000000')
    const all: { txid?: string; refunds: object[] }[] = await bank.control('GET', '/pix?all')
    const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${bill.id}`
    const ours = all.filter(({ txid }) => txid === row?.externalId)
    expect(ours.map(({ refunds }) => refunds.length).toSorted()).toEqual([0, 1])
  },
)
