import { afterEach, expect, test } from 'vitest'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho, times } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime, stayOnDay } = sharedTime(trilho, bank)
const efi = await bank.connect(needs, 'efi', true)

afterEach(() => bank.control('PUT', '/partners/efi/switches', { largestPage: 1000 }))

const transfer = () => bank.control('POST', '/keys/pix@efi.test/pay', { amount: '1.00' })
const bookedNow = () => sql`select id from transactions where operation = 'unmatchedPayment'`
const sweptUntil = async () => (await sql`select swept_until from bank_connections where id = ${efi}`)[0]?.sweptUntil

test('a window with more payments than can be read at once is read in halves, and every payment is booked', async () => {
  await bank.control('PUT', '/partners/efi/switches', { largestPage: 1 })
  await stayOnDay(20 * 60)
  for (let tens = 0; tens < 13; tens++) {
    await Promise.all(times(10, transfer))
    await passTime(60)
  }
  expect(await sweepPayments(needs)).toBe(1)
  expect(await bookedNow()).toHaveLength(130)
  const { details, receivedCount } = await reconcileDay(needs, { connectionId: efi, day: dayOf(needs.clock()) })
  expect({ details, receivedCount }).toEqual({ details: [], receivedCount: 130 })
})

test('the standard is read in halves, too', async () => {
  const standard = await bank.connect(needs, 'standard', false)
  const { pixKey } = await bank.settingsOf('standard')
  await bank.control('PUT', '/partners/standard/switches', { largestPage: 1 })
  for (let tens = 0; tens < 11; tens++) {
    await Promise.all(times(10, () => bank.control('POST', `/keys/${pixKey}/pay`, { amount: '1.00' })))
    await passTime(60)
  }
  await untilDone(() => sweepPayments(needs))
  const booked = await sql`
    select id from transactions where operation = 'unmatchedPayment' and connection_id = ${standard}`
  expect(booked).toHaveLength(110)
  await sql`update bank_connections set paused_at = now() where id = ${standard}`
})

test('where even one second has more, the sweep and the reconciliation fail, and nothing counts as read', async () => {
  await transfer()
  await passTime(61)
  await bank.control('PUT', '/partners/efi/switches', { largestPage: 0.001 })
  const before = await sweptUntil()
  await expect(sweepPayments(needs)).rejects.toThrow('more than 100 pages for one second')
  expect(await sweptUntil()).toEqual(before)
  const day = dayOf(needs.clock())
  await expect(reconcileDay(needs, { connectionId: efi, day })).rejects.toThrow('for one second')
})

const fault = (fields: object) =>
  bank.control('POST', '/faults', { partner: 'efi', method: 'GET', path: 'inicio=', ...fields })

test('a list without its number of pages is read to the end', async () => {
  await passTime(61)
  await sweepPayments(needs)
  await Promise.all(times(120, transfer))
  await passTime(61)
  const before = await bookedNow()
  await fault({ kind: 'fields missing', fields: ['quantidadeDePaginas', 'quantidadeTotalDeItens'], times: 10 })
  await sweepPayments(needs)
  await bank.control('DELETE', '/faults')
  expect((await bookedNow()).length - before.length).toBe(120)
})

test('a long list without its number of pages is read in halves, and every payment is booked', async () => {
  // Longer than sweeps overlap: no second before has as many.
  for (let times = 0; times < 2; times++) {
    await passTime(2_000)
    await sweepPayments(needs)
  }
  const before = await bookedNow()
  await bank.control('PUT', '/partners/efi/switches', { largestPage: 1 })
  for (let tens = 0; tens < 11; tens++) {
    await Promise.all(times(10, transfer))
    await passTime(60)
  }
  await fault({ kind: 'fields missing', fields: ['quantidadeDePaginas', 'quantidadeTotalDeItens'], times: 9_999 })
  await sweepPayments(needs)
  await bank.control('DELETE', '/faults')
  expect((await bookedNow()).length - before.length).toBe(110)
})

test('a response without the list, and a payment that cannot be read, leave the window unread; the next sweep books it', async () => {
  for (const field of ['pix', 'valor']) {
    await passTime(61)
    await sweepPayments(needs)
    await transfer()
    await passTime(61)
    const before = { swept: await sweptUntil(), booked: (await bookedNow()).length }
    await fault({ kind: 'fields missing', fields: [field], times: 3 })
    await expect(sweepPayments(needs)).rejects.toThrow(/says nothing|cannot be read/)
    await bank.control('DELETE', '/faults')
    expect(await sweptUntil()).toEqual(before.swept)
    await passTime(61)
    await sweepPayments(needs)
    expect((await bookedNow()).length).toBe(before.booked + 1)
  }
})

test('a damaged page of one merchant stops no sweep: that merchant is suspended, the others are credited', async () => {
  const webhook = { url: 'https://hooks.example.invalid/hook' }
  const [damaged, other] = [await trilho.newMerchant(), await trilho.newMerchant()]
  const code = (await damaged.post('/static-qrs', { title: 'Counter', webhook })).body.data.qrCode
  await bank.control('POST', '/codes/pay', { code, amount: '5.00' })
  for (const api of [damaged, other]) {
    const id = await api.createCashIn({ amount: '5', webhook })
    const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
    await bank.control('POST', `/charges/efi/${row?.externalId}/pay`)
  }
  await sql.unsafe(`
    create function damage() returns trigger language plpgsql as
      $$ begin raise exception 'invalid page in block 7' using errcode = 'XX001'; end $$;
    create trigger damage before insert or update on transactions for each row when (new.merchant_id = '${damaged.merchantId}')
      execute function damage()`)
  await passTime(61)
  await sweepPayments(needs)
  await sql.unsafe('drop trigger damage on transactions; drop function damage')
  expect(await other.availableBalance()).toBe('5.000000')
  const states = await sql`select state from merchants where id = ${damaged.merchantId}`
  expect(states).toEqual([{ state: 'Suspended' }])
  expect(await sql`select said from bank_exceptions where state = 'Open' and amount = 5000000`).toEqual([
    { said: { code: 'amountReceived', value: '5.00' } },
    { said: { code: 'amountReceived', value: '5.00' } },
  ])
})
