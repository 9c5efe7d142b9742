import { afterEach, expect, test } from 'vitest'
import { findConnection } from '../src/money/rails/connections.ts'
import { rotateCredentials } from '../src/money/rails/rotate-credentials.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { addDays, dayOf, startOfDay } from '../src/platform/brazil/sao-paulo.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

// Inter lists payments of charges only: a plain transfer to the key is in its statement alone.

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const inter = await bank.connect(needs, 'inter', true)
const { pixKey } = await bank.settingsOf('inter')
const { passTime, sweep } = sharedTime(trilho, bank)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

afterEach(() => bank.control('DELETE', '/faults'))

async function transfer(amount: string): Promise<string> {
  const { pix } = await bank.control('POST', `/keys/${encodeURIComponent(pixKey)}/pay`, { amount })
  return pix[0].endToEndId
}

const bookedAs = (endToEndId: string) => sql`
  select operation, amount, connection_id, participant->>'name' as payer from transactions
   where end_to_end_id = ${endToEndId}`

/** The open exception of a transfer. */
async function heldOf(endToEndId: string): Promise<{ merchantId: string; id: string }> {
  const [held] = await sql<{ merchantId: string; id: string }[]>`
    select e.merchant_id, e.id from bank_exceptions e
      join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
     where t.end_to_end_id = ${endToEndId} and e.state = 'Open'`
  if (held === undefined) throw new Error('the transfer is not held')
  return held
}

const statementsRead = async () =>
  (await bank.control('GET', '/calls')).filter(({ path }: { path: string }) => path.includes('/extrato')).length

async function sweepAfterAnHour() {
  await passTime(3_600)
  await sweep()
}

/** The statement is read once in each hour of the clock: the next sweep is in the same hour as this one. */
async function passToFullHour() {
  const secondsOfHour = (needs.clock().getTime() / 1000) % 3_600
  await passTime(3_600 - secondsOfHour)
}

/** Until so many seconds after midnight in São Paulo. */
async function passMidnight(seconds: number) {
  const now = needs.clock()
  const midnight = startOfDay(addDays(dayOf(now), 1))
  await passTime((midnight.getTime() - now.getTime()) / 1000 + seconds)
}

test('a plain transfer at Inter is unmatched money within the hour, with its payer, and is booked once', async () => {
  await passToFullHour()
  await sweepAfterAnHour()
  const first = await transfer('12.34')
  const before = await statementsRead()
  await sweepAfterAnHour()
  const booked = [{ operation: 'unmatchedPayment', amount: 12_340_000n, connectionId: inter, payer: 'Maria da Silva' }]
  expect(await bookedAs(first)).toEqual(booked)
  const after = await statementsRead()
  expect(after).toBeGreaterThan(before)
  await sweep()
  expect(await statementsRead()).toBe(after)
  await sweepAfterAnHour()
  expect(await bookedAs(first)).toEqual(booked)
})

test('what the statement of Inter has besides is no plain transfer: charges, payouts, and what came back', async () => {
  const api = await trilho.newMerchant({ balance: '100' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: inter, allowsUnknownKeyOwner: true })
  const paid = await api.createCashIn({ amount: '10', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${paid}`
  await bank.control('POST', `/charges/inter/${charge?.externalId}/pay`)
  // The bank debits a payout, and gives it back because its recipient's bank refuses it.
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  await api.createCashOut({ amount: '7', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  const [payout] = await bank.control('GET', '/payouts?all')
  await bank.control('POST', `/payouts/${payout.endToEndId}/refuse`, {})
  const count = async () => (await sql`select from transactions where operation = 'unmatchedPayment'`).length
  const before = await count()
  await sweepAfterAnHour()
  expect([await api.stateOf(paid), await count()]).toEqual(['Completed', before])
  await api.refund(paid, { amount: '4' })
  for (let round = 0; round < 3; round++) {
    await needs.bankOrders.stepAndWait()
    await passTime(60)
  }
  await sweepAfterAnHour()
  expect(await count()).toBe(before)
})

test('the reconciliation of a day at Inter has its plain transfers, also one that was booked after midnight', async () => {
  await passMidnight(900)
  await sweep()
  const day = dayOf(needs.clock())
  const early = await transfer('20.00')
  const { details, receivedCount, receivedAmount, mended } = await reconcileDay(needs, { connectionId: inter, day })
  expect({ details, receivedCount, receivedAmount, mended }).toEqual({
    details: [],
    receivedCount: 1,
    receivedAmount: 20_000_000n,
    mended: 1,
  })
  expect(await bookedAs(early)).toHaveLength(1)

  await passMidnight(-300)
  await sweep()
  const late = await transfer('30.00')
  await passMidnight(60)
  await sweep()
  expect(await bookedAs(late)).toHaveLength(1)
  const before = await reconcileDay(needs, { connectionId: inter, day })
  const after = await reconcileDay(needs, { connectionId: inter, day: addDays(day, 1) })
  expect([before.receivedCount, before.details, after.receivedCount, after.details]).toEqual([2, [], 0, []])
})

test('what was returned of a plain transfer is no difference, although the statement does not say of what', async () => {
  await sweepAfterAnHour()
  const day = dayOf(needs.clock())
  const endToEndId = await transfer('40.00')
  await sweepAfterAnHour()
  await endException(needs, { ...(await heldOf(endToEndId)), act: 'return', by: 'Olga', note: 'of no charge' })
  for (let round = 0; round < 3; round++) {
    await needs.bankOrders.stepAndWait()
    await passTime(60)
  }
  expect(await sql`select state from transactions where end_to_end_id = ${endToEndId}`).toEqual([{ state: 'Refunded' }])
  expect(await reconcileDay(needs, { connectionId: inter, day })).toMatchObject({ details: [] })
})

test('a statement that cannot be read stops no payment of a charge, and is read the next hour', async () => {
  await sweepAfterAnHour()
  await bank.control('POST', '/faults', { kind: 'server error', times: 1_000, partner: 'inter', path: 'extrato' })
  const api = await trilho.newMerchant()
  const paid = await api.createCashIn({ amount: '10', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${paid}`
  await bank.control('POST', `/charges/inter/${charge?.externalId}/pay`)
  const endToEndId = await transfer('1.11')
  await sweepAfterAnHour()
  expect([await api.stateOf(paid), [...(await bookedAs(endToEndId))]]).toEqual(['Completed', []])
  await bank.control('DELETE', '/faults')
  await expect
    .poll(async () => {
      await sweepAfterAnHour()
      return bookedAs(endToEndId)
    })
    .toHaveLength(1)
  expect(await auditBooks(needs)).toEqual([])
})

test('credentials are renewed although the last payment in the books is a plain transfer, which Inter shows in its statement only', async () => {
  const api = await trilho.newMerchant()
  const endToEndId = await transfer('2.22')
  await sweepAfterAnHour()
  const credited = { act: 'creditMerchant', bookedTo: api.merchantId, by: 'Olga', note: 'as the payer says' } as const
  await endException(needs, { ...(await heldOf(endToEndId)), ...credited })
  await bank.renew('inter')
  const { clientId, clientSecret, certificates } = await bank.settingsOf('inter')
  const [connection, certificate] = [await findConnection(needs, inter), certificates[0]]
  if (connection === null || certificate === undefined) throw new Error('the bank is not connected')
  await rotateCredentials(needs, connection, { clientId, clientSecret, certificate })
  expect(await api.availableBalance()).toBe('2.220000')
})
