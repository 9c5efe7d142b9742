import { afterEach, expect, test, vi } from 'vitest'
import { approveRequest } from '../src/products/company-payments/requests/decide-request.ts'
import { approveBatch } from '../src/products/payout-batches/decide-batch.ts'
import { runBatches } from '../src/products/payout-batches/run-batches.ts'
import { watchOwnTransfers } from '../src/operations/banks/own-transfers.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { recordReceivedPayment } from '../src/operations/banks/record-received-payment.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { volumeSummer } from '../src/operations/volumes/sum-up-volumes.ts'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { assignBanks } from '../src/tenancy/merchants/set-terms.ts'
import { approvedReceiver, cnpj, requestsPath } from './kit/company-payments.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { platformId } from '../src/platform/lib/platform-id.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a merchant that has two banks, of which one fails. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { efi, sicoob, standard } = await bank.connectAll(needs)
const webhook = { url: 'https://hooks.example.invalid/hook' }

// Longer than a bank is left alone after it failed, and than connections are remembered.
let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)
const waitForBanks = () => (laterMs += 60_000)

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  await pauseConnection(needs, efi, null)
  waitForBanks()
})

/** For the server and for the banks. */
async function pass(seconds: number): Promise<void> {
  trilho.clock.aheadMs += seconds * 1000
  await bank.control('POST', '/clock/advance', { seconds })
}

const both = { chargeConnections: [efi, sicoob], payoutConnections: [efi, sicoob], initiationConnections: [] }

async function newMerchant({ allowsSecondCharge = false, balance = '0' } = {}) {
  await pass(60)
  await untilDone(() => sweepPayments(needs))
  const api = await trilho.newMerchant({ balance })
  await assignBanks(needs, { merchantId: api.merchantId, ...both, allowsSecondCharge, allowsUnknownKeyOwner: false })
  return api
}
type Api = Awaited<ReturnType<typeof newMerchant>>

type Row = { connectionId: string; externalId: string; state: string }
const rowOf = async (id: string): Promise<Row | undefined> =>
  (await sql<Row[]>`select connection_id, external_id, state from transactions where id = ${id}`)[0]
const bankOf = async (id: string) => ((await rowOf(id))?.connectionId === efi ? 'efi' : 'sicoob')
const pay = async (partner: string, id: string) =>
  bank.control('POST', `/charges/${partner}/${(await rowOf(id))?.externalId}/pay`, {})
const fault = (kind: string, where: object) =>
  bank.control('POST', '/faults', { kind, partner: 'efi', times: 1000, ...where })
const ask = (api: Api, orderId: string) => api.requestCashIn({ amount: '12', webhook, transaction: { orderId } })

async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    await pass(60)
    await untilDone(() => sweepPayments(needs))
  }
}

test('new charges go to the first bank, to the next while it is paused, and back again', async () => {
  const api = await newMerchant()
  const first = await api.createCashIn({ amount: '1', webhook })
  await pauseConnection(needs, efi, needs.clock())
  waitForBanks()
  const meanwhile = await api.createCashIn({ amount: '1', webhook })
  await pauseConnection(needs, efi, null)
  waitForBanks()
  const afterwards = await api.createCashIn({ amount: '1', webhook })
  expect(await Promise.all([first, meanwhile, afterwards].map(bankOf))).toEqual(['efi', 'sicoob', 'efi'])
})

test.each([
  ['gives no token', 401],
  ['refuses it', 403],
])('a charge goes to the next bank at once while the first %s', async (_why, status) => {
  const api = await newMerchant()
  await fault('refusal', { path: '/cob', status })
  await fault('server error', { path: '/oauth/token' })
  const id = await api.createCashIn({ amount: '1', webhook })
  expect(await bankOf(id)).toBe('sicoob')
})

test('a bank whose payments could not be listed for ten minutes gets no new charge while another is up', async () => {
  const api = await newMerchant()
  await fault('server error', { method: 'GET', path: '/pix?' })
  await pass(11 * 60)
  for (let round = 0; round < 4; round++) await sweepPayments(needs).catch(() => {})
  waitForBanks()
  expect(await bankOf(await api.createCashIn({ amount: '1', webhook }))).toBe('sicoob')
})

test('a charge that its bank may have made without answering is made at no other bank: its repeat gets the first one', async () => {
  const api = await newMerchant()
  await fault('act, then cut', { method: 'PUT', path: '/cob' })
  await fault('drop', { method: 'GET', path: '/cob' })
  expect((await ask(api, 'lost answer')).status).toBe(503)
  expect((await ask(api, 'lost answer')).status).toBe(503)
  await bank.control('DELETE', '/faults')
  waitForBanks()
  const { status, body } = await ask(api, 'lost answer')
  expect([status, await bankOf(body.data.transaction.id)]).toEqual([201, 'efi'])
  await pay('efi', body.data.transaction.id)
  await settle()
  expect([await api.stateOf(body.data.transaction.id), await api.availableBalance()]).toEqual([
    'Completed',
    '12.000000',
  ])
})

test('once the first bank says that it does not have the charge, the next one may make it', async () => {
  const api = await newMerchant()
  await fault('drop', { method: 'PUT', path: '/cob' })
  expect((await ask(api, 'never arrived')).status).toBe(503)
  await bank.control('DELETE', '/faults')
  waitForBanks()
  await pass(60)
  await fault('refusal', { method: 'PUT', path: '/cob', status: 403 })
  const { status, body } = await ask(api, 'never arrived')
  expect([status, await bankOf(body.data.transaction.id)]).toEqual([201, 'sicoob'])
})

test('a merchant that allows a second charge gets one at the next bank, and a second payment goes back by itself', async () => {
  const api = await newMerchant({ allowsSecondCharge: true })
  await fault('act, then cut', { method: 'PUT', path: '/cob' })
  await fault('drop', { method: 'GET', path: '/cob' })
  const { status, body } = await ask(api, 'allowed')
  const id = body.data.transaction.id
  expect([status, await bankOf(id)]).toEqual([201, 'sicoob'])
  await bank.control('DELETE', '/faults')
  waitForBanks()
  await pay('sicoob', id)
  await settle()
  expect(await api.stateOf(id)).toBe('Completed')
  await pay('efi', id)
  await settle()
  const held = await sql`
    with links as materialized (select * from unmatched_payments where transaction_id = ${id})
    select l.reason, t.state, t.connection_id from links l join transactions t on t.id = l.unmatched_id`
  expect(held).toEqual([{ reason: 'SecondPayment', state: 'Refunded', connectionId: efi }])
  expect(await api.availableBalance()).toBe('12.000000')
  expect(await auditBooks(needs)).toEqual([])
})

test('of a charge at two banks the first payment counts, at whichever bank, and the second goes back', async () => {
  const api = await newMerchant({ allowsSecondCharge: true })
  await fault('act, then cut', { method: 'PUT', path: '/cob' })
  await fault('drop', { method: 'GET', path: '/cob' })
  const id = (await ask(api, 'paid at the first')).body.data.transaction.id
  await bank.control('DELETE', '/faults')
  waitForBanks()
  await pay('efi', id)
  await settle()
  expect([await api.stateOf(id), await bankOf(id), await api.availableBalance()]).toEqual([
    'Completed',
    'efi',
    '12.000000',
  ])
  await pay('sicoob', id)
  await settle()
  const held = await sql`
    with links as materialized (select * from unmatched_payments where transaction_id = ${id})
    select l.reason, t.state, t.connection_id from links l join transactions t on t.id = l.unmatched_id`
  expect(held).toEqual([{ reason: 'SecondPayment', state: 'Refunded', connectionId: sicoob }])
  expect(await auditBooks(needs)).toEqual([])
})

test('of a charge that is paid at two banks at the same moment the second payment goes back from the bank that has it', async () => {
  const api = await newMerchant({ allowsSecondCharge: true })
  await fault('act, then cut', { method: 'PUT', path: '/cob' })
  await fault('drop', { method: 'GET', path: '/cob' })
  const id = (await ask(api, 'paid at both')).body.data.transaction.id
  await bank.control('DELETE', '/faults')
  waitForBanks()
  const paidAt = async (partner: string, connectionId: string) => {
    const { pix } = await pay(partner, id)
    const rails = await needs.railsOf(connectionId)
    const payment = await rails.received?.readReceived(pix[0].endToEndId)
    if (!payment) throw new Error('the bank does not know the payment')
    return { rails, payment }
  }
  const [first, second] = [await paidAt('efi', efi), await paidAt('sicoob', sicoob)]
  const { door } = needs
  // The other bank's payment is credited between the reading of the charge and its lock.
  const apply: typeof door.apply = async input => {
    await recordReceivedPayment(needs, first.rails, first.payment)
    return door.apply(input)
  }
  await recordReceivedPayment({ ...needs, door: { ...door, apply } }, second.rails, second.payment)
  await settle()
  expect([await api.stateOf(id), await bankOf(id), await api.availableBalance()]).toEqual([
    'Completed',
    'efi',
    '12.000000',
  ])
  const held = await sql`
    with links as materialized (select * from unmatched_payments where transaction_id = ${id})
    select l.reason, t.state, t.connection_id from links l join transactions t on t.id = l.unmatched_id`
  expect(held).toEqual([{ reason: 'SecondPayment', state: 'Refunded', connectionId: sicoob }])
  expect(await auditBooks(needs)).toEqual([])
})

const allow = (api: Api, allowsSecondCharge: boolean) =>
  assignBanks(needs, { merchantId: api.merchantId, ...both, allowsSecondCharge, allowsUnknownKeyOwner: false })
const heldFor = (id: string) => sql<{ reason: string; state: string; connectionId: string }[]>`
  with links as materialized (select * from unmatched_payments where transaction_id = ${id})
  select l.reason, t.state, t.connection_id from links l join transactions t on t.id = l.unmatched_id`

/** A charge at Sicoob that Efí has made, too, without answering. */
async function newAtBoth(api: Api, orderId: string): Promise<string> {
  await fault('act, then cut', { method: 'PUT', path: '/cob' })
  await fault('drop', { method: 'GET', path: '/cob' })
  const { body } = await ask(api, orderId)
  await bank.control('DELETE', '/faults')
  waitForBanks()
  return body.data.transaction.id
}

test('a charge that was made at two banks with permission is paid at either, also after the permission has ended', async () => {
  const api = await newMerchant({ allowsSecondCharge: true })
  const id = await newAtBoth(api, 'allowed then')
  await allow(api, false)
  waitForBanks()
  await pay('efi', id)
  await settle()
  expect([await api.stateOf(id), await bankOf(id)]).toEqual(['Completed', 'efi'])
  expect(await auditBooks(needs)).toEqual([])
})

test('a permission for second charges does not count for a charge that was made before', async () => {
  const api = await newMerchant()
  await fault('act, then cut', { method: 'PUT', path: '/cob' })
  await fault('drop', { method: 'GET', path: '/cob' })
  expect((await ask(api, 'not allowed then')).status).toBe(503)
  await bank.control('DELETE', '/faults')
  waitForBanks()
  await pass(60)
  // The first bank says that it does not have the charge, and has it.
  await fault('refusal', { method: 'GET', path: '/cob', status: 404 })
  await fault('refusal', { method: 'PUT', path: '/cob', status: 403 })
  const id = (await ask(api, 'not allowed then')).body.data.transaction.id
  expect(await bankOf(id)).toBe('sicoob')
  await bank.control('DELETE', '/faults')
  await allow(api, true)
  waitForBanks()
  await pay('efi', id)
  await settle()
  expect([await api.stateOf(id), await bankOf(id), await heldFor(id)]).toEqual(['Registered', 'sicoob', []])
  const open = await sql<{ merchantId: string; id: string }[]>`
    select merchant_id, id from bank_exceptions where state = 'Open' and said->>'code' = 'noCharge'`
  expect(open).toHaveLength(1)
  for (const one of open) await endException(needs, { ...one, act: 'return', by: 'Olga', note: 'of no charge' })
  await settle()
  expect(await auditBooks(needs)).toEqual([])
})

test.each(['unpaid', 'paid'])(
  'a payment at the second bank whose txid is named later is credited to its charge, or goes back if that was paid: %s',
  async state => {
    const hide = (pixHides: string[]) => bank.control('PUT', '/partners/efi/switches', { pixHides })
    const api = await newMerchant({ allowsSecondCharge: true })
    const id = await newAtBoth(api, `named later, ${state}`)
    const day = dayOf(needs.clock())
    if (state === 'paid') await pay('sicoob', id)
    await settle()
    await hide(['txid'])
    await pay('efi', id)
    await settle()
    await pass(7_200)
    await hide([])
    expect([await api.stateOf(id), await heldFor(id)]).toEqual([state === 'paid' ? 'Completed' : 'Registered', []])
    expect((await reconcileDay(needs, { connectionId: efi, day })).details).toEqual([])
    await settle()
    expect([await api.stateOf(id), await bankOf(id)]).toEqual(['Completed', state === 'paid' ? 'sicoob' : 'efi'])
    const returned = { reason: 'SecondPayment', state: 'Refunded', connectionId: efi }
    expect(await heldFor(id)).toEqual(state === 'paid' ? [returned] : [])
    expect(await api.availableBalance()).toBe('12.000000')
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('a charge without an answer is not made at another bank because its own is paused, nor after an HTTP 408', async () => {
  const api = await newMerchant()
  await fault('act, then cut', { method: 'PUT', path: '/cob' })
  await fault('drop', { method: 'GET', path: '/cob' })
  expect((await ask(api, 'then paused')).status).toBe(503)
  await pauseConnection(needs, efi, needs.clock())
  waitForBanks()
  expect((await ask(api, 'then paused')).status).toBe(503)
  await bank.control('DELETE', '/faults')
  waitForBanks()
  const { status, body } = await ask(api, 'then paused')
  expect([status, await bankOf(body.data.transaction.id)]).toEqual([201, 'efi'])

  await pauseConnection(needs, efi, null)
  waitForBanks()
  await fault('server error', { method: 'PUT', path: '/cob', status: 408 })
  expect((await ask(api, 'request timeout')).status).toBe(503)
})

test('a payout goes to the bank that holds the money, and to no other after a lost answer', async () => {
  const api = await newMerchant()
  await pauseConnection(needs, efi, needs.clock())
  waitForBanks()
  const id = await api.createCashIn({ amount: '5000', webhook })
  await pauseConnection(needs, efi, null)
  waitForBanks()
  await pay('sicoob', id)
  await settle()
  await volumeSummer(needs)()
  const joao = {
    recipient: { name: 'João Pereira', cpf: '11144477735' },
    key: { type: 'EMAIL', value: 'joao@mail.test' },
  }
  await pauseConnection(needs, sicoob, needs.clock())
  waitForBanks()
  const paused = await api.requestCashOut({ amount: '4000', webhook, ...joao })
  expect([paused.status, paused.body.error.details.reason]).toEqual([503, 'BankNotConnected'])
  await pauseConnection(needs, sicoob, null)
  waitForBanks()
  const wish = { amount: '4000', webhook, ...joao, transaction: { orderId: 'salary' } }
  await fault('act, then cut', { partner: 'sicoob', method: 'POST', times: 1 })
  const made = await api.requestCashOut(wish)
  const again = await api.requestCashOut(wish)
  expect([again.body.data.transaction.id, await bankOf(made.body.data.transaction.id)]).toEqual([
    made.body.data.transaction.id,
    'sicoob',
  ])
  await settle()
  expect(await api.stateOf(made.body.data.transaction.id)).toBe('Completed')
  const payouts = (await bank.control('GET', '/payouts')) as { partner: string; amount: string }[]
  expect(payouts.filter(({ amount }) => amount === '4000.00').map(({ partner }) => partner)).toEqual(['sicoob'])
})

test('a payout from a bank that only receives is refused with a reason that says so', async () => {
  const api = await newMerchant()
  const banks = { chargeConnections: [standard], payoutConnections: [standard, sicoob], initiationConnections: [] }
  const { merchantId } = api
  await assignBanks(needs, { merchantId, ...banks, allowsSecondCharge: false, allowsUnknownKeyOwner: false })
  waitForBanks()
  const id = await api.createCashIn({ amount: '90000', webhook })
  await pay('standard', id)
  await settle()
  await volumeSummer(needs)()
  const joao = { recipient: { name: 'João', cpf: '11144477735' }, key: { type: 'EMAIL', value: 'joao@mail.test' } }
  const { status, body } = await api.requestCashOut({ amount: '80000', webhook, ...joao })
  expect([status, body.error.details]).toMatchObject([
    503,
    { reason: 'BankNotConnected', message: expect.stringContaining('the bank that holds the money only receives') },
  ])
})

test('a payment that people approve goes by the bank that has the money when it is approved, and so does a batch row', async () => {
  const api = await newMerchant({ balance: '50' })
  const shop = { ...api, ...(await approvedReceiver(needs, api.merchantId)) }
  const by = { id: 'ana', name: 'Ana', realm: 'Partner' } as const
  await bank.control('PUT', `/keys/${cnpj.moinho}`, { name: 'Moinho Estrela', taxId: cnpj.moinho })
  const made = await api.post(requestsPath, {
    amount: '3',
    description: 'Flour',
    refReceiver: shop.receiverId,
    refBankAccount: shop.accountId,
  })
  const { id: requestId, refTransaction } = made.body.data
  const [finance, approver] = await Promise.all(
    (['finance', 'approver'] as const).map(role =>
      newPortalPerson(trilho, { merchantId: api.merchantId, roles: [role] }),
    ),
  )
  const withdrawal = await finance!.post(`/merchants/${api.merchantId}/withdrawals`, {
    amount: '4',
    key: { type: 'CNPJ', value: '11.222.333/0001-81' },
    description: 'Rent',
    formKey: crypto.randomUUID(),
  })
  expect(withdrawal.status).toBe(201)
  const [withdrawn] = await sql<{ id: string }[]>`
    select transaction_id as id from payment_requests where id = ${withdrawal.body.data.id}`
  const row = {
    name: 'João Pereira',
    taxNumber: '11144477735',
    keyType: 'EMAIL',
    key: 'joao@mail.test',
    amount: '5.00',
  }
  const batch = await api.post('/payout-batches', { name: 'Semana 46', kind: 'payouts', rows: [row] })
  expect(await Promise.all([refTransaction, withdrawn?.id ?? ''].map(bankOf))).toEqual(['efi', 'efi'])

  await pauseConnection(needs, efi, needs.clock())
  waitForBanks()
  await approveRequest(needs, { merchantId: api.merchantId, requestId, by, comment: null })
  const path = `/merchants/${api.merchantId}/requests/${withdrawal.body.data.id}/approve`
  expect((await approver!.post(path, { comment: 'ok' })).status).toBe(200)
  await approveBatch(needs, { merchantId: api.merchantId, batchId: batch.body.data.id, by, comment: null })
  await untilDone(() => runBatches(needs))
  const [paid] = await sql<{ transactionId: string }[]>`
    select transaction_id from payout_batch_rows where batch_id = ${batch.body.data.id}`
  const all = [refTransaction, withdrawn?.id ?? '', paid?.transactionId ?? '']
  expect(await Promise.all(all.map(bankOf))).toEqual(['sicoob', 'sicoob', 'sicoob'])
  await settle()
  expect(await auditBooks(needs)).toEqual([])
})

test('a bank below its minimum is filled up from another: the transfer leaves one bank and arrives at the other, once', async () => {
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const path = '/operator/bank-connections'
  const banks = async () => {
    await volumeSummer(needs)()
    const { body } = await operator.get(path)
    const of = (id: string) => body.data.items.find((one: { id: string }) => one.id === id)
    return { first: of(efi), second: of(sicoob) }
  }
  const before = await banks()
  const least = `${Number(before.first.balance) + 100}`
  await operator.send('PUT', `${path}/${efi}/least-balance`, { amount: least })
  const { proposal } = (await banks()).first
  expect(proposal).toEqual({ fromId: sicoob, amount: '100.000000' })

  for (const key of ['pix@efi.test', 'pix@sicoob.test'])
    await bank.control('PUT', `/keys/${key}`, {
      name: 'Trilho',
      taxId: '11222333000181',
      partner: key.slice(4, -5),
    })
  const transfer = (fields: object = {}) =>
    operator.send('POST', `${path}/${sicoob}/transfers`, { toId: efi, amount: '100', formKey, ...fields })
  const formKey = crypto.randomUUID()
  expect((await transfer({ formKey: crypto.randomUUID(), amount: '1000000' })).status).toBe(409)
  expect((await transfer({ toId: sicoob })).status).toBe(400)
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  expect((await transfer()).status).toBe(201)
  expect((await transfer()).status).toBe(201)
  await settle()
  const onItsWay = (await banks()).first
  expect([onItsWay.arriving.amount, onItsWay.proposal]).toEqual(['100.000000', null])
  // Another payer pays the same amount meanwhile: it is nobody's transfer.
  await bank.control('POST', '/keys/pix@efi.test/pay', { amount: '100.00' })
  await settle()
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  const payouts = (await bank.control('GET', '/payouts')) as { endToEndId: string; state: string }[]
  const sent = payouts.find(({ state }) => state === 'Processing')
  await bank.control('POST', `/payouts/${sent?.endToEndId}/complete`, {})
  await settle()
  await settle()

  const after = await banks()
  const moved = (one: 'first' | 'second') => Number(after[one].balance) - Number(before[one].balance)
  expect([moved('first'), moved('second'), after.first.proposal]).toEqual([200, -100, null])
  const open = await sql`select kind, subject, amount, expected, said from bank_exceptions where state = 'Open'`
  expect(open).toMatchObject([{ said: { code: 'noCharge', value: null } }])
  const [platform] = await sql`select available, held, suspense from balances where merchant_id = ${platformId}`
  expect(platform).toEqual({ available: 0n, held: 0n, suspense: 100_000_000n })
  const entries = await sql`select details from audit_entries where act = 'bank.transfer'`
  expect(entries).toEqual([{ details: { to: 'efi', amount: '100' } }])
  expect(await auditBooks(needs)).toEqual([])
})

test('a transfer between own accounts that does not arrive is an exception after an hour, once, until it arrives', async () => {
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const keyOfEfi = (partner: object) =>
    bank.control('PUT', '/keys/pix@efi.test', { name: 'Trilho', taxId: '11222333000181', ...partner })
  // Its bank pays it to an account that is not ours.
  await keyOfEfi({})
  const form = { toId: efi, amount: '7', formKey: crypto.randomUUID() }
  expect((await operator.send('POST', `/operator/bank-connections/${sicoob}/transfers`, form)).status).toBe(201)
  await settle()
  const open = () => sql`
    select subject, expected, said, state, act from bank_exceptions
     where merchant_id = ${platformId} and subject = 'reconciliation transferNotArrived'`
  await watchOwnTransfers(needs)
  expect(await open()).toEqual([])
  await pass(3600)
  for (let round = 0; round < 2; round++) await watchOwnTransfers(needs)
  const found = {
    subject: 'reconciliation transferNotArrived',
    expected: { code: 'amountReceived', value: '7.00' },
    said: { code: 'nothingReceived', value: null },
  }
  expect(await open()).toEqual([{ ...found, state: 'Open', act: null }])

  await keyOfEfi({ partner: 'efi' })
  const [sent] = await sql<{ endToEndId: string }[]>`
    select end_to_end_id from transactions where merchant_id = ${platformId} and amount = 7000000`
  const payment = { endToEndId: sent?.endToEndId ?? '', amount: 7_000_000n, charge: null, staticCode: null }
  const rails = await needs.railsOf(efi)
  await recordReceivedPayment(needs, rails, { ...payment, at: needs.clock(), payer: null, returns: [] })
  expect(await open()).toEqual([{ ...found, state: 'Ended', act: 'note' }])
  expect(await auditBooks(needs)).toEqual([])
})
