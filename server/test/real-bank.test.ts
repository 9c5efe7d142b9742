import { afterEach, expect, test } from 'vitest'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { leaseSeconds } from '../src/money/bank-orders/schedule.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { expireCharges } from '../src/money/transactions/expire-charges.ts'
import { call } from './kit/api-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process: no simulator. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
await bank.connect(needs, 'efi', true)
const others = {
  standard: await bank.connect(needs, 'standard', false),
  inter: await bank.connect(needs, 'inter', false),
  sicoob: await bank.connect(needs, 'sicoob', false),
}
await untilDone(() => ensureCallbackUrls(needs))

const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  trilho.clock.aheadMs = 0
})

const txidOf = async (id: string) =>
  (
    await sql<{ externalId: string }[]>`
  select external_id from transactions where id = ${id}`
  )[0]?.externalId
const pay = async (id: string, how: object = {}) => bank.control('POST', `/charges/efi/${await txidOf(id)}/pay`, how)

/** Processes callbacks of banks, until a transaction is in a state. */
async function processUntil(api: { stateOf: (id: string) => Promise<string> }, id: string, state: string) {
  const stateNow = async () => {
    await processCallbacks(needs)
    return api.stateOf(id)
  }
  await expect.poll(stateNow).toBe(state)
}

/** Queries banks until nothing is in progress. */
async function settle() {
  for (let round = 0; round < 8; round++) {
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 3_600_000
  }
}

test('a charge is registered at the bank, paid there, reported by callback, read back and credited once', async () => {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '10.50', webhook })
  const { payment } = (await api.read(id)).body.data
  expect(payment.qrCode).toMatch(/^000201/)
  await bank.control('POST', '/callback-faults', { kind: 'duplicate', copies: 2 })
  await pay(id)
  await processUntil(api, id, 'Completed')
  await untilDone(() => processCallbacks(needs))
  const { transaction } = (await api.read(id)).body.data
  expect(transaction).toMatchObject({ receiptAmount: '10.500000', receiptVoucher: expect.stringMatching(/^E/) })
  expect(await api.availableBalance()).toBe('10.500000')
  expect(await sql`select from transactions where end_to_end_id = ${transaction.receiptVoucher}`).toHaveLength(1)
  expect(await auditBooks(needs)).toEqual([])
})

test('a static code is paid twice at the bank: two transactions, each credited once by callback and sweep', async () => {
  const api = await trilho.newMerchant()
  const { id, qrCode } = (await api.post('/static-qrs', { title: 'Balcão' })).body.data
  for (const amount of ['3.50', '12.00']) await bank.control('POST', '/codes/pay', { code: qrCode, amount })
  const paid = async () => {
    await processCallbacks(needs)
    return (await api.get(`/payment-links/${id}`)).body.data.paidCount
  }
  await expect.poll(paid).toBe(2)
  await sql`update bank_connections set next_sweep_at = now()`
  await untilDone(() => sweepPayments(needs))
  expect(await paid()).toBe(2)
  expect(await api.availableBalance()).toBe('15.500000')
  expect(await auditBooks(needs)).toEqual([])
})

test('a bank that reports payments of charges only offers no static codes: nobody could credit what they bring', async () => {
  const api = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: others.inter, allowsUnknownKeyOwner: true })
  const { status, body } = await api.post('/static-qrs', { title: 'Balcão' })
  expect([status, body.error?.details.reason]).toEqual([503, 'BankNotConnected'])
})

test.each(['standard', 'inter', 'sicoob'] as const)('a charge of a bank that speaks %s is paid too', async dialect => {
  const api = await trilho.newMerchant()
  await assignConnection(needs, {
    merchantId: api.merchantId,
    connectionId: others[dialect],
    allowsUnknownKeyOwner: true,
  })
  const id = await api.createCashIn({ amount: '2.50', webhook })
  await bank.control('POST', `/charges/${dialect}/${await txidOf(id)}/pay`)
  await processUntil(api, id, 'Completed')
  expect(await api.availableBalance()).toBe('2.500000')
})

test('a payment without a callback is found by the sweep', async () => {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '3', webhook })
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await pay(id)
  trilho.clock.aheadMs = 61_000
  await untilDone(() => sweepPayments(needs))
  expect(await api.stateOf(id)).toBe('Completed')
  expect(await api.availableBalance()).toBe('3.000000')
})

test('a forged callback credits nothing: the bank is queried, and has no such payment', async () => {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '3', webhook })
  const [connection] = await sql`select callback_token from bank_connections where name = 'efi'`
  const forged = { endToEndId: 'E60701190202611160742FORGEDxxxxx', txid: await txidOf(id), valor: '3.00' }
  const notice = { pix: [{ ...forged, chave: 'pix@efi.test', horario: new Date().toISOString() }] }
  const answer = await call(`${trilho.url}/bank-notices/${connection?.callbackToken}/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(notice),
  })
  expect(answer.status).toBe(200)
  await untilDone(() => processCallbacks(needs))
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Registered', '0.000000'])
})

test('a wrong amount is not credited: it waits in suspense and is returned to the payer', async () => {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '20', webhook })
  await pay(id, { amount: '15.00' })
  await processUntil(api, id, 'Error')
  await settle()
  const [books] = await sql`select sum(suspense) as suspense from balances`
  expect(books?.suspense).toBe('0')
  expect(await api.availableBalance()).toBe('0.000000')
  expect(await auditBooks(needs)).toEqual([])
})

test('a payment of a charge that was cancelled here in the meantime is recorded, and returned to its payer', async () => {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '7', webhook })
  await needs.door.apply({ merchantId: api.merchantId, id, event: { kind: 'cancelled' } })
  await pay(id)
  const keptNow = async () => {
    await processCallbacks(needs)
    return sql`
      with links as materialized (select * from unmatched_payments where transaction_id = ${id})
      select t.state from links s join transactions t on t.id = s.unmatched_id`
  }
  await expect.poll(keptNow).toMatchObject([{ state: 'Completed' }])
  await settle()
  expect(await keptNow()).toMatchObject([{ state: 'Refunded' }])
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Canceled', '0.000000'])
})

test('a callback claimed by a killed worker is processed by another, after the lease', async () => {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '4', webhook })
  await pay(id)
  const killed = { ...needs, railsOf: () => new Promise<never>(() => {}) }
  const isTaken = async () => {
    // It would wake up when its lease expires, long after this test.
    void processCallbacks(killed).catch(() => {})
    return (await sql`select from bank_notices where next_step_at is not null and attempts = 1`).length
  }
  await expect.poll(isTaken).toBe(1)
  trilho.clock.aheadMs = (leaseSeconds - 1) * 1000
  expect(await processCallbacks(needs)).toBe(0)
  trilho.clock.aheadMs = (leaseSeconds + 1) * 1000
  expect(await processCallbacks(needs)).toBe(1)
  expect(await api.stateOf(id)).toBe('Completed')
})

test('a plain transfer to the key matches no charge: it waits in suspense for a person, who returns it', async () => {
  await bank.control('POST', '/keys/pix@efi.test/pay', { amount: '9.00' })
  trilho.clock.aheadMs = 61_000
  await untilDone(() => sweepPayments(needs))
  trilho.clock.aheadMs = 200_000
  await untilDone(() => sweepPayments(needs))
  const found = await sql<{ merchantId: string; id: string }[]>`
    select merchant_id, id from bank_exceptions where said->>'code' = 'noCharge' and state = 'Open'`
  expect(found).toHaveLength(1)
  for (const one of found) await endException(needs, { ...one, act: 'return', by: 'Olga', note: 'nobody knows why' })
  await settle()
  const [books] = await sql`select sum(suspense) as suspense from balances`
  expect(books?.suspense).toBe('0')
})

test('a refund goes to the bank, whole and in part', async () => {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '10', webhook })
  await pay(id)
  await processUntil(api, id, 'Completed')
  const first = await api.refund(id, { amount: '4' })
  expect(first.status).toBe(201)
  await settle()
  await api.refund(id)
  await settle()
  expect((await api.get(`/accounts/transactions/pix/${id}/refunds`)).body.data.items).toMatchObject([
    { amount: '4.000000', state: 'Completed' },
    { amount: '6.000000', state: 'Completed' },
  ])
  expect(await api.stateOf(id)).toBe('Refunded')
  expect(await api.availableBalance()).toBe('0.000000')
})

test.each(['efi', 'inter', 'sicoob'] as const)('a payout by %s is sent once, queried and completed', async dialect => {
  const api = await trilho.newMerchant({ balance: '50' })
  if (dialect !== 'efi')
    await assignConnection(needs, {
      merchantId: api.merchantId,
      connectionId: others[dialect],
      allowsUnknownKeyOwner: true,
    })
  // Every server caches a merchant's settings for a few seconds: this one has not read them yet.
  const id = await api.createCashOut({ amount: '10', webhook, ...joao })
  await bank.control('POST', '/faults', {
    kind: 'act, then cut',
    partner: dialect,
    method: dialect === 'efi' ? 'PUT' : 'POST',
    path: 'pix',
  })
  await settle()
  expect((await api.read(id)).body.data.transaction).toMatchObject({
    state: 'Completed',
    receiptVoucher: expect.stringMatching(/^E/),
  })
  expect(await api.balance()).toMatchObject({ available: '40.000000', held: '0.000000' })
  const sent = (await bank.control('GET', '/payouts?all')).filter(
    (one: { partner: string; state: string }) => one.partner === dialect && one.state === 'Paid',
  )
  expect(sent).toHaveLength(1)
  expect(await auditBooks(needs)).toEqual([])
})

test.each(['malformed', 'too many requests', 'server error', 'act, then server error', 'drop', 'act, then cut'])(
  'an inconclusive response decides nothing: after %s a payout and a refund are queried, and made once',
  async kind => {
    const api = await trilho.newMerchant({ balance: '50' })
    const charge = await api.createCashIn({ amount: '3', webhook })
    const { pix } = await pay(charge)
    await processUntil(api, charge, 'Completed')
    const { length: sentBefore } = await bank.control('GET', '/payouts?all')
    for (const path of ['/v3/gn/pix', '/devolucao/'])
      await bank.control('POST', '/faults', { kind, partner: 'efi', method: 'PUT', path })
    const id = await api.createCashOut({ amount: '8', webhook, ...joao })
    await needs.bankOrders.stepAndWait()
    expect((await api.refund(charge)).status).toBe(201)
    expect([await api.stateOf(id), await api.stateOf(charge)]).toEqual(['Created', 'Completed'])
    expect(await api.balance()).toMatchObject({ available: '42.000000', held: '11.000000' })
    await settle()
    expect([await api.stateOf(id), await api.stateOf(charge)]).toEqual(['Completed', 'Refunded'])
    expect(await bank.control('GET', '/payouts?all')).toHaveLength(sentBefore + 1)
    const paid = (await bank.control('GET', '/pix?all')).find(
      (one: { endToEndId: string }) => one.endToEndId === pix[0].endToEndId,
    )
    expect(paid.refunds).toMatchObject([{ amount: '3.00', status: 'DEVOLVIDO' }])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('while a bank is paused its orders wait, and continue when it is resumed', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: others.sicoob })
  const id = await api.createCashOut({ amount: '6', webhook, ...joao })
  const order = async () => (await sql`select attempts, step from bank_orders where id = ${id}`)[0]
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  await needs.bankOrders.stepAndWait()
  expect(await order()).toEqual({ attempts: 1, step: 1 })
  await pauseConnection(needs, others.sicoob, needs.clock())
  await settle()
  expect(await order()).toEqual({ attempts: 1, step: 1 })
  await pauseConnection(needs, others.sicoob, null)
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  const [{ bankReference }] = await sql<
    [{ bankReference: string }]
  >`select bank_reference from bank_orders where id = ${id}`
  await bank.control('POST', `/payouts/${bankReference}/complete`)
  await needs.bankOrders.stepAndWait()
  expect(await api.stateOf(id)).toBe('Completed')
})

test('a payout that needs approval at the bank waits with its money held, and is paid when it is approved', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: others.inter, allowsUnknownKeyOwner: true })
  await bank.control('PUT', '/partners/inter/switches', { humanApproval: true })
  const id = await api.createCashOut({ amount: '5', webhook, ...joao })
  await settle()
  expect([await api.stateOf(id), (await api.balance()).held]).toEqual(['Registered', '5.000000'])
  await bank.control('PUT', '/partners/inter/switches', { humanApproval: false })
  const [order] = await sql<{ bankReference: string }[]>`select bank_reference from bank_orders where id = ${id}`
  await bank.control('POST', `/payouts/${order?.bankReference}/approve`)
  await settle()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '45.000000'])
})

test('what a recipient sends back of a payout is credited piece by piece, each once, and with the rest it is reversed', async () => {
  const api = await trilho.newMerchant({ balance: '50', chargeFixed: '0.10' })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  await settle()
  const endToEndId = (await api.read(id)).body.data.transaction.receiptVoucher
  const availableAfter = async (amount: string, expected: string) => {
    await bank.control('POST', '/callback-faults', { kind: 'duplicate', copies: 2 })
    await bank.control('POST', `/payouts/${endToEndId}/return`, { amount })
    const availableNow = async () => {
      await processCallbacks(needs)
      return api.availableBalance()
    }
    await expect.poll(availableNow).toBe(expected)
  }
  await availableAfter('2.00', '44.900000')
  await availableAfter('1.50', '46.400000')
  expect((await api.read(id)).body.data.transaction).toMatchObject({ state: 'Completed', refundedAmount: '3.500000' })
  expect((await api.get(`/accounts/transactions/pix/${id}/refunds`)).body.data.items).toMatchObject([
    { amount: '2.000000', state: 'Completed' },
    { amount: '1.500000', state: 'Completed' },
  ])
  expect(await auditBooks(needs)).toEqual([])
  await availableAfter('3.50', '50.000000')
  expect(await api.stateOf(id)).toBe('Reversed')
  expect(await auditBooks(needs)).toEqual([])
})

test('a payout that is returned after it was paid is reversed', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  await settle()
  const endToEndId = (await api.read(id)).body.data.transaction.receiptVoucher
  await bank.control('POST', `/payouts/${endToEndId}/return`)
  await processUntil(api, id, 'Reversed')
  expect(await api.availableBalance()).toBe('50.000000')
})

test.each([
  ['efi', 'RefusedByBank'],
  ['inter', 'AccountClosed'],
  ['sicoob', 'RefusedByBank'],
] as const)(
  'a payout by %s to an account that refuses ends in error, with its cause and its money back',
  async (dialect, stateErrorCause) => {
    const api = await trilho.newMerchant({ balance: '50' })
    if (dialect !== 'efi')
      await assignConnection(needs, {
        merchantId: api.merchantId,
        connectionId: others[dialect],
        allowsUnknownKeyOwner: true,
      })
    const closed = {
      recipient: { name: 'Conta Fechada', cpf: '39053344705' },
      key: { type: 'EMAIL', value: 'fechada@mail.test' },
    }
    const id = await api.createCashOut({ amount: '7', webhook, ...closed })
    await settle()
    expect((await api.read(id)).body.data.transaction).toMatchObject({ state: 'Error', stateErrorCause })
    expect(await api.availableBalance()).toBe('50.000000')
  },
)

test('a cause that only the callback has is stored when the bank itself reports a refusal; a forged one decides nothing', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  const [connection] = await sql`select callback_token from bank_connections where name = 'efi'`
  const erro = { codigo: 'FRAD', origem: 'x', motivo: 'x' }
  const forged = {
    endToEndId: `E${'9'.repeat(31)}`,
    status: 'NAO_REALIZADO',
    gnExtras: { idEnvio: id.replaceAll('-', ''), erro },
  }
  await call(`${trilho.url}/bank-notices/${connection?.callbackToken}/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix: [forged] }),
  })
  const stateAfterCallbacks = async () => {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    return api.stateOf(id)
  }
  expect([await stateAfterCallbacks(), await stateAfterCallbacks()]).toEqual(['Registered', 'Registered'])
  expect(await api.balance()).toMatchObject({ held: '7.000000' })
  await bank.control('POST', `/payouts/${id.replaceAll('-', '')}/refuse`, { code: 'AC06' })
  await expect.poll(stateAfterCallbacks).toBe('Error')
  expect((await api.read(id)).body.data.transaction.stateErrorCause).toBe('AccountBlocked')
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
})

test('a payout to an unknown key, which the bank refuses at once, fails', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: others.inter, allowsUnknownKeyOwner: true })
  const nobody = { ...joao, key: { type: 'EMAIL', value: 'ninguem@mail.test' } }
  const id = await api.createCashOut({ amount: '7', webhook, ...nobody })
  await needs.bankOrders.stepAndWait()
  expect((await api.read(id)).body.data.transaction).toMatchObject({
    state: 'Error',
    stateErrorCause: 'PixKeyNotFound',
  })
  expect(await api.availableBalance()).toBe('50.000000')
})

test('a payout whose first response was lost, and whose repeat the bank refuses, becomes an exception, and its money is held', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: others.inter, allowsUnknownKeyOwner: true })
  await bank.control('POST', '/faults', { kind: 'act, then cut', partner: 'inter', method: 'POST', path: '/pix' })
  const nobody = { ...joao, key: { type: 'EMAIL', value: 'ninguem@mail.test' } }
  const id = await api.createCashOut({ amount: '7', webhook, ...nobody })
  await needs.bankOrders.stepAndWait()
  expect(await api.stateOf(id)).toBe('Created')
  trilho.clock.aheadMs = 10_000
  await needs.bankOrders.stepAndWait()
  expect(await api.stateOf(id)).toBe('Created')
  expect(await api.availableBalance()).toBe('43.000000')
  const [exception] = await sql`select said from bank_exceptions where transaction_id = ${id} and state = 'Open'`
  expect(exception?.['said']).toEqual({ code: 'doubtful', value: 'PixKeyNotFound' })
})

test('a payout that the bank has accepted is not given up because its key was removed afterwards', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: others.inter, allowsUnknownKeyOwner: true })
  await bank.control('PUT', '/keys/gone@mail.test', { name: 'Gil Souza', taxId: '11144477735' })
  await bank.control('POST', '/faults', { kind: 'act, then cut', partner: 'inter', method: 'POST', path: '/pix' })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao, key: { type: 'EMAIL', value: 'gone@mail.test' } })
  await needs.bankOrders.stepAndWait()
  await bank.control('DELETE', '/keys/gone@mail.test')
  await settle()
  expect(await api.stateOf(id)).toBe('Completed')
})

test('a special return of a second payment takes nothing from the merchant, who never received it', async () => {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '8', webhook })
  const { pix } = await pay(id, { twice: true })
  await processUntil(api, id, 'Completed')
  await untilDone(() => processCallbacks(needs))
  const { receiptVoucher } = (await api.read(id)).body.data.transaction
  const second = (pix as { endToEndId: string }[]).find(one => one.endToEndId !== receiptVoucher)
  const forced = await bank.control('POST', `/pix/${second?.endToEndId}/force-return`)
  expect(forced).toMatchObject({ status: 'DEVOLVIDO', amount: '8.00' })
  trilho.clock.aheadMs = 61_000
  await untilDone(() => sweepPayments(needs))
  await settle()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '8.000000'])
  const [exception] = await sql`select said from bank_exceptions where state = 'Open' order by id desc limit 1`
  expect(exception?.said).toMatchObject({ code: 'refused' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a special return of money that a refund holds is booked when the refund is final', async () => {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '9', webhook })
  const { pix } = await pay(id)
  await processUntil(api, id, 'Completed')
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', path: 'devolucao' })
  expect((await api.refund(id)).status).toBe(201)
  await bank.control('POST', `/pix/${pix[0].endToEndId}/force-return`)
  await expect.poll(() => processCallbacks(needs)).toBeGreaterThan(0)
  expect(await api.balance()).toMatchObject({ available: '0.000000', held: '9.000000' })
  await settle()
  await untilDone(() => processCallbacks(needs))
  expect(await api.stateOf(id)).toBe('Refunded')
  expect(await api.balance()).toMatchObject({ available: '0.000000', held: '0.000000' })
})

test("a case that a bank lists is a dispute here; its response goes to the bank, and the bank's decision closes it", async () => {
  const api = await trilho.newMerchant()
  const disputed = async () => {
    const id = await api.createCashIn({ amount: '9', webhook })
    const { pix } = await pay(id)
    await processUntil(api, id, 'Completed')
    return bank.control('POST', `/pix/${pix[0].endToEndId}/report`, { amount: '6.00', comment: 'Golpe' })
  }
  const sweep = async () => {
    // Other tests have swept at later times.
    trilho.clock.aheadMs += 300_000
    await untilDone(() => sweepPayments(needs))
  }
  const [taken, kept] = [await disputed(), await disputed()]
  await sweep()
  await sweep()
  const { items } = (await api.get('/disputes')).body.data
  expect(items).toMatchObject([
    { bankReference: kept.id, state: 'Open', details: 'Golpe', blockedAmount: '6.000000' },
    { bankReference: taken.id, answerUntil: taken.answerUntil },
  ])
  expect(await api.balance()).toMatchObject({ available: '6.000000', blocked: '12.000000' })

  await api.post(`/disputes/${items[0].id}/defence`, { text: 'It was delivered' })
  await sweep()
  const atBank = await bank.control('GET', '/infractions')
  expect(atBank).toMatchObject([{ id: kept.id, state: 'EM_DEFESA', defence: 'It was delivered' }, { state: 'ABERTA' }])

  await bank.control('POST', `/infractions/${taken.id}/accept`)
  await bank.control('POST', `/infractions/${kept.id}/reject`)
  await sweep()
  expect((await api.get('/disputes')).body.data.items).toMatchObject([
    { state: 'Released', cause: 'BankReleased' },
    { state: 'Returned', returnedAmount: '6.000000' },
  ])
  expect(await api.balance()).toMatchObject({ available: '12.000000', blocked: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a charge whose response is lost is read back, and created once', async () => {
  const api = await trilho.newMerchant()
  await bank.control('POST', '/faults', { kind: 'act, then cut', partner: 'efi', method: 'PUT', path: '/cob/' })
  const id = await api.createCashIn({ amount: '5', webhook })
  expect(await txidOf(id)).toBeDefined()
})

test('an unavailable bank is a 503 with Retry-After, and nothing is stored', async () => {
  const api = await trilho.newMerchant()
  await bank.control('POST', '/faults', { kind: 'server error', partner: 'efi', times: 20 })
  const answer = await api.requestCashIn({ amount: '5', webhook })
  expect([answer.status, answer.body.error.details.reason]).toEqual([503, 'BankUnavailable'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await sql`select from transactions where merchant_id = ${api.merchantId}`).toHaveLength(0)
})

test('a bank that responds without a token counts as unavailable: a 503, not a 500', async () => {
  const api = await trilho.newMerchant()
  await bank.control('POST', '/clock/advance', { seconds: 400 })
  await bank.control('POST', '/faults', { kind: 'malformed', partner: 'efi', path: '/oauth/token', times: 3 })
  const answer = await api.requestCashIn({ amount: '5', webhook })
  expect([answer.status, answer.body.error?.details.reason]).toEqual([503, 'BankUnavailable'])
})

test('an amount that is not whole cents is refused for cash-ins, cash-outs, refunds and links, because no bank supports it', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  const charge = await api.createCashIn({ amount: '5', webhook })
  const answers = [
    await api.requestCashIn({ amount: '5.001', webhook }),
    await api.requestCashOut({ amount: '5.001', webhook, ...joao }),
    await api.refund(charge, { amount: '0.001' }),
    await api.post('/payment-links', { title: 'Bolo', amount: '5.001' }),
    await api.post('/payment-links', { title: 'Bolo', minAmount: '5.001' }),
    await api.post('/payment-links', { title: 'Bolo', maxAmount: '5.001' }),
  ]
  for (const { status, body } of answers) expect([status, body.error.details.reason]).toEqual([409, 'AmountNotAllowed'])
})

test('an expired charge is cancelled at the bank first; a payment made there in time counts', async () => {
  const api = await trilho.newMerchant()
  const [unpaid, paid] = [
    await api.createCashIn({ amount: '5', webhook, expiresIn: 60 }),
    await api.createCashIn({ amount: '6', webhook, expiresIn: 60 }),
  ]
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await pay(paid)
  trilho.clock.aheadMs = 120_000
  await expireCharges(needs)
  expect(await api.stateOf(unpaid)).toBe('Registered')
  await settle()
  expect([await api.stateOf(unpaid), await api.stateOf(paid)]).toEqual(['Canceled', 'Completed'])
})

test('a charge is cancelled at the bank first: at once, when the bank responds again, or not at all if it was paid', async () => {
  const api = await trilho.newMerchant()
  const charge = () => api.createCashIn({ amount: '5', webhook })
  const cancel = async (id: string) => {
    const { status, body } = await api.put(`/accounts/transactions/pix/${id}/cancel`)
    return [status, body.data?.transactionState ?? body.error.details.reason]
  }
  const [plain, lost, paid] = [await charge(), await charge(), await charge()]
  expect(await cancel(plain)).toEqual([200, 'Cancelled'])
  await expect(pay(plain)).rejects.toThrow('REMOVIDA')

  await bank.control('POST', '/faults', {
    kind: 'act, then cut',
    partner: 'efi',
    method: 'PATCH',
    path: '/cob/',
    times: 9,
  })
  expect([await cancel(lost), await cancel(lost)]).toEqual([
    [200, 'Registered'],
    [200, 'Registered'],
  ])
  await bank.control('DELETE', '/faults')

  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await pay(paid)
  expect(await cancel(paid)).toEqual([409, 'TransactionStateNotAllowed'])
  await settle()
  expect(await Promise.all([plain, lost, paid].map(api.stateOf))).toEqual(['Canceled', 'Canceled', 'Completed'])
  expect(await sql`select from bank_orders where kind = 'cancellation'`).toHaveLength(0)
  expect(await auditBooks(needs)).toEqual([])
})

test('callback URLs that banks have lost, for payments and payouts, are registered again within a day', async () => {
  const placesOf = async (dialect: string) =>
    (await bank.control('GET', '/webhooks')).filter((one: { partner: string }) => one.partner === dialect).length
  const all = async () => [await placesOf('efi'), await placesOf('inter'), await placesOf('sicoob')]
  expect(await all()).toEqual([1, 2, 2])
  for (const dialect of ['efi', 'inter', 'sicoob']) await bank.control('DELETE', `/partners/${dialect}/webhooks`)
  trilho.clock.aheadMs = 25 * 3_600_000
  await untilDone(() => ensureCallbackUrls(needs))
  expect(await all()).toEqual([1, 2, 2])
})

test.each([
  ['inter', 'approve'],
  ['sicoob', 'complete'],
] as const)('a payout that ends at %s days later is completed by its callback', async (dialect, act) => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, {
    merchantId: api.merchantId,
    connectionId: others[dialect],
    allowsUnknownKeyOwner: true,
  })
  await bank.control('PUT', `/partners/${dialect}/switches`, { humanApproval: act === 'approve' })
  await bank.control('PUT', '/settings', { payoutDelayMs: act === 'approve' ? 0 : null })
  const id = await api.createCashOut({ amount: '10', webhook, ...joao })
  for (let step = 0; step < 9; step++) {
    trilho.clock.aheadMs += 8 * 3_600_000
    await needs.bankOrders.stepAndWait()
  }
  expect(await api.stateOf(id)).toBe('Registered')
  const [order] = await sql`select bank_reference from bank_orders where id = ${id}`
  await bank.control('POST', `/payouts/${order?.bankReference}/${act}`)
  // The next query would be in an hour: the callback alone makes it due.
  const stateAfterCallbacks = async () => {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    return api.stateOf(id)
  }
  await expect.poll(stateAfterCallbacks).toBe('Completed')
  await bank.control('PUT', `/partners/${dialect}/switches`, { humanApproval: false })
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
})
