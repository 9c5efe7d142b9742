import { afterEach, expect, test, vi } from 'vitest'
import { expireCharges } from '../src/money/transactions/expire-charges.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { businessDayFar, businessDayFrom, isBusinessDay } from '../src/platform/brazil/business-days.ts'
import { addDays, startOfDay } from '../src/platform/brazil/sao-paulo.ts'
import { boletosBeside } from './kit/boletos-beside.ts'
import { startRealBank } from './kit/real-bank.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production beside a bank: how bills end that are paid on their last day, after it by our calendar, or reported later. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs, { hasContracts: true })

afterEach(async () => {
  await bankAnswers()
  await bank.control('PUT', '/settings', { boletoDelayMs: 0 })
})

const dialects = ['inter', 'sicoob', 'efi'] as const
const daySeconds = 86_400
const morningSeconds = 9 * 3_600
const beside = boletosBeside(trilho, bank)
const { today, passTime, merchantAt, make, read, txidOf, chargeAtBank, boletoOf, settle, registered } = beside

/** The morning of a day, which work does not carry past midnight: what is over expires, and banks are asked. */
async function untilDay(day: string) {
  await passTime(Math.round((startOfDay(day).getTime() - needs.clock().getTime()) / 1000) + morningSeconds)
  await expireCharges(needs)
  await settle()
}

test.each(dialects)(
  'at %s a slip that was paid on the last day and is reported the next one pays its bill',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const lastDay = businessDayFrom(addDays(today(), 3))
    const short = { dueDate: lastDay, payableDaysAfterDue: 0 }
    const [bill, unpaid] = [await registered(api, short), await registered(api, short)]
    await untilDay(addDays(lastDay, 1))
    expect((await read(api, bill)).state).toBe('Expired')
    expect((await boletoOf(unpaid)).state).toBe('expired')
    await bank.control('POST', `/boletos/${(await boletoOf(bill)).id}/pay`, { day: lastDay })
    await settle()
    expect(await read(api, bill)).toMatchObject({ state: 'Paid', payment: { date: lastDay, isSettled: false } })
    expect(await api.balance()).toMatchObject({ toSettle: '100.000000' })
    await untilDay(addDays(businessDayFar(lastDay, 3), 1))
    expect((await boletoOf(unpaid)).state).toBe('cancelled')
    expect((await read(api, unpaid)).state).toBe('Expired')
    expect((await api.get('/bills?state=Expired')).body.data.items).toMatchObject([{ id: unpaid.id }])
    expect(await auditBooks(needs)).toEqual([])
  },
)

/** The next holiday of a municipality, which is a business day by the national calendar, with time for a bill before it. */
function nextLocalHoliday() {
  const first = addDays(today(), 10)
  const years = [0, 1, 2].map(more => String(Number(first.slice(0, 4)) + more))
  const holidays = years.flatMap(year => [
    { day: `${year}-01-20`, municipality: '3304557' },
    { day: `${year}-01-25`, municipality: '3550308' },
    { day: `${year}-04-23`, municipality: '3304557' },
  ])
  const found = holidays.find(({ day }) => day >= first && isBusinessDay(day))
  if (found === undefined) throw new Error('no such holiday')
  return found
}

test('a bill whose last day is a holiday where its payer lives is paid on the next one, as its bank accepts it', async () => {
  const api = await merchantAt(connections.standard)
  const { day, municipality } = nextLocalHoliday()
  await untilDay(addDays(day, -5))
  const due = { methods: ['pix'], dueDate: day, payableDaysAfterDue: 0, fine: { kind: 'Percent', rate: '2' } }
  const [bill, unpaid] = [await make(api, due), await make(api, due)]
  await untilDay(businessDayFar(day, 1))
  expect(await read(api, bill)).toMatchObject({ state: 'Expired', qrCode: null })
  expect((await chargeAtBank(bill))?.status).toBe('ATIVA')
  await bank.control('POST', `/charges/standard/${await txidOf(bill)}/pay`, { municipality })
  await settle()
  expect(await read(api, bill)).toMatchObject({ state: 'Paid', payment: { amount: '100.000000' } })
  expect(await api.availableBalance()).toBe('100.000000')
  expect((await api.get('/bills?state=Overdue')).body.data.items).toEqual([])

  await untilDay(addDays(businessDayFar(day, 3), 1))
  expect((await chargeAtBank(unpaid))?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  expect((await api.read(unpaid.id)).body.data.transaction.state).toBe('Canceled')
  expect((await read(api, unpaid)).state).toBe('Expired')
  expect(await auditBooks(needs)).toEqual([])
})

/** The open exception about a bill, or about money that was meant for it, as an operator sees and ends it. */
async function exceptionOf({ id }: { id: string }) {
  // Sessions end while days pass.
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const { items } = (await operator.get('/operator/exceptions')).body.data
  const isOf = (one: Listed) => one.meantFor?.transactionId === id || one.transactionId === id
  const one: Listed | undefined = items.find(isOf)
  if (one === undefined) return null
  const path = `/operator/merchants/${one.merchant.id}/exceptions/${one.id}`
  const { actions } = (await operator.get(path)).body.data
  const end = (act: string) => operator.post(`${path}/end`, { act, note: 'asked the bank' })
  return { code: one.said.code, offered: actions.map(({ act }: { act: string }) => act), end }
}
type Listed = {
  id: string
  merchant: { id: string }
  transactionId: string | null
  meantFor: { transactionId: string } | null
  said: { code: string }
}

/** What its bank has under the number of a bill. */
async function statesOf({ id }: { id: string }) {
  const [row] = await sql<{ ourNumber: string }[]>`select our_number from boletos where id = ${id}`
  const rows: { ownNumber: string; state: string }[] = await bank.control('GET', '/boletos')
  return rows.filter(({ ownNumber }) => ownNumber === row?.ourNumber).map(({ state }) => state)
}

/** A bank that failed is left alone for a moment. */
async function bankAnswers() {
  await bank.control('DELETE', '/faults')
  laterMs += 60_000
}
let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)

/** As if its bank had been asked for as long as an order waits. */
const waitUp = async ({ id }: { id: string }) => {
  await sql`update bank_orders set step = 200, next_step_at = ${needs.clock()} where transaction_id = ${id}`
  await needs.bankOrders.stepAndWait()
}

const pay = async (bill: { boleto: { barcode: string } }, how: object = {}) => {
  const { id } = await boletoOf(bill)
  await bank.control('POST', `/boletos/${id}/pay`, how)
  return { settleAtBank: () => bank.control('POST', `/boletos/${id}/settle`) }
}

test.each(dialects)(
  'at %s a slip that was paid in time, and is reported after its bill was cancelled, is credited by a person',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const bill = await registered(api)
    const paidOn = businessDayFrom(addDays(today(), 1))
    await untilDay(businessDayFar(paidOn, 1))
    expect((await api.post(`/bills/${bill.id}/cancel`, {})).body.data.state).toBe('Cancelled')
    const { settleAtBank } = await pay(bill, { day: paidOn })
    await settle()
    await settleAtBank()
    await untilDay(businessDayFar(today(), 1))
    const found = await exceptionOf(bill)
    expect(found).toMatchObject({ code: 'paidByBoletoInTime', offered: expect.arrayContaining(['credit']) })
    expect((await found?.end('credit'))?.status).toBe(200)
    expect(await read(api, bill)).toMatchObject({
      state: 'Paid',
      transactionState: 'Completed',
      payment: { method: 'boleto', date: paidOn, amount: '100.000000', components: { original: '100.000000' } },
    })
    expect(await api.availableBalance()).toBe('100.000000')
    await settle()
    expect(await exceptionOf(bill)).toBeNull()
    expect((await api.refund(bill.id, { amount: '1' })).body.error.details.reason).toBe('RefundNotAllowed')
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('a Pix in time that a person credits to its bill keeps the day and the parts of its bank', async () => {
  const api = await merchantAt(connections.efi)
  const due = { methods: ['pix'], dueDate: businessDayFrom(addDays(today(), 3)), fine: { kind: 'Percent', rate: '2' } }
  const bill = await make(api, due)
  await untilDay(addDays(due.dueDate, 2))
  const paidOn = today()
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await bank.control('POST', `/charges/efi/${await txidOf(bill)}/pay`, {})
  await passTime(1)
  await needs.door.apply({ merchantId: api.merchantId, id: bill.id, event: { kind: 'cancelled' } })
  await settle()
  await untilDay(addDays(paidOn, 2))
  const found = await exceptionOf(bill)
  expect(found?.code).toBe('paidInTime')
  expect((await found?.end('credit'))?.status).toBe(200)
  expect(await read(api, bill)).toMatchObject({
    state: 'Paid',
    payment: { method: 'pix', date: paidOn, amount: '102.000000', components: { fine: '2.000000' } },
  })
})

test.each(dialects)(
  'at %s a slip whose money never comes is unpaid again: a person releases it, and the bank is asked',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const [open, gone] = [await registered(api), await registered(api)]
    const [first, second] = [await boletoOf(open), await boletoOf(gone)]
    for (const bill of [open, gone]) await pay(bill)
    await settle()
    expect(await api.balance()).toMatchObject({ toSettle: '200.000000' })
    for (const one of [first, second]) await bank.control('POST', `/boletos/${one.id}/take-back`)
    await bank.control('POST', `/boletos/${second.id}/cancel`)
    for (const bill of [open, gone]) {
      await waitUp(bill)
      const found = await exceptionOf(bill)
      expect(found?.offered).toEqual(['settle', 'release', 'sendAgain'])
      expect((await found?.end('release'))?.status).toBe(200)
    }
    expect(await api.balance()).toMatchObject({ available: '0.000000', toSettle: '0.000000' })
    expect(await read(api, open)).toMatchObject({ state: 'Open', transactionState: 'Registered', payment: null })
    expect(await read(api, gone)).toMatchObject({ state: 'Cancelled', transactionState: 'Cancelled', payment: null })
    const states = await sql<{ payload: string }[]>`
      select payload from webhook_events where transaction_id = ${open.id} order by position`
    expect(states.map(({ payload }) => JSON.parse(payload).transactionState).at(-1)).toBe('Registered')
    expect(await auditBooks(needs)).toEqual([])

    // It is payable: paid once more, and settled this time.
    const { settleAtBank } = await pay(open)
    await settle()
    await settleAtBank()
    await untilDay(businessDayFar(today(), 2))
    expect(await read(api, open)).toMatchObject({ state: 'Paid', payment: { isSettled: true } })
    expect([await api.availableBalance(), await auditBooks(needs)]).toEqual(['100.000000', []])
  },
)

test.each(dialects)('at %s a slip that has settled is not released, and a person may settle one', async dialect => {
  const api = await merchantAt(connections[dialect])
  const bill = await registered(api)
  const { settleAtBank } = await pay(bill)
  await settle()
  await waitUp(bill)
  await settleAtBank()
  await passTime(2 * daySeconds)
  const found = await exceptionOf(bill)
  expect((await found?.end('release'))?.body.error.details.reason).toBe('BankReportsOtherwise')
  expect((await found?.end('settle'))?.status).toBe(200)
  expect(await read(api, bill)).toMatchObject({ transactionState: 'Completed' })
  expect([await api.availableBalance(), await auditBooks(needs)]).toEqual(['100.000000', []])
})

test.each(['inter', 'sicoob'] as const)(
  'at %s a slip of a bill that was paid by Pix, and that settles weeks later, is kept for a person',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const bill = await registered(api)
    await bank.control('POST', `/charges/${dialect}/${(await boletoOf(bill)).txid}/pay`)
    await settle()
    const { settleAtBank } = await pay(bill, { again: true })
    await settle()
    await untilDay(addDays(today(), 6))
    expect(await exceptionOf(bill)).toBeNull()
    await untilDay(addDays(today(), 6))
    await settleAtBank()
    await untilDay(addDays(today(), 1))
    expect((await exceptionOf(bill))?.code).toBe('paidByBoleto')
    expect(await api.availableBalance()).toBe('100.000000')
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(dialects)(
  'at %s a boleto that a person gives up is removed at its bank before its bill fails',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const path = dialect === 'efi' ? '/v1/charge' : '/cobranca'
    await bank.control('POST', '/faults', { kind: 'act, then cut', partner: dialect, path, method: 'POST' })
    const made = await make(api)
    await bank.control('POST', '/faults', {
      kind: 'server error',
      status: 500,
      partner: dialect,
      path,
      method: 'GET',
      times: 5,
    })
    await waitUp(made)
    const found = await exceptionOf(made)
    expect(found?.offered).toEqual(['release', 'sendAgain'])
    // Its bank cannot be asked: nobody knows whether a payer could pay it.
    expect((await found?.end('release'))?.status).toBe(503)
    await bankAnswers()
    expect((await found?.end('release'))?.status).toBe(200)
    expect(await read(api, made)).toMatchObject({ state: 'Cancelled', transactionState: 'Error' })
    expect(await statesOf(made)).toEqual(['cancelled'])
  },
)

test.each(dialects)(
  'at %s a bill that is cancelled before its boleto is registered leaves no boleto that can be paid',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const path = dialect === 'efi' ? '/v1/charge' : '/cobranca'
    for (const kind of ['act, then cut', 'drop']) {
      await bank.control('POST', '/faults', { kind, partner: dialect, path, method: 'POST' })
      const made = await make(api)
      expect(made.transactionState).toBe('Created')
      for (const _ of [1, 2]) expect((await api.post(`/bills/${made.id}/cancel`, {})).body.data.state).toBe('Open')
      await expect
        .poll(async () => {
          await bankAnswers()
          await passTime(60)
          await needs.bankOrders.stepAndWait()
          return (await read(api, made)).state
        })
        .toBe('Cancelled')
      expect(await statesOf(made)).toEqual(kind === 'drop' ? [] : ['cancelled'])
    }
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('a bill whose bank takes its time to register it is cancelled there as soon as it is', async () => {
  const api = await merchantAt(connections.inter)
  await bank.control('PUT', '/settings', { boletoDelayMs: null })
  const made = await make(api)
  expect((await api.post(`/bills/${made.id}/cancel`, {})).status).toBe(200)
  const [row] = await bank.control('GET', '/boletos')
  await bank.control('POST', `/boletos/${row.id}/register`)
  await passTime(60)
  await settle()
  await passTime(60)
  await settle()
  expect([(await read(api, made)).state, await statesOf(made)]).toEqual(['Cancelled', ['cancelled']])
})
