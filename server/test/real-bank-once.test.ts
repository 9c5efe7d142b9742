import { afterEach, expect, test } from 'vitest'
import { recordReceivedPayment } from '../src/operations/banks/record-received-payment.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { startRealBank } from './kit/real-bank.ts'
import { unwatched } from './kit/state-watch.ts'
import { openTrilho } from './kit/trilho.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const efi = await bank.connect(needs, 'efi', true)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

const switches = (set: object) => bank.control('PUT', '/partners/efi/switches', set)
afterEach(() => switches({ pixHides: [], pixCapitals: false }))

async function passTime(seconds: number) {
  trilho.clock.aheadMs += seconds * 1000
  await bank.control('POST', '/clock/advance', { seconds })
}

/** Sweeps every connection, a minute later. */
async function sweep() {
  await passTime(61)
  while ((await sweepPayments(needs)) > 0);
}

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
    while ((await sweepPayments(refusing)) > 0);
  }
  expect([await refused.api.stateOf(refused.id), await next.api.stateOf(next.id)]).toEqual(['Registered', 'Completed'])
  expect(await openExceptions(refused.endToEndId)).toEqual([
    { subject: 'reconciliation paymentNotBooked', state: 'Open' },
  ])
  await sweep()
  expect(await refused.api.stateOf(refused.id)).toBe('Completed')
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

test('payouts by two connections to one account are differences of neither, and a return is booked once', async () => {
  const second = await connectSecond('payouts@efi.test')
  // Efí sends nothing for a key without a callback URL.
  while ((await ensureCallbackUrls(needs)) > 0);
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
