import { afterEach, expect, test, vi } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import type { ExceptionAct } from '../src/operations/exceptions/actions.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { mostSteps } from '../src/money/bank-orders/schedule.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { returnDispute } from '../src/products/disputes/end-dispute.ts'
import { openDispute } from '../src/products/disputes/open-dispute.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production with a bank in a separate process, which makes returns and does not show them. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)
const dialects = ['efi', 'standard', 'inter', 'sicoob'] as const
type Dialect = (typeof dialects)[number]

let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  await sql`delete from bank_orders`
  trilho.clock.aheadMs = 0
  // The circuits of one test end before the next.
  laterMs += 3_600_000
})

/** A merchant that was paid R$ 100 at a bank. */
async function paidShop(dialect: Dialect) {
  const shop = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: shop.merchantId, connectionId: connections[dialect] })
  const id = await shop.createCashIn({ amount: '100', webhook: { url: 'https://hooks.example.invalid/hook' } })
  const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/${dialect}/${row?.externalId}/pay`)
  const state = async () => {
    await processCallbacks(needs)
    return shop.stateOf(id)
  }
  await expect.poll(state).toBe('Completed')
  const refunds = async () =>
    (await sql`select state from refunds where transaction_id = ${id} order by created_at`).map(one => one['state'])
  return { shop, id, endToEndId: pix[0].endToEndId as string, refunds }
}

/** The bank makes the return, its answer is lost, and reads of it get a 404. */
async function lose(partner: Dialect, notFound: object, path = '/pix/') {
  await bank.control('POST', '/faults', { kind: 'act, then cut', partner, method: 'PUT', path: '/devolucao/' })
  await bank.control('POST', '/faults', { partner, method: 'GET', path, times: 99, ...notFound })
}
const unknown = { kind: 'not found' }
const gateway = { kind: 'server error', status: 404 }

async function step(times = 1) {
  for (let one = 0; one < times; one++) {
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 600_000
  }
}

type Open = { merchantId: string; id: string; said: { code: string; value: string } }
const openException = async (transactionId: string) =>
  (
    await sql<Open[]>`
      select merchant_id, id, said from bank_exceptions where transaction_id = ${transactionId} and state = 'Open'`
  )[0]
const end = ({ merchantId, id }: Open, act: ExceptionAct, more: object = {}) =>
  endException(needs, { merchantId, id, act, by: 'Olga', note: 'as the bank says', ...more })

test.each(dialects)(
  'a refund that %s has made and does not show has not failed: the payment itself shows that it was returned',
  async dialect => {
    const { shop, id, refunds } = await paidShop(dialect)
    await lose(dialect, unknown, '/devolucao/')
    await shop.refund(id, { amount: '40' })
    await step(3)
    expect([await refunds(), await shop.availableBalance()]).toEqual([['Completed'], '60.000000'])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(dialects)(
  'a refund that %s has made and shows in capitals, in the payment only, is not in doubt',
  async dialect => {
    const { shop, id, refunds } = await paidShop(dialect)
    await lose(dialect, unknown, '/devolucao/')
    const capitals = { kind: 'capitals', partner: dialect, method: 'GET', path: '/pix/', fields: ['id'], times: 99 }
    await bank.control('POST', '/faults', capitals)
    await shop.refund(id, { amount: '40' })
    await step(3)
    expect([await refunds(), await shop.availableBalance()]).toEqual([['Completed'], '60.000000'])
  },
)

test.each(dialects)(
  'a refund that %s refuses as repeated and does not know is in doubt: an exception, and its money stays held until the bank shows it',
  async dialect => {
    const { shop, id, refunds } = await paidShop(dialect)
    await lose(dialect, unknown)
    await shop.refund(id, { amount: '40' })
    await step(9)
    expect([await refunds(), await shop.balance()]).toMatchObject([['Processing'], { held: '40.000000' }])
    const exception = (await openException(id)) as Open
    expect(exception.said.code).toBe('doubtful')
    // That the bank does not show it is no answer.
    await expect(end(exception, 'return')).rejects.toMatchObject({ reason: 'BankReportsOtherwise' })
    await expect(end(exception, 'release')).rejects.toMatchObject({
      problems: [{ info: { missingProperty: 'bankChecked' } }],
    })
    await bank.control('DELETE', '/faults')
    for (const act of ['return', 'release'] as const)
      await expect(end(exception, act, { bankChecked: true })).rejects.toMatchObject({ reason: 'BankReportsOtherwise' })
    await end(exception, 'sendAgain')
    await step()
    expect([await refunds(), await shop.availableBalance()]).toEqual([['Completed'], '60.000000'])
    expect(await openException(id)).toBeUndefined()
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(dialects)(
  'a 404 that a gateway in front of %s answers does not say that the bank does not know a refund',
  async dialect => {
    const { shop, id, refunds } = await paidShop(dialect)
    await lose(dialect, gateway)
    await shop.refund(id, { amount: '40' })
    await step(9)
    expect([await refunds(), await shop.balance()]).toMatchObject([['Processing'], { held: '40.000000' }])
    await bank.control('DELETE', '/faults')
    await step()
    expect([await refunds(), await shop.availableBalance()]).toEqual([['Completed'], '60.000000'])
  },
)

test.each(dialects)(
  'a refund is in doubt as long as %s shows neither it nor its payment, also after the last question: it is not returned anew',
  async dialect => {
    const { shop, id, refunds } = await paidShop(dialect)
    await lose(dialect, gateway)
    await shop.refund(id, { amount: '40' })
    await step(2)
    await sql`update bank_orders set step = ${mostSteps - 1} where transaction_id = ${id}`
    await step()
    const exception = (await openException(id)) as Open
    expect(exception.said.code).toBe('noEnd')
    await bank.control('DELETE', '/faults')
    await bank.control('POST', '/faults', { ...unknown, partner: dialect, method: 'GET', path: '/pix/', times: 99 })
    await expect(end(exception, 'return')).rejects.toMatchObject({ reason: 'BankReportsOtherwise' })
    await expect(end(exception, 'release')).rejects.toMatchObject({
      problems: [{ info: { missingProperty: 'bankChecked' } }],
    })
    expect([await refunds(), await shop.balance()]).toMatchObject([['Processing'], { held: '40.000000' }])
    await bank.control('DELETE', '/faults')
    await end(exception, 'sendAgain')
    await step()
    expect([await refunds(), await shop.availableBalance()]).toEqual([['Completed'], '60.000000'])
    expect(await auditBooks(needs)).toEqual([])
  },
)

/** A refund whose first order the bank has carried out and shows nowhere, so that a person has made it anew. */
async function madeAnew(dialect: Dialect, amount: string) {
  const paid = await paidShop(dialect)
  await lose(dialect, gateway)
  await paid.shop.refund(paid.id, { amount })
  await step(2)
  await sql`update bank_orders set step = ${mostSteps - 1} where transaction_id = ${paid.id}`
  await step()
  await bank.control('DELETE', '/faults')
  const reading = { partner: dialect, method: 'GET', times: 99 }
  await bank.control('POST', '/faults', { ...unknown, ...reading, path: '/devolucao/' })
  await bank.control('POST', '/faults', { kind: 'rows missing', ...reading, path: '/pix/' })
  await end((await openException(paid.id)) as Open, 'return')
  laterMs += 3_600_000
  const orderId = async () =>
    (await sql<{ id: string }[]>`select id from bank_orders where transaction_id = ${paid.id}`)[0]?.id ?? ''
  const made = async () =>
    (await bank.control('GET', '/pix?all')).find((one: { endToEndId: string }) => one.endToEndId === paid.endToEndId)
      .refunds as object[]
  return { ...paid, orderId, made }
}

test.each(dialects.flatMap(dialect => ['40', '100'].map(amount => [dialect, amount] as const)))(
  'a refund made anew, of which %s shows the first order at last (R$ %s), is completed by it: nothing is returned twice',
  async (dialect, amount) => {
    const { shop, refunds, made } = await madeAnew(dialect, amount)
    await bank.control('DELETE', '/faults')
    await step(2)
    expect([await refunds(), await shop.availableBalance()]).toEqual([['Completed'], `${100 - Number(amount)}.000000`])
    expect(await made()).toHaveLength(1)
    expect(await reconcile(dialect)).toMatchObject({ state: 'Clean' })
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(dialects)(
  'a refund made anew that %s refuses at last, and shows the first order as returned, has not failed',
  async dialect => {
    const { shop, endToEndId, orderId, refunds } = await madeAnew(dialect, '40')
    await bank.control('PUT', '/settings', { refundDelayMs: null })
    await step()
    const id = (await orderId()).replaceAll('-', '')
    await bank.control('PUT', '/settings', { refundDelayMs: 0 })
    await bank.control('DELETE', '/faults')
    await bank.control('POST', `/pix/${endToEndId}/refunds/${id}/refuse`)
    await step(2)
    expect([await refunds(), await shop.availableBalance()]).toEqual([['Completed'], '60.000000'])
    expect(await auditBooks(needs)).toEqual([])
  },
)

/** A dispute that an operator has entered and has returned, whose return the bank makes and does not show. */
async function lostDispute() {
  const { shop, id: transactionId, refunds } = await paidShop('sicoob')
  const { merchantId } = shop
  const entered = { openedBy: 'operator', reason: 'Fraud', details: null } as const
  const asked = { amount: 60_000_000n, bankReference: crypto.randomUUID(), ...entered }
  const { dispute } = await openDispute(needs, { merchantId, transactionId, ...asked })
  await lose('sicoob', unknown)
  await returnDispute(needs, { merchantId, disputeId: dispute.id })
  await step(9)
  const read = async () => (await shop.get('/disputes')).body.data.items[0]
  return { shop, transactionId, refunds, read }
}

test('a dispute whose return was given up by mistake ends as returned when a person books what the bank has returned', async () => {
  const { shop, transactionId, refunds, read } = await lostDispute()
  await end((await openException(transactionId)) as Open, 'release', { bankChecked: true })
  expect([(await read()).state, await shop.availableBalance()]).toEqual(['Released', '100.000000'])
  await bank.control('DELETE', '/faults')
  expect(await reconcile('sicoob')).toMatchObject({ state: 'Different' })
  await end((await openException(transactionId)) as Open, 'settle')
  expect([await read(), await refunds(), await shop.availableBalance()]).toMatchObject([
    { state: 'Returned', returnedAmount: '60.000000' },
    ['Failed', 'Completed'],
    '40.000000',
  ])
  expect(await reconcile('sicoob')).toMatchObject({ state: 'Clean' })
  expect(await auditBooks(needs)).toEqual([])
})

test('the money of a dispute stays blocked from its merchant while it is in doubt whether the bank has returned it', async () => {
  const { shop, transactionId, read } = await lostDispute()
  const stateOf = async () => (await read()).state
  expect([await stateOf(), await shop.availableBalance()]).toEqual(['Returning', '40.000000'])
  await bank.control('DELETE', '/faults')
  await end((await openException(transactionId)) as Open, 'settle')
  expect([await stateOf(), await shop.balance()]).toMatchObject([
    'Returned',
    { available: '40.000000', held: '0.000000' },
  ])
  expect(await auditBooks(needs)).toEqual([])
})

const reconcile = (dialect: Dialect) =>
  reconcileDay(needs, { connectionId: connections[dialect], day: dayOf(needs.clock()) })

test.each([
  ['efi', true],
  ['standard', false],
  ['inter', false],
  ['sicoob', true],
] as const)(
  'what %s has returned and the books lack is booked by a person as the bank reports it, once, and the day agrees',
  async (dialect, hasOther) => {
    const { shop, id, refunds } = await paidShop(dialect)
    if (hasOther) await shop.refund(id, { amount: '5' })
    await step(2)
    const [other, left] = hasOther ? [['Completed'], 95] : [[], 100]
    await lose(dialect, unknown)
    await shop.refund(id, { amount: '40' })
    await step(9)
    await end((await openException(id)) as Open, 'release', { bankChecked: true })
    expect([await refunds(), await shop.availableBalance()]).toEqual([[...other, 'Failed'], `${left}.000000`])
    await bank.control('DELETE', '/faults')
    expect(await reconcile(dialect)).toMatchObject({ state: 'Different' })
    const exception = (await openException(id)) as Open
    expect(exception.said).toEqual({ code: 'amountReturned', value: `${140 - left}.00` })
    const ends = await Promise.allSettled([end(exception, 'settle'), end(exception, 'settle')])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect([await refunds(), await shop.availableBalance()]).toEqual([
      [...other, 'Failed', 'Completed'],
      `${left - 40}.000000`,
    ])
    expect(await reconcile(dialect)).toMatchObject({ state: 'Clean' })
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each([
  ['no id', { kind: 'fields missing', fields: ['id'] }],
  ['an id of its own', { kind: 'fields changed', values: { id: 'D99999004202611180749sHdErH9rX10' } }],
  ['an id like ours that the books do not have', { kind: 'fields changed', values: { id: 'a0'.repeat(16) } }],
])('a whole refund that the bank has made and lists under %s has not failed: it is in doubt', async (_, shown) => {
  const { shop, id, refunds } = await paidShop('standard')
  await lose('standard', unknown, '/devolucao/')
  const listed = { partner: 'standard', method: 'GET', path: '/pix/', having: 'DEVOLVIDO', times: 99, ...shown }
  await bank.control('POST', '/faults', listed)
  await shop.refund(id)
  await step(9)
  expect([await refunds(), await shop.balance()]).toMatchObject([['Processing'], { held: '100.000000' }])
  expect((await openException(id))?.said.code).toBe('doubtful')
})

test('a refund that the bank goes on refusing in a form that nobody knows is an exception within hours', async () => {
  const { shop, id } = await paidShop('efi')
  const at = { partner: 'efi', method: 'PUT', path: '/devolucao/', times: 100 }
  const text = 'Limite diário da conta 11144477735 excedido, fale com o gerente.'
  await bank.control('POST', '/faults', { kind: 'refusal in another form', form: 'errors', status: 422, text, ...at })
  expect((await shop.refund(id)).status).toBe(201)
  for (let round = 0; round < 11; round++) {
    await step()
    trilho.clock.aheadMs += 3_000_000
  }
  const exception = (await openException(id)) as Open
  expect(exception.said).toEqual({ code: 'doubtful', value: expect.stringContaining(text) })
  await expect(end(exception, 'return')).rejects.toMatchObject({ reason: 'BankReportsOtherwise' })
})
