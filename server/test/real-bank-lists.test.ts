import { afterEach, expect, test } from 'vitest'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho, times } from './kit/trilho.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const efi = await bank.connect(needs, 'efi', true)

afterEach(() => bank.control('PUT', '/partners/efi/switches', { largestPage: 1000 }))

async function passTime(seconds: number) {
  trilho.clock.aheadMs += seconds * 1000
  await bank.control('POST', '/clock/advance', { seconds })
}

const transfer = () => bank.control('POST', '/keys/pix@efi.test/pay', { amount: '1.00' })
const bookedNow = () => sql`select id from transactions where operation = 'unmatchedPayment'`
const sweptUntil = async () => (await sql`select swept_until from bank_connections where id = ${efi}`)[0]?.sweptUntil

test('a window with more payments than can be read at once is read in halves, and every payment is booked', async () => {
  await bank.control('PUT', '/partners/efi/switches', { largestPage: 1 })
  for (let tens = 0; tens < 13; tens++) {
    await Promise.all(times(10, transfer))
    await passTime(60)
  }
  expect(await sweepPayments(needs)).toBe(1)
  expect(await bookedNow()).toHaveLength(130)
  const { details, receivedCount } = await reconcileDay(needs, { connectionId: efi, day: dayOf(needs.clock()) })
  expect({ details, receivedCount }).toEqual({ details: [], receivedCount: 130 })
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
