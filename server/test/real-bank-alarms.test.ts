import { afterEach, expect, test } from 'vitest'
import { mostSteps } from '../src/money/bank-orders/schedule.ts'
import { reportBanks } from '../src/money/rails/connections.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { alarmReceiver, watchAlarms } from './kit/alarm-watch.ts'
import { openMailbox } from './kit/mailbox.ts'
import { newPersonWithPassword, newPortalPerson } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process: what is wrong with it wakes an operator. */
const mailbox = await openMailbox()
const receiver = await alarmReceiver()
const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40), ALARM_EXCEPTION_AMOUNT: '40' }
const trilho = await openTrilho({ ...production, ...mailbox.settings, ...receiver.settings }, { isConnected: false })
const { needs, sql, clock } = trilho
const bank = await startRealBank()
await bank.connect(needs, 'efi', true)
await untilDone(() => ensureCallbackUrls(needs))
const { operator, evaluate, expectRaised, expectEnded, openOf } = await watchAlarms(trilho, mailbox, receiver)

const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}
const minute = 60_000
const day = 24 * 60 * minute

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  await sql`delete from alarms`
  clock.aheadMs = 0
})

/** The next sweep of the bank, whatever becomes of it. */
async function sweep() {
  await sql`update bank_connections set next_sweep_at = '2000-01-01'`
  return sweepPayments(needs).then(
    () => true,
    () => false,
  )
}

test('one operator alone in production is an alarm, until there is another', async () => {
  await expectRaised('fewOperators', /Few operators: 1/)
  await newPersonWithPassword(trilho, { isOperator: true })
  await expectEnded('fewOperators', /Few operators/)
})

test('a balance that is not what the books say, or was not compared, raises an alarm until bank and books agree', async () => {
  const [connection] = await sql<{ id: string }[]>`select id from bank_connections`
  const compare = () => operator.post(`/operator/bank-connections/${connection?.id}/balance/proofs`)
  const title = /efi: its balance is not what the books say/
  expect((await compare()).status).toBe(200)
  await evaluate()
  expect(await openOf('balanceGap')).toEqual([])
  await bank.control('POST', '/partners/efi/fee', { amount: '7.00' })
  await compare()
  const { id, ...raised } = await expectRaised('balanceGap', title)
  expect(raised).toMatchObject({ severity: 'critical', details: { bank: 'efi', amount: '7.000000' } })
  expect((await operator.post(`/operator/alarms/${id}/acknowledge`, { note: 'A tariff' })).status).toBe(200)
  await bank.control('POST', '/partners/efi/fee', { amount: '1.00' })
  await compare()
  await evaluate()
  expect(await openOf('balanceGap')).toMatchObject([{ state: 'Raised', details: { amount: '8.000000' } }])
  await bank.control('POST', '/partners/efi/deposit', { amount: '8.00' })
  await compare()
  await expectEnded('balanceGap', title)

  clock.aheadMs = 3 * day
  await expectRaised('balanceGap', title)
  await compare()
  await expectEnded('balanceGap', title)
  await sql`delete from balance_proofs`
})

test('an exception raises an alarm by its amount at once and by its age later, until an operator closes it', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await api.createCashOut({ amount: '45', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  await sql`update bank_orders set step = ${mostSteps - 1} where transaction_id = ${id}`
  clock.aheadMs = minute
  await needs.bankOrders.stepAndWait()
  const [exception] = await sql<{ merchantId: string; id: string; bankOrderId: string }[]>`
    select merchant_id, id, bank_order_id from bank_exceptions where transaction_id = ${id} and state = 'Open'`
  const large = await expectRaised('exceptionsLarge', /Bank exception of R\$ 45.00/)
  expect(large).toMatchObject({ severity: 'critical', details: { count: '1', amount: '45.000000' } })
  expect(await openOf('exceptionsOld')).toEqual([])
  const path = `/operator/alarms/${large.id}`
  expect((await operator.post(`${path}/acknowledge`, { note: 'I ask the bank' })).status).toBe(200)

  clock.aheadMs += 5 * 60 * minute
  await expectRaised('exceptionsOld', /wait for more than 4 h/)
  expect((await openOf('exceptionsLarge')).map(({ state }) => state)).toEqual(['Acknowledged'])
  const atBank = exception?.bankOrderId.replaceAll('-', '')
  await bank.control('POST', `/payouts/${atBank}/complete`)
  const { merchantId = '', id: exceptionId = '' } = exception ?? {}
  await endException(needs, { merchantId, id: exceptionId, act: 'sendAgain', by: 'Olga', note: 'the bank has paid it' })
  await expectEnded('exceptionsLarge', /Bank exception of/)
  await expectEnded('exceptionsOld', /wait for more than/)
})

test('a bank that gives no list and no answer raises both alarms, which end when it answers again', async () => {
  expect(await sweep()).toBe(true)
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', times: 9_999 })
  const isAway = async () => {
    await sweep()
    return (await needs.railsOf(null)).awayFor?.().length ?? 0
  }
  await expect.poll(isAway).toBeGreaterThan(0)
  await reportBanks(needs)
  await evaluate()
  expect([await openOf('bankDown'), await openOf('sweepStalled')]).toEqual([[], []])

  clock.aheadMs = 11 * minute
  await reportBanks(needs)
  const down = await expectRaised('bankDown', /efi does not answer/)
  expect(down).toMatchObject({ severity: 'critical', details: { bank: 'efi' } })
  expect(receiver.eventsOf('sweepStalled').at(-1)).toBe('AlarmRaised')
  expect(await openOf('sweepStalled')).toMatchObject([{ state: 'Raised', details: { bank: 'efi' } }])

  await bank.control('DELETE', '/faults')
  await expect.poll(sweep).toBe(true)
  await expectEnded('sweepStalled', /efi: received payments are not read/)
  clock.aheadMs += 3 * minute
  await sweep()
  await reportBanks(needs)
  await expectEnded('bankDown', /efi does not answer/)
})

test('a bank that is paused is no alarm', async () => {
  clock.aheadMs = 30 * minute
  await sql`update bank_connections set paused_at = now(), away_since = '2000-01-01', away_seen_at = now()`
  await evaluate()
  await sql`update bank_connections set paused_at = null, away_since = null, away_seen_at = null`
  expect([await openOf('bankDown'), await openOf('sweepStalled')]).toEqual([[], []])
})

test('an order that no worker takes raises an alarm, until one does', async () => {
  const api = await trilho.newMerchant({ balance: '100' })
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  await needs.bankOrders.stepAndWait()
  await api.createCashOut({ amount: '5', webhook, ...joao })
  clock.aheadMs = 16 * minute
  await expectRaised('ordersWaiting', /Bank orders are stuck/)
  const isDone = async () => {
    await needs.bankOrders.stepAndWait()
    return (await sql`select from bank_orders where next_step_at <= ${needs.clock()}`).length
  }
  await expect.poll(isDone).toBe(0)
  await expectEnded('ordersWaiting', /Bank orders are stuck/)
})

test('a certificate near its end raises an alarm, and again when a week is left', async () => {
  const [row] = await sql<{ end: Date }[]>`select certificate_expires_at as end from bank_connections`
  const endMs = (row?.end.getTime() ?? 0) - Date.now()
  clock.aheadMs = endMs - 29 * day
  const { id } = await expectRaised('certificateEnds', /certificate of efi ends/)
  await operator.post(`/operator/alarms/${id}/acknowledge`, { note: 'I have asked the bank' })
  clock.aheadMs = endMs - 6 * day
  await evaluate()
  expect(receiver.eventsOf('certificateEnds')).toEqual(['AlarmRaised', 'AlarmRepeated'])
  expect(await openOf('certificateEnds')).toMatchObject([{ id, state: 'Raised' }])
  clock.aheadMs = 0
  await expectEnded('certificateEnds', /certificate of efi ends/)
})

// Last: the clock of the bank does not go back.
test("a bank's clock that differs from the database's raises an alarm, until both agree", async () => {
  await bank.control('POST', '/clock/advance', { seconds: 120 })
  expect(await sweep()).toBe(true)
  await reportBanks(needs)
  const { details } = await expectRaised('clockDrift', /clock of efi differs/)
  expect(details).toMatchObject({ bank: 'efi', seconds: expect.stringMatching(/^1(19|20)$/) })
  clock.aheadMs = 120_000
  await sweep()
  await reportBanks(needs)
  await evaluate()
  // Now it is the machine of this server whose clock differs from the database's.
  expect((await openOf('clockDrift')).map(alarm => alarm.details['bank'])).toEqual(['Trilho'])
})

test('a balance that an operator must enter, and nobody has for a month, raises an alarm until it is entered', async () => {
  const id = await bank.connect(needs, 'standard', false)
  const path = `/operator/bank-connections/${id}/balance`
  const form = { name: 'ownMoneyAdded', amount: '5', reason: 'Float', evidence: 'Transfer 12' }
  const { requested } = (await operator.post(`${path}/postings`, form)).body.data
  const other = await newPortalPerson(trilho, { isOperator: true })
  expect((await other.post(`/operator/approvals/${requested.id}/approve`)).status).toBe(200)
  const alarms = async () => {
    await evaluate()
    return (await openOf('balanceGap')).filter(({ details }) => details['bank'] === 'standard').length
  }
  clock.aheadMs = 29 * day
  expect(await alarms()).toBe(0)
  clock.aheadMs = 31 * day
  expect(await alarms()).toBe(1)
  const late = await newPortalPerson(trilho, { isOperator: true })
  expect((await late.post(`${path}/entries`, { amount: '5' })).status).toBe(201)
  expect(await alarms()).toBe(0)
})
