import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { bookUnlisted } from '../src/operations/banks/record-unknown-payout.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { parseAmount } from '../src/platform/brazil/money.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { call } from './kit/api-client.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { runnerWith } from './kit/test-bank.ts'
import { openTrilho } from './kit/trilho.ts'

// A bank calls back about payouts that the books do not have: they were lost by a restore, or made at the bank itself.

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime } = sharedTime(trilho, bank)
const connections = await bank.connectAll(needs)
// The callbacks by which a bank tries the URLs.
await processCallbacks(needs)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

type Dialect = 'efi' | 'inter' | 'sicoob'

afterEach(() => bank.control('DELETE', '/faults'))

const waiting = () => sql`select attempts from bank_notices where next_step_at is not null`
async function callbackCame() {
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
}

/** A payout that the books do not have. */
async function sendElsewhere(dialect: Dialect, amount: string): Promise<void> {
  const { payouts } = await needs.railsOf(connections[dialect])
  const bankOrderId = randomUUID()
  const about = { bankReference: null, causeFromNotice: null, isSentBefore: false, transactionId: bankOrderId }
  const to = { keyType: 'EMAIL', key: joao.key.value, recipient: { name: null, taxNumber: joao.recipient.cpf } }
  const signal = AbortSignal.timeout(10_000)
  const payout = { bankOrderId, ...about, ...to, amount: parseAmount(amount) }
  await payouts?.sendPayout(payout, { signal, remember: async () => {} })
  await callbackCame()
}

const exceptionsOf = (dialect: Dialect) => sql<{ merchantId: string; id: string; said: object; sentTo: object }[]>`
  select merchant_id, id, said, sent_to from bank_exceptions
   where connection_id = ${connections[dialect]} and transaction_id is null and state = 'Open' order by id`

/** Longer than a callback is tried. */
async function halfADay() {
  for (let hour = 0; hour < 15; hour++) {
    await passTime(3_601)
    await processCallbacks(needs)
  }
}

test.each<Dialect>(['efi', 'inter', 'sicoob'])(
  'a payout that %s reports and the books do not know is an exception, once, which an operator books or ends',
  async dialect => {
    await sendElsewhere(dialect, '7.30')
    await processCallbacks(needs)
    const [exception, ...more] = await exceptionsOf(dialect)
    expect(more).toEqual([])
    expect(exception?.said).toEqual({ code: 'amountSent', value: '7.30' })
    expect(exception?.sentTo).toMatchObject({ key: joao.key.value })

    const callbacks: { id: string; partner: string }[] = await bank.control('GET', '/callbacks?all')
    const last = callbacks.findLast(({ partner }) => partner === dialect)
    await bank.control('POST', `/callbacks/${last?.id}/resend`)
    await callbackCame()
    await processCallbacks(needs)
    expect(await exceptionsOf(dialect)).toHaveLength(1)

    const operator = await newPortalPerson(trilho, { isOperator: true })
    const shown = await operator.get(`/operator/merchants/${exception?.merchantId}/exceptions/${exception?.id}`)
    expect(shown.body.data).toMatchObject({ difference: 'payoutNotBooked', gap: '-7.300000' })
    const actions: { act: string }[] = shown.body.data.actions
    expect(actions.map(({ act }) => act)).toEqual(['adjust', 'bookWithdrawal', 'note'])
  },
)

test.each(['callback', 'list of the day'] as const)(
  'a payout at inter that was given up here and is paid after all is an exception by the %s',
  async by => {
    const api = await trilho.newMerchant({ balance: '50' })
    const { merchantId } = api
    await assignConnection(needs, { merchantId, connectionId: connections.inter, allowsUnknownKeyOwner: true })
    await bank.control('PUT', '/settings', { payoutDelayMs: null })
    const id = await api.createCashOut({ amount: by === 'callback' ? '6.10' : '6.20', webhook, ...joao })
    await needs.bankOrders.stepAndWait()
    const [order] = await sql`select bank_reference from bank_orders where transaction_id = ${id}`
    const event = { kind: 'failed', cause: 'Other', externalId: order?.['bankReference'] } as const
    await needs.door.apply({ merchantId, id, event })
    await sql`delete from bank_orders where transaction_id = ${id}`
    if (by !== 'callback') await bank.control('POST', '/callback-faults', { kind: 'drop' })
    await bank.control('POST', `/payouts/${order?.['bankReference']}/complete`)
    await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
    if (by === 'callback') {
      await callbackCame()
      await processCallbacks(needs)
    } else await reconcileDay(needs, { connectionId: connections.inter, day: dayOf(needs.clock()) })
    const found = await sql`select said->>'code' as said from bank_exceptions where transaction_id = ${id}`
    expect(found).toEqual([{ said: by === 'callback' ? 'paid' : 'amountSent' }])
  },
)

test('the callback of a payout whose response was lost, and whose id at the bank is unknown yet, opens no exception', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  const { merchantId } = api
  await assignConnection(needs, { merchantId, connectionId: connections.inter, allowsUnknownKeyOwner: true })
  const before = await exceptionsOf('inter')
  await bank.control('POST', '/faults', {
    kind: 'act, then cut',
    partner: 'inter',
    method: 'POST',
    path: '/banking/v2/pix',
  })
  const id = await api.createCashOut({ amount: '8.10', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  expect(await sql`select bank_reference from bank_orders where transaction_id = ${id}`).toEqual([
    { bankReference: null },
  ])
  await callbackCame()
  await processCallbacks(needs)
  expect(await exceptionsOf('inter')).toEqual(before)
  const isOver = async () => {
    await passTime(60)
    await needs.bankOrders.stepAndWait()
    return api.stateOf(id)
  }
  await expect.poll(isOver).toBe('Completed')
  await halfADay()
  expect([await exceptionsOf('inter'), await waiting()]).toEqual([before, []])
})

test('what a bank reports of a payout while it is being asked about it is processed after that step', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await api.createCashOut({ amount: '9', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  await bank.control('POST', `/payouts/${id.replaceAll('-', '')}/complete`)
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  await callbackCame()
  await processCallbacks(needs)
  expect(await waiting()).toEqual([])

  const { payouts } = await needs.railsOf(connections.efi)
  if (payouts === null) throw new Error('efi pays out')
  const readPayout: typeof payouts.readPayout = async (payout, given) => {
    const report = await payouts.readPayout(payout, given)
    const { endToEndId } = report as { endToEndId: string }
    // The bank has answered "paid", and before that is written a part of it comes back.
    await bank.control('POST', `/payouts/${endToEndId}/return`, { amount: '2.00' })
    await callbackCame()
    await processCallbacks(needs)
    return report
  }
  await runnerWith(needs, { payouts: { ...payouts, readPayout } }).stepAndWait()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '41.000000'])
  await passTime(2)
  await processCallbacks(needs)
  expect([await waiting(), await api.availableBalance()]).toEqual([[], '43.000000'])
})

test('a damaged page that the callback of a payout meets suspends its merchant, and the callback is kept', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  const id = await api.createCashOut({ amount: '9', webhook, ...joao })
  const isOver = async () => {
    await passTime(60)
    await needs.bankOrders.stepAndWait()
    return api.stateOf(id)
  }
  await expect.poll(isOver).toBe('Completed')
  await processCallbacks(needs)
  const { receiptVoucher } = (await api.read(id)).body.data.transaction
  await sql.unsafe(`
    create function damage() returns trigger language plpgsql as
      $$ begin raise exception 'invalid page in block 7' using errcode = 'XX001'; end $$;
    create trigger damage before update on transactions for each row when (new.merchant_id = '${api.merchantId}')
      execute function damage()`)
  await bank.control('POST', `/payouts/${receiptVoucher}/return`, { amount: '2.00' })
  await callbackCame()
  await processCallbacks(needs)
  await sql.unsafe('drop trigger damage on transactions; drop function damage')
  expect(await sql`select state from merchants where id = ${api.merchantId}`).toEqual([{ state: 'Suspended' }])
  await passTime(10)
  await processCallbacks(needs)
  expect(await sql`select refunded_amount from transactions where id = ${id}`).toEqual([{ refundedAmount: 2_000_000n }])
})

test('a callback about a payout that the bank does not know, or has refused, opens no exception', async () => {
  const before = await exceptionsOf('sicoob')
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const { payouts } = await needs.railsOf(connections.sicoob)
  let reference = ''
  const remember = async (id: string | null) => void (reference = id ?? reference)
  const bankOrderId = randomUUID()
  const about = { bankReference: null, causeFromNotice: null, isSentBefore: false, transactionId: bankOrderId }
  const to = { keyType: 'EMAIL', key: joao.key.value, recipient: { name: null, taxNumber: joao.recipient.cpf } }
  const payout = { bankOrderId, ...about, ...to, amount: parseAmount('3') }
  await payouts?.sendPayout(payout, { signal: AbortSignal.timeout(10_000), remember })
  await bank.control('POST', `/payouts/${reference}/refuse`, {})
  await callbackCame()
  const hooks: { partner: string; channel: string; url: string }[] = await bank.control('GET', '/webhooks')
  const url = hooks.find(one => one.partner === 'sicoob' && one.channel === 'payouts')?.url ?? ''
  const forged = { payload: { id: `E${'7'.repeat(31)}`, estado: 'FINALIZADO_SUCESSO', valor: '900.00' } }
  await call(`${url}/lancamento`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(forged),
  })
  await processCallbacks(needs)
  expect([await exceptionsOf('sicoob'), await waiting()]).toEqual([before, []])
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
})

test('where no list has it, a payout that the bank reports and will not show is an exception when its callback is given up', async () => {
  const before = await exceptionsOf('sicoob')
  await sendElsewhere('sicoob', '4.20')
  await bank.control('POST', '/faults', {
    kind: 'malformed',
    partner: 'sicoob',
    method: 'GET',
    path: '/pagamentos',
    times: 1_000,
  })
  await halfADay()
  const found = (await exceptionsOf('sicoob')).slice(before.length)
  expect(found).toMatchObject([{ said: { code: 'noEnd', value: '12' } }])
  const [exception] = found
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const shown = await operator.get(`/operator/merchants/${exception?.merchantId}/exceptions/${exception?.id}`)
  expect(shown.body.data.actions.map(({ act }: { act: string }) => act)).toContain('note')
})

test('a payout whose callback was given up has its amount once the bank shows it, and is booked', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  const before = await exceptionsOf('sicoob')
  await sendElsewhere('sicoob', '4.30')
  const hidden = { kind: 'malformed', partner: 'sicoob', method: 'GET', path: '/pagamentos', times: 1_000 }
  await bank.control('POST', '/faults', hidden)
  await halfADay()
  await bank.control('DELETE', '/faults')
  const [given] = await sql<{ endToEndId: string }[]>`
    select end_to_end_id from bank_exceptions where said->>'code' = 'noEnd' and state = 'Open' order by id desc limit 1`
  const { endToEndId = '' } = given ?? {}
  const named = { bankOrderId: null, bankReference: endToEndId, endToEndId }
  for (let time = 0; time < 2; time++)
    expect(await bookUnlisted(needs, await needs.railsOf(connections.sicoob), named)).toBe(true)
  const [found, ...more] = (await exceptionsOf('sicoob')).slice(before.length)
  expect([found?.said, more]).toEqual([{ code: 'amountSent', value: '4.30' }, []])
  const { merchantId = '', id = '' } = found ?? {}
  const booking = { bookedTo: api.merchantId, amount: parseAmount('4.30'), evidence: 'Statement, line 12' }
  await endException(needs, { merchantId, id, act: 'adjust', by: 'Olga', note: 'as the bank says', ...booking })
  expect(await api.availableBalance()).toBe('45.700000')
})
