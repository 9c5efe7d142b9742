import { afterEach, expect, test, vi } from 'vitest'
import { doubtOrders } from '../src/money/bank-orders/doubt-orders.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { type BoletoDialect, boletoDialects, boletosBeside } from './kit/boletos-beside.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production beside banks that register a boleto as often as they are asked, and whose answers are lost. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
// A token that has ended would meet the faults.
await bank.control('PUT', '/settings', { tokenSeconds: 365 * 86_400 })
const connections = await bank.connectAll(needs, { hasContracts: true })
const beside = boletosBeside(trilho, bank)
const { merchantAt, make, read, boletosOf, onlyOf, pay, payByPix, settleAtBank, sweepForHours, sweepNextDay, keptFor } =
  beside

// Longer than a bank is left alone after it failed.
let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)
afterEach(async () => {
  await bank.control('DELETE', '/faults')
  laterMs += 60_000
})

/** Where a bank has its boletos, and where it lists those with our number. */
const paths = { inter: '/cobrancas', sicoob: '/cobranca-bancaria', efi: '/v1/charge' }
const lists = { inter: '/cobrancas?', sicoob: '/pagadores/', efi: '/v1/charges?' }
const fault = (partner: BoletoDialect, kind: string, more: object) =>
  bank.control('POST', '/faults', { kind, partner, path: paths[partner], ...more })

type Api = Awaited<ReturnType<typeof merchantAt>>

async function untilRegistered(api: Api, made: { id: string }) {
  await expect
    .poll(async () => {
      laterMs += 60_000
      await needs.bankOrders.stepAndWait()
      await beside.passTime(10)
      return (await read(api, made)).transactionState
    })
    .toBe('Registered')
}

test.each(boletoDialects)(
  'at %s a boleto whose registration and searches are all lost is found when its bank answers, once, and credited',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    await fault(dialect, 'act, then cut', { method: 'POST' })
    await fault(dialect, 'drop', { method: 'GET', times: 6 })
    const made = await make(api)
    expect((await read(api, made)).transactionState).toBe('Created')
    await untilRegistered(api, made)
    const boleto = await onlyOf(made)
    expect(boleto.barcode).toBe((await read(api, made)).boleto.barcode)
    await pay(boleto)
    await settleAtBank(boleto)
    await sweepForHours()
    await sweepNextDay()
    expect([await api.availableBalance(), await auditBooks(needs)]).toEqual(['100.000000', []])
  },
)

test.each(boletoDialects)(
  'at %s a boleto that its bank does not show is registered again: of the two that it has by then one is removed there',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    await fault(dialect, 'act, then cut', { method: 'POST' })
    await fault(dialect, 'rows missing', { method: 'GET', path: lists[dialect], rows: 5 })
    const made = await make(api)
    // It was looked up for as long as it could still arrive.
    await sql`update bank_orders set step = 5 where transaction_id = ${made.id}`
    await untilRegistered(api, made)
    const { boleto } = await read(api, made)
    const rows = await boletosOf(made)
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'open'])
    expect(rows.find(({ state }) => state === 'open')?.barcode).toBe(boleto.barcode)
  },
)

test('a registration that efi refuses because two are like it is looked up, and one of the two is removed there', async () => {
  const api = await merchantAt(connections.efi)
  await fault('efi', 'act, then cut', { method: 'POST', times: 2 })
  await fault('efi', 'rows missing', { method: 'GET', path: lists.efi, rows: 5, times: 2 })
  const made = await make(api)
  await sql`update bank_orders set step = 5 where transaction_id = ${made.id}`
  await untilRegistered(api, made)
  expect((await boletosOf(made)).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'open'])
})

test.each(boletoDialects)(
  'at %s a boleto that was paid before we found it pays its bill, by its barcode and by Pix',
  async dialect => {
    for (const means of ['boleto', 'pix']) {
      const api = await merchantAt(connections[dialect])
      await fault(dialect, 'act, then cut', { method: 'POST' })
      const made = await make(api)
      const boleto = await onlyOf(made)
      await (means === 'pix' ? payByPix(boleto) : pay(boleto))
      await untilRegistered(api, made)
      await sweepForHours()
      if (means === 'boleto') await settleAtBank(boleto)
      await sweepNextDay()
      await sweepNextDay()
      expect(await read(api, made)).toMatchObject({ transactionState: 'Completed', payment: { method: means } })
      expect([await api.availableBalance(), await keptFor(made)]).toEqual(['100.000000', []])
    }
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(boletoDialects)(
  'at %s the day of a Pix that came after the boleto, and went back, reconciles',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const made = await beside.registered(api)
    const boleto = await onlyOf(made)
    await pay(boleto)
    await sweepForHours()
    const day = dayOf(needs.clock())
    const endToEndId = await payByPix(boleto)
    await sweepForHours()
    await sweepForHours()
    const back = await sql`select state from transactions where end_to_end_id = ${endToEndId}`
    expect(back).toEqual([{ state: 'Refunded' }])
    const connectionId = connections[dialect]
    expect(await reconcileDay(needs, { connectionId, day })).toMatchObject({ details: [], mended: 0 })
  },
)

test.each(boletoDialects)(
  'at %s after a restore a registration that the backup has as never sent is looked up first',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    await fault(dialect, 'act, then cut', { method: 'POST' })
    const made = await make(api)
    await sql`update bank_orders set state = 'Waiting', attempts = 0, step = 0, bank_reference = null where transaction_id = ${made.id}`
    await doubtOrders(needs, { lostFrom: needs.clock(), at: needs.clock() })
    await untilRegistered(api, made)
    expect(await boletosOf(made)).toMatchObject([{ state: 'open' }])
  },
)

test.each(boletoDialects)('at %s a boleto that cannot be recorded does not stop those after it', async dialect => {
  const [broken, api] = [await merchantAt(connections[dialect]), await merchantAt(connections[dialect])]
  const [lost, made] = [await beside.registered(broken), await beside.registered(api)]
  for (const one of [lost, made]) await pay(await onlyOf(one))
  // Its bill is not there.
  await sql`update boletos set id = gen_random_uuid() where id = ${lost.id}`
  await sweepForHours()
  expect(await api.balance()).toMatchObject({ toSettle: '100.000000' })
})
