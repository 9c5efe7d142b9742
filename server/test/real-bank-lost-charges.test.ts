import { afterEach, expect, test, vi } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { businessDayFrom } from '../src/platform/brazil/business-days.ts'
import { addDays, dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { cpf, openTrilho } from './kit/trilho.ts'

/** Production beside one bank, which makes a charge and whose answers are lost: to the registration, and to the read after it. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)
const { sweep } = sharedTime(trilho, bank)

const dialects = ['efi', 'standard', 'inter', 'sicoob'] as const
type Dialect = (typeof dialects)[number]

// Longer than a bank is left alone after it failed.
let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)

async function mend() {
  await bank.control('DELETE', '/faults')
  laterMs += 60_000
}
afterEach(mend)

async function loseAnswers(partner: Dialect, path: '/cob' | '/cobv') {
  await bank.control('POST', '/faults', { kind: 'act, then cut', partner, path, method: 'PUT', times: 10 })
  await bank.control('POST', '/faults', { kind: 'drop', partner, path, method: 'GET', times: 10 })
}

async function merchantAt(dialect: Dialect) {
  const api = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: connections[dialect] })
  return api
}

const webhook = { url: 'https://hooks.example.invalid/hook' }
const bill = (orderId?: string) => ({
  payer: { name: 'Maria da Silva', cpf: cpf.maria },
  amount: '100.00',
  dueDate: businessDayFrom(addDays(dayOf(needs.clock()), 10)),
  webhook,
  ...(orderId !== undefined && { orderId }),
})

type AtBank = { txid: string; status: string }
const chargesAtBank = (): Promise<AtBank[]> => bank.control('GET', '/charges?all')

/** Those that the bank has made while this was done. */
async function madeBy(act: () => Promise<unknown>): Promise<AtBank[]> {
  const before = new Set((await chargesAtBank()).map(({ txid }) => txid))
  await act()
  return (await chargesAtBank()).filter(({ txid }) => !before.has(txid))
}
const pay = (dialect: Dialect, txid = '') => bank.control('POST', `/charges/${dialect}/${txid}/pay`, {})

async function settle() {
  for (let round = 0; round < 3; round++) {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    await sweep()
  }
}

/** Why money was held while this was done. */
async function heldAfter(act: () => Promise<unknown>): Promise<string[]> {
  const read = () => sql<{ id: string; reason: string }[]>`
    select id, order_description as reason from transactions where operation = 'unmatchedPayment'`
  const before = new Set((await read()).map(({ id }) => id))
  await act()
  return (await read()).filter(({ id }) => !before.has(id)).map(({ reason }) => reason)
}

test.each(dialects)(
  'a bill whose registration and read at %s are both lost is the same charge when it is asked for again, and is credited',
  async dialect => {
    const api = await merchantAt(dialect)
    const made = await madeBy(async () => {
      await loseAnswers(dialect, '/cobv')
      for (const _ of [1, 2]) expect((await api.post('/bills', bill('lost'))).status).toBe(503)
      await mend()
      expect((await api.post('/bills', bill('lost'))).status).toBe(201)
      expect((await api.post('/bills', bill('lost'))).status).toBe(201)
    })
    expect(made).toHaveLength(1)
    await pay(dialect, made[0]?.txid)
    await settle()
    expect((await api.get('/bills?orderId=lost')).body.data.items).toMatchObject([{ state: 'Paid' }])
    expect([await api.availableBalance(), await auditBooks(needs)]).toEqual(['100.000000', []])
    expect(await sql`select from unanswered_charges where merchant_id = ${api.merchantId}`).toEqual([])
  },
)

test('money for a lost bill that nobody asks for again is held as unmatched, once, and the books agree', async () => {
  const api = await merchantAt('standard')
  const [lost] = await madeBy(async () => {
    await loseAnswers('standard', '/cobv')
    expect((await api.post('/bills', bill('never again'))).status).toBe(503)
    await mend()
  })
  const held = await heldAfter(async () => {
    await pay('standard', lost?.txid)
    await settle()
  })
  expect(held).toEqual(['NoCharge'])
  expect([await api.availableBalance(), await auditBooks(needs)]).toEqual(['0.000000', []])
})

test('a lost bill that was paid before it is asked for again is credited, and its money is not held any more', async () => {
  const api = await merchantAt('standard')
  const [lost] = await madeBy(async () => {
    await loseAnswers('standard', '/cobv')
    expect((await api.post('/bills', bill('paid first'))).status).toBe(503)
    await mend()
  })
  const held = await heldAfter(async () => {
    await pay('standard', lost?.txid)
    await settle()
  })
  expect(held).toEqual(['NoCharge'])
  const made = await madeBy(async () => expect((await api.post('/bills', bill('paid first'))).status).toBe(201))
  expect(made).toEqual([])
  const [{ id }] = (await api.get('/bills?orderId=paid%20first')).body.data.items
  // Its bank is asked before a bill is cancelled.
  expect((await api.post(`/bills/${id}/cancel`, {})).status).toBe(409)
  await settle()
  expect((await api.get(`/bills/${id}`)).body.data).toMatchObject({ state: 'Paid', payment: { amount: '100.000000' } })
  expect([await api.availableBalance(), await auditBooks(needs)]).toEqual(['100.000000', []])
})

test('a cash-in of a merchant with one bank, whose answers are lost, is the same charge when it is asked for again', async () => {
  const api = await merchantAt('efi')
  const ask = () => api.requestCashIn({ amount: '12', webhook, transaction: { orderId: 'lost' } })
  const made = await madeBy(async () => {
    await loseAnswers('efi', '/cob')
    expect((await ask()).status).toBe(503)
    await mend()
    expect((await ask()).status).toBe(201)
  })
  expect(made).toHaveLength(1)
  await pay('efi', made[0]?.txid)
  await settle()
  expect([await api.availableBalance(), await auditBooks(needs)]).toEqual(['12.000000', []])
})
