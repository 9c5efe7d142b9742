import { afterEach, expect, test } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { businessDayFar, businessDayFrom, lastPayableDay } from '../src/platform/brazil/business-days.ts'
import { addDays, dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { endOf } from '../src/products/bills/bill.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { graceDays } from '../src/money/rails/due-terms.ts'
import { expireCharges } from '../src/money/transactions/expire-charges.ts'
import { startRealBank } from './kit/real-bank.ts'
import { cpf, openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production beside a bank: bills from their registration to their end. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)

const dialects = ['efi', 'standard', 'inter', 'sicoob'] as const
type Dialect = (typeof dialects)[number]

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  trilho.clock.aheadMs = 0
})

const dueDate = businessDayFrom(addDays(dayOf(new Date()), 10))
const payer = { name: 'Maria da Silva', cpf: cpf.maria }
const request = {
  payer,
  amount: '100.00',
  dueDate,
  fine: { kind: 'Percent', rate: '2' },
  interest: { kind: 'AmountPerDay', amount: '0.10' },
  webhook: { url: 'https://hooks.example.invalid/hook' },
}

/** A merchant at a bank. Servers cache a merchant's settings: this one has not been read yet. */
async function merchantAt(connectionId: string) {
  const api = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: api.merchantId, connectionId })
  const make = async (more: object = {}): Promise<string> => {
    const { status, text, body } = await api.post('/bills', { ...request, ...more })
    expect([status, text]).toEqual([201, text])
    return body.data.id
  }
  const read = async (id: string) => (await api.get(`/bills/${id}`)).body.data
  return { ...api, make, read }
}

async function txidOf(id: string): Promise<string> {
  const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  return row?.externalId ?? ''
}
const pay = async (at: Dialect, id: string, how: object = {}) =>
  bank.control('POST', `/charges/${at}/${await txidOf(id)}/pay`, how)
const fault = (partner: Dialect, kind: string, more: object) =>
  bank.control('POST', '/faults', { kind, partner, path: '/cobv', ...more })
const atBank = async (id: string) => {
  const txid = await txidOf(id)
  const rows: { txid: string; amount: string }[] = await bank.control('GET', '/charges?all')
  return rows.find(row => row.txid === txid)
}

/** The bank's callback, or else a sweep, reports the payment. */
async function untilPaid({ read }: { read: (id: string) => Promise<{ state: string }> }, id: string): Promise<void> {
  const state = async () => {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 60_000
    await untilDone(() => sweepPayments(needs))
    return (await read(id)).state
  }
  await expect.poll(state).toBe('Paid')
}

test.each(dialects)('a bill at %s is credited by what the bank received, made up as the bank says', async at => {
  const api = await merchantAt(connections[at])
  const id = await api.make()
  const day = addDays(dueDate, 10)
  await pay(at, id, { day })
  await untilPaid(api, id)
  expect(await api.read(id)).toMatchObject({
    payment: {
      amount: '103.000000',
      components: { original: '100.000000', fine: '2.000000', interest: '1.000000', discount: '0.000000' },
    },
  })
  expect(await api.availableBalance()).toBe('103.000000')
  expect(await auditBooks(needs)).toEqual([])
})

test.each(dialects)('a bill whose answer %s cuts off is read back, and is one bill', async at => {
  const api = await merchantAt(connections[at])
  await fault(at, 'act, then cut', { method: 'PUT' })
  const id = await api.make({ orderId: `lost-${at}` })
  expect((await atBank(id))?.amount).toBe('100.00')
  await pay(at, id)
  await untilPaid(api, id)
})

test.each(dialects)('a changed bill has the new terms at %s too, also where the answer is cut off', async at => {
  const api = await merchantAt(connections[at])
  const id = await api.make()
  await fault(at, 'act, then cut', { method: 'PATCH' })
  const changed = await api.patch(`/bills/${id}`, { amount: '80.00', fine: null })
  expect([changed.status, changed.body.data?.amount]).toEqual([200, '80.000000'])
  expect((await atBank(id))?.amount).toBe('80.00')
  await pay(at, id)
  await untilPaid(api, id)
  expect((await api.read(id)).payment).toMatchObject({ amount: '80.000000', difference: '0.000000' })
})

test.each(dialects)('a bill that was paid at %s before we knew is neither changed nor cancelled', async at => {
  const api = await merchantAt(connections[at])
  const [first, second] = [await api.make(), await api.make()]
  for (const id of [first, second]) await pay(at, id)
  expect((await api.patch(`/bills/${first}`, { amount: '1.00' })).status).toBe(409)
  expect((await api.post(`/bills/${second}/cancel`, {})).status).toBe(409)
  expect([(await api.read(first)).state, (await api.read(second)).state]).toEqual(['Paid', 'Paid'])
  expect(await api.availableBalance()).toBe('200.000000')
})

test.each(dialects)('a bill is cancelled at %s first, and cannot be paid there any more', async at => {
  const api = await merchantAt(connections[at])
  const id = await api.make()
  expect((await api.post(`/bills/${id}/cancel`, {})).body.data.state).toBe('Cancelled')
  await expect(pay(at, id)).rejects.toThrow('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  expect(await api.availableBalance()).toBe('0.000000')
})

test('a bill expires after its last payable day; its bank is asked first, and what it received in time counts', async () => {
  const api = await merchantAt(connections.standard)
  const [unpaid, paid] = [await api.make({ payableDaysAfterDue: 0 }), await api.make({ payableDaysAfterDue: 0 })]
  await pay('standard', paid, { day: dueDate })
  trilho.clock.aheadMs = endOf(businessDayFar(lastPayableDay(dueDate, 0), graceDays)).getTime() - Date.now() + 60_000
  await expireCharges(needs)
  await untilPaid(api, paid)
  expect((await api.read(unpaid)).state).toBe('Expired')
})

test('a bank without charges with a due date refuses a bill clearly, and nothing is made', async () => {
  const api = await merchantAt(await bank.connect(needs, 'sicredi', false))
  const { status, body } = await api.post('/bills', request)
  expect([status, body.error?.details]).toMatchObject([
    503,
    { reason: 'BankNotConnected', message: 'the connected bank does not support bills' },
  ])
  expect((await api.get('/bills')).body.data.items).toEqual([])
})

test.each(dialects)('a plan at %s that its bank refuses in part leaves no charge there that can be paid', async at => {
  const api = await merchantAt(connections[at])
  const { payer, webhook } = request
  const plan = { orderId: 'plan', payer, webhook, count: 12, amount: '1200.00', firstDueDate: dueDate }
  const open = async () => {
    const rows: { txid: string; status: string }[] = await bank.control('GET', '/charges?all')
    return rows.filter(({ status }) => status === 'ATIVA').length
  }
  const before = await open()
  await fault(at, 'refusal', { method: 'PUT' })
  expect((await api.post('/bills/plans', plan)).status).toBe(409)
  expect((await api.get('/bills')).body.data.items).toEqual([])
  expect(await open()).toBe(before)
  await bank.control('DELETE', '/faults')
  const { status, body } = await api.post('/bills/plans', plan)
  expect([status, body.data.bills.length]).toEqual([201, 12])
  expect(await open()).toBe(before + 12)
})
