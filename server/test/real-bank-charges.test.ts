import { afterEach, expect, test, vi } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { expireCharges } from '../src/money/transactions/expire-charges.ts'
import { linksOf } from './kit/payment-links.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { parseBrCode } from './kit/br-code.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process: charges that end, also while its connection is paused. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)

let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)

const dialects = ['efi', 'standard', 'inter', 'sicoob'] as const
type Dialect = (typeof dialects)[number]
const webhook = { url: 'https://hooks.example.invalid/hook' }

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  trilho.clock.aheadMs = 0
})

/** A merchant at a bank. Servers cache a merchant's settings: this one has not been read yet. */
async function merchantAt(dialect: Dialect) {
  const api = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: connections[dialect] })
  return api
}

type Api = Awaited<ReturnType<typeof merchantAt>>

async function pay(dialect: Dialect, id: string, how: object = {}) {
  const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/${dialect}/${row?.externalId}/pay`, how)
  return pix?.[0]?.endToEndId as string
}

const setPaused = async (dialect: Dialect, pausedAt: Date | null) => {
  await pauseConnection(needs, connections[dialect], pausedAt)
  // Longer than a server remembers connections.
  laterMs += 5_000
}
const pause = (dialect: Dialect) => setPaused(dialect, needs.clock())
const resume = (dialect: Dialect) => setPaused(dialect, null)

async function settle() {
  for (let round = 0; round < 4; round++) {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 3_600_000
    await untilDone(() => sweepPayments(needs))
  }
}

test.each(dialects)(
  'while %s is paused no charge of it ends; what was paid there in time is credited afterwards, the rest cancelled',
  async dialect => {
    const api = await merchantAt(dialect)
    const charge = () => api.createCashIn({ amount: '6', webhook, expiresIn: 60 })
    const [paid, unpaid] = [await charge(), await charge()]
    await pause(dialect)
    await pay(dialect, paid)
    trilho.clock.aheadMs = 120_000
    await expireCharges(needs)
    await settle()
    expect([await api.stateOf(paid), await api.stateOf(unpaid)]).toEqual(['Registered', 'Registered'])
    await resume(dialect)
    await settle()
    expect([await api.stateOf(paid), await api.stateOf(unpaid)]).toEqual(['Completed', 'Canceled'])
    expect(await api.availableBalance()).toBe('6.000000')
    expect(await sql`select from unmatched_payments where merchant_id = ${api.merchantId}`).toHaveLength(0)
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('a charge that its merchant cancels while the bank is paused is cancelled there afterwards, or paid', async () => {
  const api = await merchantAt('efi')
  const [paid, unpaid] = [
    await api.createCashIn({ amount: '6', webhook }),
    await api.createCashIn({ amount: '6', webhook }),
  ]
  await pause('efi')
  await pay('efi', paid)
  for (const id of [paid, unpaid]) {
    const answer = await api.put(`/accounts/transactions/pix/${id}/cancel`)
    expect([answer.status, answer.body.data.transactionState]).toEqual([200, 'Registered'])
  }
  await resume('efi')
  await settle()
  expect([await api.stateOf(paid), await api.stateOf(unpaid)]).toEqual(['Completed', 'Canceled'])
  expect(await api.availableBalance()).toBe('6.000000')
})

test('a payment made in time for a charge that was cancelled here without its bank is not returned: a person decides', async () => {
  const api = await merchantAt('efi')
  const id = await api.createCashIn({ amount: '7', webhook })
  await pay('efi', id)
  trilho.clock.aheadMs = 1_000
  await needs.door.apply({ merchantId: api.merchantId, id, event: { kind: 'cancelled' } })
  const kept = async () => {
    await processCallbacks(needs)
    return sql`
      with links as materialized (select * from unmatched_payments where transaction_id = ${id})
      select t.state, e.said, e.state as exception from links s
        join transactions t on t.id = s.unmatched_id left join bank_exceptions e on e.transaction_id = t.id`
  }
  const open = [{ state: 'Completed', said: { code: 'paidInTime', value: null }, exception: 'Open' }]
  await expect.poll(kept).toEqual(open)
  await settle()
  expect(await kept()).toEqual(open)
  expect(await sql`select from bank_orders where kind = 'return'`).toHaveLength(0)
  expect(await auditBooks(needs)).toEqual([])
})

const timeless = (partner: string) =>
  bank.control('POST', '/faults', { kind: 'fields missing', partner, fields: ['horario'], path: '/pix', times: 1_000 })

test('a payment whose time the bank does not say, for a charge that was cancelled here, is not returned: a person decides', async () => {
  const api = await merchantAt('efi')
  const id = await api.createCashIn({ amount: '7', webhook })
  await pay('efi', id)
  await timeless('efi')
  trilho.clock.aheadMs = 1_000
  await needs.door.apply({ merchantId: api.merchantId, id, event: { kind: 'cancelled' } })
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const read = async () => {
    await processCallbacks(needs)
    const { items } = (await operator.get('/operator/exceptions')).body.data
    return items.find((one: { meantFor: { transactionId: string } | null }) => one.meantFor?.transactionId === id)
  }
  await expect.poll(read).toBeDefined()
  const one = await read()
  const shown = (await operator.get(`/operator/merchants/${one.merchant.id}/exceptions/${one.id}`)).body.data
  expect(shown.said.code).toBe('paidAtUnknownTime')
  expect(shown.actions.map(({ act }: { act: string }) => act)).toEqual(['settle', 'return', 'credit'])
  await settle()
  expect(await sql`select from bank_orders where kind = 'return'`).toHaveLength(0)
  expect(await sql`select state from bank_exceptions where id = ${one.id}`).toEqual([{ state: 'Open' }])
  await bank.control('DELETE', '/faults')
})

test('a payment whose time the bank does not say is credited to a charge that nobody has cancelled', async () => {
  const api = await merchantAt('efi')
  const id = await api.createCashIn({ amount: '6', webhook, expiresIn: 60 })
  await pause('efi')
  await pay('efi', id)
  await timeless('efi')
  trilho.clock.aheadMs = 120_000
  await resume('efi')
  await settle()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '6.000000'])
  await bank.control('DELETE', '/faults')
})

/** A payment in time, for a charge that was cancelled here without its bank; its exception as an operator sees it. */
async function paidInTime(create: (api: Api) => Promise<string>, amount: string) {
  const api = await merchantAt('efi')
  const id = await create(api)
  await pay('efi', id, { amount })
  trilho.clock.aheadMs = 1_000
  await needs.door.apply({ merchantId: api.merchantId, id, event: { kind: 'cancelled' } })
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const read = async () => {
    await processCallbacks(needs)
    const { items } = (await operator.get('/operator/exceptions')).body.data
    return items.find((one: { meantFor: { transactionId: string } | null }) => one.meantFor?.transactionId === id)
  }
  await expect.poll(read).toBeDefined()
  const one = await read()
  const path = `/operator/merchants/${one.merchant.id}/exceptions/${one.id}`
  const offered = async () => (await operator.get(path)).body.data.actions.map(({ act }: { act: string }) => act)
  const end = (act: string) => operator.post(`${path}/end`, { act, note: 'paid a minute before' })
  const { endToEndId } = (await operator.get(path)).body.data
  return { api, id, endToEndId: endToEndId as string, offered, end, credit: () => end('credit') }
}

test('a payment made in time for a charge that was cancelled here is credited by a person, once: the charge is completed', async () => {
  const create = (api: Api) => api.createCashIn({ amount: '7', webhook })
  const { api, id, offered, credit } = await paidInTime(create, '7.00')
  expect(await offered()).toEqual(['settle', 'return', 'credit'])
  const answers = await Promise.all([credit(), credit()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await settle()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '7.000000'])
  const inSuspense = await sql`
    with links as materialized (select * from unmatched_payments where transaction_id = ${id})
    select t.state from links l join transactions t on t.id = l.unmatched_id`
  expect(inSuspense).toEqual([{ state: 'Cancelled' }])
  expect(await sql`select from bank_orders where kind = 'return'`).toHaveLength(0)
  const events = await sql<{ payload: string }[]>`
    select payload from webhook_events where transaction_id = ${id} order by position`
  const states = events.map(({ payload }) => JSON.parse(payload).transactionState)
  expect(states).toEqual(['Cancelled', 'Completed'])
  const entries = await sql`select details from audit_entries where act = 'exception.credit'`
  expect(entries).toMatchObject([{ details: { changes: { state: { was: 'Open', is: 'Ended' } } } }])
  expect(await api.refund(id, { amount: '7' })).toMatchObject({ status: 201 })
  await settle()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Refunded', '0.000000'])
  expect(await auditBooks(needs)).toEqual([])
})

test('a payment in time that somebody has returned at the bank is neither credited nor returned again', async () => {
  const create = (api: Api) => api.createCashIn({ amount: '7', webhook })
  const { api, id, offered, credit, endToEndId, end } = await paidInTime(create, '7.00')
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await bank.control('POST', `/pix/${endToEndId}/force-return`, {})
  for (const { body } of [await credit(), await end('return')])
    expect(body.error.details).toMatchObject({
      reason: 'BankReportsOtherwise',
      message: 'the bank reports the order as returned',
    })
  expect(await offered()).toEqual(['settle'])
  expect((await end('settle')).status).toBe(200)
  await settle()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Canceled', '0.000000'])
  expect(await auditBooks(needs)).toEqual([])
})

test('a payment in time of another amount than a fixed one is not offered to be credited', async () => {
  const create = (api: Api) => api.createCashIn({ amount: '7', webhook })
  const { offered, credit } = await paidInTime(create, '6.00')
  expect(await offered()).toEqual(['settle', 'return'])
  expect((await credit()).body.error.details.reason).toBe('ExceptionActNotAllowed')
})

test('a credited charge of a payment link counts as paid there, unless the link has sold its stock since', async () => {
  let [made, url] = ['', '']
  const create = async (api: Api) => {
    const links = linksOf(trilho, api)
    ;({ id: made, url } = await links.make({ amount: '7.00', stock: 1, webhook }))
    return links.openCharge(url)
  }
  const [first, second] = [await paidInTime(create, '7.00'), await paidInTime(create, '7.00')]
  const links = linksOf(trilho, second.api)
  const other = await links.openCharge(url)
  const taken = await second.credit()
  expect([taken.status, taken.body.error.details.reason]).toEqual([409, 'PaymentLinkStockTaken'])
  await needs.door.apply({ merchantId: second.api.merchantId, id: other, event: { kind: 'cancelled' } })
  for (const { credit } of [first, second]) expect((await credit()).status).toBe(200)
  expect(await second.api.stateOf(second.id)).toBe('Completed')
  expect(await links.read(made)).toMatchObject({ state: 'SoldOut', openCount: 0, paidCount: 1 })
  expect(await auditBooks(needs)).toEqual([])
})

test.each(dialects)(
  'a payment that %s received after the end of a charge is returned, and not credited when the bank reports it again',
  async dialect => {
    const api = await merchantAt(dialect)
    const id = await api.createCashIn({ amount: '8', webhook, expiresIn: 60 })
    trilho.clock.aheadMs = 70_000
    await bank.control('POST', '/clock/advance', { seconds: 70 })
    await pay(dialect, id, { late: true })
    const unmatched = async () => {
      await processCallbacks(needs)
      return sql`
        with links as materialized (select * from unmatched_payments where transaction_id = ${id})
        select l.reason, t.state from links l join transactions t on t.id = l.unmatched_id`
    }
    await expect.poll(unmatched).toEqual([{ reason: 'AfterEnd', state: 'Completed' }])
    await expireCharges(needs)
    await settle()
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Canceled', '0.000000'])
    expect(await unmatched()).toEqual([{ reason: 'AfterEnd', state: 'Refunded' }])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('a bank that refuses our access to its charges counts as unavailable: a 503, not a 500, and nothing is stored', async () => {
  const api = await merchantAt('efi')
  const partners = (await bank.control('GET', '/partners')) as { name: string; scopes: string[] }[]
  const scopes = partners.find(({ name }) => name === 'efi')?.scopes ?? []
  const grant = async (granted: string[]) => {
    await bank.control('PUT', '/partners/efi/scopes', { scopes: granted })
    // Tokens that were given before keep their scopes.
    await bank.control('POST', '/clock/advance', { seconds: 400 })
  }
  await grant(scopes.filter(scope => scope !== 'cob.write'))
  const answer = await api.requestCashIn({ amount: '5', webhook })
  expect([answer.status, answer.body.error.details.reason]).toEqual([503, 'BankUnavailable'])
  expect(await sql`select from transactions where merchant_id = ${api.merchantId}`).toHaveLength(0)
  await grant(scopes)
  expect((await api.requestCashIn({ amount: '5', webhook })).status).toBe(201)
})

test('where a bank gives no copy-and-paste code, the code is made from the location of the charge, and can be paid', async () => {
  const api = await merchantAt('standard')
  await bank.control('PUT', '/partners/standard/switches', { codeField: null })
  const answer = await api.requestCashIn({ amount: '6', webhook })
  await bank.control('PUT', '/partners/standard/switches', { codeField: 'pixCopiaECola' })
  expect(answer.status).toBe(201)
  const { id } = answer.body.data.transaction
  const [row] = await sql<{ qrCode: string }[]>`select qr_code from transactions where id = ${id}`
  const code = parseBrCode(row?.qrCode ?? '')
  expect(code).toMatchObject({ location: expect.stringContaining('/'), key: null, amount: 6_000_000n, txid: null })
  await bank.control('POST', '/codes/pay', { code: row?.qrCode })
  const stateNow = async () => {
    await processCallbacks(needs)
    return api.stateOf(id)
  }
  await expect.poll(stateNow).toBe('Completed')
})

test.each([
  ['has removed itself', { remove: true }],
  ['calls expired', { values: { status: 'EXPIRADA' } }],
  ['has let expire', {}],
  ['has removed itself (and refuses without words)', { remove: true, kind: 'refusal in another form' }],
  ['has let expire (and refuses without words)', { kind: 'refusal in another form' }],
] as const)('a charge that the bank does not cancel any more, and %s, ends here too', async (_, ended) => {
  const api = await merchantAt('standard')
  const id = await api.createCashIn({ amount: '6', webhook, expiresIn: 60 })
  const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  if ('remove' in ended) await bank.control('POST', `/charges/standard/${row?.externalId}/remove`)
  const at = { partner: 'standard', path: '/cob/', times: 20 }
  const kind = 'kind' in ended ? ended.kind : 'refusal'
  await bank.control('POST', '/faults', { kind, status: 400, ...at, method: 'PATCH' })
  if ('values' in ended)
    await bank.control('POST', '/faults', { kind: 'fields changed', values: ended.values, ...at, method: 'GET' })
  // The clock of the bank is ahead by some minutes here.
  trilho.clock.aheadMs = 3_600_000
  await expireCharges(needs)
  await needs.bankOrders.stepAndWait()
  expect(await api.stateOf(id)).toBe('Canceled')
})

test('a charge that the bank will not cancel and that can still be paid stays open, and is soon for a person', async () => {
  const api = await merchantAt('standard')
  const id = await api.createCashIn({ amount: '6', webhook })
  const refusal = { kind: 'refusal', status: 400, partner: 'standard', path: '/cob/', method: 'PATCH', times: 20 }
  await bank.control('POST', '/faults', refusal)
  expect((await api.put(`/accounts/transactions/pix/${id}/cancel`)).body.data.transactionState).toBe('Registered')
  for (let round = 0; round < 8; round++) {
    trilho.clock.aheadMs += 600_000
    await needs.bankOrders.stepAndWait()
  }
  expect(await api.stateOf(id)).toBe('Registered')
  const open = await sql`select kind, said from bank_exceptions where transaction_id = ${id} and state = 'Open'`
  expect(open).toEqual([
    { kind: 'cancellation', said: { code: 'refused', value: expect.stringContaining('Operação não permitida') } },
  ])
})

test('a charge is credited by hand only with a payment that its bank has received for it', async () => {
  const api = await merchantAt('standard')
  const id = await api.createCashIn({ amount: '6', webhook })
  const other = await (await merchantAt('standard')).createCashIn({ amount: '6', webhook })
  const refusal = { kind: 'refusal', status: 400, partner: 'standard', path: '/cob/', method: 'PATCH', times: 20 }
  await bank.control('POST', '/faults', refusal)
  await api.put(`/accounts/transactions/pix/${id}/cancel`)
  for (let round = 0; round < 8; round++) {
    trilho.clock.aheadMs += 600_000
    await needs.bankOrders.stepAndWait()
  }
  const [open] = await sql<{ merchantId: string; id: string }[]>`
    select merchant_id, id from bank_exceptions where transaction_id = ${id} and state = 'Open'`
  if (open === undefined) throw new Error('there is no exception')
  const [endToEndId, ofOther] = [await pay('standard', id), await pay('standard', other)]
  const amount = 6_000_000n
  const settleWith = (brought: { endToEndId: string; amount: bigint }) =>
    endException(needs, { ...open, act: 'settle', by: 'Olga', note: 'as the bank says', ...brought })
  const last = endToEndId.endsWith('0') ? '1' : '0'
  const wrong = [
    { endToEndId: `${endToEndId.slice(0, -1)}${last}`, amount },
    { endToEndId: ofOther, amount },
    { endToEndId, amount: 5_000_000n },
  ]
  for (const brought of wrong)
    await expect(settleWith(brought)).rejects.toMatchObject({ reason: 'BankReportsOtherwise' })
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Registered', '0.000000'])
  await settleWith({ endToEndId, amount })
  await settle()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '6.000000'])
  expect(await auditBooks(needs)).toEqual([])
})

test('a charge in a state that nobody knows has not ended: its bank is asked again, and a person sees the state', async () => {
  const api = await merchantAt('standard')
  const id = await api.createCashIn({ amount: '6', webhook, expiresIn: 60 })
  const at = { partner: 'standard', path: '/cob/', times: 40 }
  await bank.control('POST', '/faults', { kind: 'refusal', status: 400, ...at, method: 'PATCH' })
  const values = { status: 'EM_ANALISE' }
  await bank.control('POST', '/faults', { kind: 'fields changed', values, ...at, method: 'GET' })
  trilho.clock.aheadMs = 3_600_000
  await expireCharges(needs)
  for (let round = 0; round < 8; round++) {
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 600_000
  }
  expect(await api.stateOf(id)).toBe('Registered')
  const open = await sql`select kind, said from bank_exceptions where transaction_id = ${id} and state = 'Open'`
  expect(open).toEqual([
    { kind: 'cancellation', said: { code: 'refused', value: expect.stringContaining('status EM_ANALISE') } },
  ])
})
