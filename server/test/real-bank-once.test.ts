import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { recordReceivedPayment } from '../src/operations/banks/record-received-payment.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { call } from './kit/api-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { unwatched } from './kit/state-watch.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime, sweep } = sharedTime(trilho, bank)
const efi = await bank.connect(needs, 'efi', true)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

const switches = (set: object) => bank.control('PUT', '/partners/efi/switches', set)
afterEach(() => switches({ pixHides: [], pixCapitals: false }))

/** Queries the bank until its orders are done. */
async function settle() {
  for (let round = 0; round < 4; round++) {
    await needs.bankOrders.stepAndWait()
    await passTime(60)
  }
}

/** A charge that is paid at the bank, and the end-to-end id of the payment. */
async function newPaid(amount = '10') {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount, webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  return { api, id, endToEndId: pix[0].endToEndId as string }
}

const openExceptions = (endToEndId: string) => sql`
  select subject, state from bank_exceptions where end_to_end_id = ${endToEndId} and state = 'Open'`

test('a payment that its bank has returned already, as after a restore, is not credited; the next one is, and a person settles the return', async () => {
  const { api, id, endToEndId } = await newPaid()
  // As after a restore, which has lost the payment and its refund.
  const { returns } = await needs.railsOf(efi)
  const call = { signal: AbortSignal.timeout(10_000), remember: async () => {} }
  const forgotten = {
    merchantId: api.merchantId,
    bankOrderId: randomUUID(),
    isSentBefore: false,
    replacedOrderIds: [],
    endToEndId,
    isOfCharge: true,
    amount: 10_000_000n,
    otherAmount: 0n,
  }
  await returns?.sendReturn(forgotten, call)
  await expect.poll(async () => (await returns?.readReturn(forgotten, call))?.state).toBe('returned')
  await sweep()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Registered', '0.000000'])
  const doubtful = async () => {
    await needs.bankOrders.stepAndWait()
    await passTime(3_600)
    return sql<{ merchantId: string; id: string }[]>`
      select e.merchant_id, e.id from bank_exceptions e
        join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
       where t.end_to_end_id = ${endToEndId} and e.state = 'Open' and e.kind = 'return'`
  }
  await expect.poll(async () => (await doubtful()).length).toBe(1)
  const [one] = await doubtful()
  const settled = { act: 'settle', by: 'Olga', note: 'the bank has returned it' } as const
  await endException(needs, { merchantId: one?.merchantId ?? '', id: one?.id ?? '', ...settled })
  expect(await openExceptions(endToEndId)).toEqual([])
  expect(await auditBooks(needs)).toEqual([])
})

test('a payment that the books refuse is an exception, once, and the sweep goes on with the others', async () => {
  const refused = await newPaid()
  const next = await newPaid('20')
  const { door } = needs
  const refusing = {
    ...needs,
    door: {
      ...door,
      apply: (input: Parameters<typeof door.apply>[0]) =>
        input.id === refused.id ? Promise.reject(new Error('out of order')) : door.apply(input),
    },
  }
  for (let round = 0; round < 2; round++) {
    await passTime(61)
    await untilDone(() => sweepPayments(refusing))
  }
  expect([await refused.api.stateOf(refused.id), await next.api.stateOf(next.id)]).toEqual(['Registered', 'Completed'])
  expect(await openExceptions(refused.endToEndId)).toEqual([
    { subject: 'reconciliation paymentNotBooked', state: 'Open' },
  ])
  await sweep()
  expect(await refused.api.stateOf(refused.id)).toBe('Completed')
})

test('a payment of the last seconds is left to its callback, which alone names the payer; the next sweep credits it without', async () => {
  const { api, id } = await newPaid()
  await passTime(3)
  await sql`update bank_connections set next_sweep_at = ${needs.clock()}`
  await untilDone(() => sweepPayments(needs))
  expect(await api.stateOf(id)).toBe('Registered')
  await sweep()
  expect(await api.stateOf(id)).toBe('Completed')
})

test("no Idempotency-Key of a merchant is taken for a key of the platform's own: it cannot block a payment by static QR code", async () => {
  const api = await trilho.newMerchant()
  const link = (await api.post('/static-qrs', { title: 'Counter', webhook })).body.data
  const { pix } = await bank.control('POST', '/codes/pay', { code: link.qrCode, amount: '7.00' })
  const { endToEndId } = pix[0]
  for (const key of [`static:${efi}:${endToEndId}`, `own:static payment:${efi}:${endToEndId}`])
    expect((await api.requestCashIn({ webhook }, { 'idempotency-key': key })).status).toBe(201)
  await sweep()
  expect(await openExceptions(endToEndId)).toEqual([])
  expect(await api.availableBalance()).toBe('7.000000')
  expect(await auditBooks(needs)).toEqual([])
})

test('payments are ours however the bank spells the key and the txid', async () => {
  const { api, id } = await newPaid()
  await switches({ pixCapitals: true })
  await sweep()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '10.000000'])
})

/** What the books have of a payment: where it is, and in which state. */
const bookedAs = (endToEndId: string) => sql`
  select operation, state from transactions where end_to_end_id = ${endToEndId} and state <> 'Cancelled' order by id`
const suspenseNow = async () => (await sql`select sum(suspense)::text as suspense from balances`)[0]?.suspense
const unmatchedOf = (endToEndId: string) => sql<{ merchantId: string; id: string; state: string; note: string }[]>`
  select e.merchant_id, e.id, e.state, e.note from bank_exceptions e
    join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
   where t.end_to_end_id = ${endToEndId}`
const reconcileToday = async () => (await reconcileDay(needs, { connectionId: efi, day: dayOf(needs.clock()) })).details

test('a payment that the bank reports without its txid first moves from suspense to its charge when the txid is reported', async () => {
  await switches({ pixHides: ['txid'] })
  const { api, id, endToEndId } = await newPaid()
  await sweep()
  expect(await bookedAs(endToEndId)).toEqual([{ operation: 'unmatchedPayment', state: 'Completed' }])
  await switches({ pixHides: [] })
  await sweep()
  await sweep()
  expect([await api.stateOf(id), await api.availableBalance(), await suspenseNow()]).toEqual([
    'Completed',
    '10.000000',
    '0',
  ])
  expect(await unmatchedOf(endToEndId)).toMatchObject([{ state: 'Ended', note: expect.stringContaining(id) }])
  expect(await auditBooks(needs)).toEqual([])
  expect(await reconcileToday()).toEqual([])
})

test('a txid that the bank names after hours moves the payment from suspense with the reconciliation of its day', async () => {
  await switches({ pixHides: ['txid'] })
  const day = dayOf(needs.clock())
  const { api, id, endToEndId } = await newPaid()
  await sweep()
  await passTime(7_200)
  await sweep()
  await switches({ pixHides: [] })
  await sweep()
  expect(await bookedAs(endToEndId)).toEqual([{ operation: 'unmatchedPayment', state: 'Completed' }])
  const { details, mended } = await reconcileDay(needs, { connectionId: efi, day })
  expect({ details, mended }).toEqual({ details: [], mended: 1 })
  expect([await api.stateOf(id), await api.availableBalance(), await suspenseNow()]).toEqual([
    'Completed',
    '10.000000',
    '0',
  ])
  expect((await reconcileDay(needs, { connectionId: efi, day })).mended).toBe(0)
  expect(await auditBooks(needs)).toEqual([])
})

test('a txid that the bank names after the reconciliation of its day moves the payment with the next reconciliation', async () => {
  await switches({ pixHides: ['txid'] })
  const day = dayOf(needs.clock())
  const { api, id } = await newPaid()
  await sweep()
  await passTime(86_400)
  await reconcileDay(needs, { connectionId: efi, day })
  await switches({ pixHides: [] })
  expect(await api.stateOf(id)).not.toBe('Completed')
  const { details, mended } = await reconcileDay(needs, { connectionId: efi, day: dayOf(needs.clock()) })
  expect({ details, mended }).toEqual({ details: [], mended: 1 })
  expect([await api.availableBalance(), await suspenseNow()]).toEqual(['10.000000', '0'])
  expect(await auditBooks(needs)).toEqual([])
})

test.for([
  ['its charge takes it', '10.00', { operation: 'pixCashIn', state: 'Completed' }],
  ['it is returned', '9.00', { operation: 'unmatchedPayment', state: 'Refunded' }],
] as const)(
  'a payment in suspense whose txid is reported twice in one commit leaves it once: %s',
  async ([, amount, end]) => {
    await switches({ pixHides: ['txid'] })
    const api = await trilho.newMerchant()
    const id = await api.createCashIn({ amount: '10', webhook })
    const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
    const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, { amount })
    await sweep()
    await switches({ pixHides: [] })
    const { endToEndId } = pix[0]
    const paidAmount = BigInt(amount.replace('.', '')) * 10_000n
    const event = { kind: 'paid', arrived: true, amount: paidAmount, endToEndId, participant: null } as const
    const report = { merchantId: api.merchantId, id, event }
    const isRefused = (one: unknown) => one instanceof Error
    expect((await needs.door.commit(({ applyEach }) => applyEach([report, report]))).filter(isRefused)).toEqual([])
    await settle()
    expect(await bookedAs(endToEndId)).toEqual([end])
    expect(await suspenseNow()).toBe('0')
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('a payment that the bank reports without its txid later stays with its charge', async () => {
  const { api, endToEndId } = await newPaid()
  await sweep()
  await switches({ pixHides: ['txid'] })
  await sweep()
  expect(await bookedAs(endToEndId)).toEqual([{ operation: 'pixCashIn', state: 'Completed' }])
  expect([await api.availableBalance(), await suspenseNow()]).toEqual(['10.000000', '0'])
})

test('unmatched money that is on its way back stays out of its charge: the payer gets it once', async () => {
  await switches({ pixHides: ['txid'] })
  const { api, id, endToEndId } = await newPaid()
  await sweep()
  for (const one of await unmatchedOf(endToEndId))
    await endException(needs, { ...one, act: 'return', by: 'Olga', note: 'nobody knows why' })
  await switches({ pixHides: [] })
  await sweep()
  await settle()
  await sweep()
  expect(await bookedAs(endToEndId)).toEqual([{ operation: 'unmatchedPayment', state: 'Refunded' }])
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Registered', '0.000000'])
  const paid = (await bank.control('GET', '/pix?all')).find(
    (one: { endToEndId: string }) => one.endToEndId === endToEndId,
  )
  expect(paid.refunds).toMatchObject([{ amount: '10.00', status: 'DEVOLVIDO' }])
  expect(await auditBooks(needs)).toEqual([])
})

test('a payment of the wrong amount whose txid comes later fails its charge and is returned', async () => {
  await switches({ pixHides: ['txid'] })
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount: '10', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, { amount: '9.00' })
  await sweep()
  await switches({ pixHides: [] })
  await sweep()
  await settle()
  expect(await api.stateOf(id)).toBe('Error')
  expect(await bookedAs(pix[0].endToEndId)).toEqual([{ operation: 'unmatchedPayment', state: 'Refunded' }])
  expect(await suspenseNow()).toBe('0')
  expect(await auditBooks(needs)).toEqual([])
})

test('reported with and without its txid at the same moment a payment is booked once, by the database', async () => {
  const rails = await needs.railsOf(efi)
  for (let round = 0; round < 5; round++) {
    const { endToEndId } = await newPaid()
    const named = await rails.received?.readReceived(endToEndId)
    if (!named) throw new Error('the bank does not know the payment')
    const unnamed = { ...named, charge: null }
    await Promise.allSettled(
      [named, unnamed, named, unnamed].map(payment => recordReceivedPayment(needs, rails, payment)),
    )
    await recordReceivedPayment(needs, rails, named)
    expect(await bookedAs(endToEndId)).toEqual([{ operation: 'pixCashIn', state: 'Completed' }])
  }
  expect(await suspenseNow()).toBe('0')
  expect(await auditBooks(needs)).toEqual([])
})

/** Another connection to the same account, by another key. */
async function connectSecond(pixKey: string) {
  await bank.control('PUT', `/keys/${pixKey}`, { name: 'Trilho', taxId: '11222333000181', partner: 'efi' })
  const other = { ...(await bank.settingsOf('efi')), pixKey }
  return (await connectBank(needs, { name: pixKey, dialect: 'efi', isDefault: false, settings: other })).id
}

test('two connections to one account book each payment once, and the days of both are clean', async () => {
  const second = await connectSecond('other@efi.test')
  // Without the key neither connection can recognise its payments.
  await switches({ pixHides: ['chave'] })
  const { api, endToEndId } = await newPaid()
  const { pix } = await bank.control('POST', '/keys/other@efi.test/pay', { amount: '3.00' })
  await sweep()
  await sweep()
  expect(await bookedAs(endToEndId)).toEqual([{ operation: 'pixCashIn', state: 'Completed' }])
  expect(await bookedAs(pix[0].endToEndId)).toEqual([{ operation: 'unmatchedPayment', state: 'Completed' }])
  expect([await api.availableBalance(), await suspenseNow()]).toEqual(['10.000000', '3000000'])
  for (const connectionId of [efi, second])
    expect((await reconcileDay(needs, { connectionId, day: dayOf(needs.clock()) })).details).toEqual([])
  expect(await auditBooks(needs)).toEqual([])
})

test('a payment that was held at one connection, while the bank named no key, is at the bank for it when the bank names the key of the other', async () => {
  const second = await connectSecond('late@efi.test')
  await switches({ pixHides: ['chave'] })
  await pauseConnection(needs, second, needs.clock())
  const { pix } = await bank.control('POST', '/keys/late@efi.test/pay', { amount: '3.00' })
  await sweep()
  await pauseConnection(needs, second, null)
  await switches({ pixHides: [] })
  await sweep()
  const { endToEndId } = pix[0]
  expect(await bookedAs(endToEndId)).toEqual([{ operation: 'unmatchedPayment', state: 'Completed' }])
  const differences = async (connectionId: string) =>
    (await reconcileDay(needs, { connectionId, day: dayOf(needs.clock()) })).details.filter(
      one => one.endToEndId === endToEndId,
    )
  expect([await differences(efi), await differences(second)]).toEqual([[], []])
})

test('payouts by two connections to one account are differences of neither, and a return is booked once', async () => {
  const second = await connectSecond('payouts@efi.test')
  // Efí sends nothing for a key without a callback URL.
  await untilDone(() => ensureCallbackUrls(needs))
  const [api, sibling] = [await trilho.newMerchant({ balance: '50' }), await trilho.newMerchant({ balance: '50' })]
  await assignConnection(needs, { merchantId: sibling.merchantId, connectionId: second })
  await api.createCashOut({ amount: '7', webhook, ...joao })
  const returned = await sibling.createCashOut({ amount: '8', webhook, ...joao })
  await settle()
  const { receiptVoucher } = (await sibling.read(returned)).body.data.transaction
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await bank.control('POST', `/payouts/${receiptVoucher}/return`, { amount: '3.00' })
  const reconcile = async (connectionId: string) => {
    const { details, mended } = await reconcileDay(needs, { connectionId, day: dayOf(needs.clock()) })
    return { details, mended }
  }
  expect(await reconcile(efi)).toEqual({ details: [], mended: 1 })
  for (const connectionId of [second, efi]) expect(await reconcile(connectionId)).toEqual({ details: [], mended: 0 })
  expect([await api.availableBalance(), await sibling.availableBalance()]).toEqual(['43.000000', '45.000000'])
  // What is unknown stops payouts of its amount after a recovery.
  expect(await sql`select from bank_exceptions where kind = 'payout' and transaction_id is null`).toEqual([])
  expect(await auditBooks(needs)).toEqual([])
})

test('a payment to a key of the account that no connection has is an exception, once, and is not booked, also if a callback names it', async () => {
  await bank.control('PUT', '/keys/foreign@efi.test', { name: 'Trilho', taxId: '11222333000181', partner: 'efi' })
  const { pix } = await bank.control('POST', '/keys/foreign@efi.test/pay', { amount: '4.00' })
  const [connection] = await sql`select callback_token from bank_connections where id = ${efi}`
  await call(`${trilho.url}/bank-notices/${connection?.['callbackToken']}/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix: [{ endToEndId: pix[0].endToEndId }] }),
  })
  await untilDone(() => processCallbacks(needs))
  expect(await bookedAs(pix[0].endToEndId)).toEqual([])
  await sweep()
  await sweep()
  expect(await openExceptions(pix[0].endToEndId)).toEqual([
    { subject: 'reconciliation paymentNotBooked', state: 'Open' },
  ])
  expect(await bookedAs(pix[0].endToEndId)).toEqual([])
})

test('the audit of the books finds a payment that is booked twice', async () => {
  const [one, other] = [await newPaid(), await newPaid()]
  await sweep()
  await unwatched(sql, async () => {
    await sql`update transactions set end_to_end_id = ${one.endToEndId} where id = ${other.id}`
    expect(await auditBooks(needs)).toMatchObject([
      { row: `transaction ${other.id}`, fault: `its payment is booked in transaction ${one.id} too` },
    ])
    await sql`update transactions set end_to_end_id = ${other.endToEndId} where id = ${other.id}`
  })
})

test.each(['capitals later', 'capitals first'])(
  'an end-to-end id that the bank spells in other letters is the same payment, booked once under the first spelling: %s',
  async order => {
    const capitals = { kind: 'capitals', partner: 'efi', fields: ['endToEndId'], path: '/v2/pix?', times: 1_000 }
    const spell = (isOther: boolean) =>
      isOther ? bank.control('POST', '/faults', capitals) : bank.control('DELETE', '/faults')
    await spell(order === 'capitals first')
    const suspenseBefore = Number(await suspenseNow())
    const { api, id, endToEndId } = await newPaid()
    const link = (await api.post('/static-qrs', { title: 'Counter', webhook })).body.data
    const byCode = await bank.control('POST', '/codes/pay', { code: link.qrCode, amount: '7.00' })
    const plain = await bank.control('POST', '/keys/pix@efi.test/pay', { amount: '3.00' })
    await sweep()
    const ids: string[] = [endToEndId, byCode.pix[0].endToEndId, plain.pix[0].endToEndId]
    const spellings = () => sql`
      select end_to_end_id, operation, state from transactions
       where lower(end_to_end_id) = any(${ids.map(one => one.toLowerCase())}) order by operation, amount`
    const first = await spellings()
    expect(first).toHaveLength(3)
    await spell(order !== 'capitals first')
    await sweep()
    await sweep()
    await settle()
    expect(await spellings()).toEqual(first)
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '17.000000'])
    expect(Number(await suspenseNow()) - suspenseBefore).toBe(3_000_000)
    expect(await reconcileToday()).toEqual([])
    expect(await auditBooks(needs)).toEqual([])
    await bank.control('DELETE', '/faults')
  },
)

test('a response about another payment than the bank was asked for says nothing', async () => {
  const { api, id, endToEndId } = await newPaid()
  const other = await newPaid('20')
  const { received } = await needs.railsOf(efi)
  const values = { endToEndId: other.endToEndId }
  const path = `/pix/${endToEndId}`
  await bank.control('POST', '/faults', { kind: 'fields changed', partner: 'efi', method: 'GET', path, values })
  await expect(received?.readReceived(endToEndId)).rejects.toThrow('HTTP 200')
  expect(await api.stateOf(id)).toBe('Registered')
})
