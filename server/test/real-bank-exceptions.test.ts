import { afterEach, expect, test } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import type { ExceptionAct } from '../src/operations/exceptions/actions.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { mostSteps } from '../src/money/bank-orders/schedule.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { unwatched } from './kit/state-watch.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production with a bank in a separate process, and operators who end what the bank left open. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { callbacksDone } = sharedTime(trilho, bank)
const connections = await bank.connectAll(needs)
type Dialect = keyof typeof connections

const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  await bank.control('PUT', '/settings', { payoutDelayMs: 0, refundDelayMs: 0 })
  // Orders that a test has left do not go to the bank of the next one.
  await unwatched(sql, tx => tx`update bank_orders set state = 'Held', next_step_at = null`)
  trilho.clock.aheadMs = 0
})

async function merchantAt(dialect: Dialect) {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, {
    merchantId: api.merchantId,
    connectionId: connections[dialect],
    allowsUnknownKeyOwner: true,
  })
  return api
}
type Api = Awaited<ReturnType<typeof merchantAt>>

/** Takes the steps of an order up to the last of its schedule, after which it is an exception. */
async function exceptionAfterLastStep(transactionId: string) {
  const untilDue = async () => {
    trilho.clock.aheadMs += 60_000
    await needs.bankOrders.stepAndWait()
  }
  await untilDue()
  await sql`update bank_orders set step = ${mostSteps - 1} where transaction_id = ${transactionId}`
  await untilDue()
  const [open] = await openExceptionsOf(transactionId)
  expect(open).toMatchObject({ said: { code: 'noEnd' } })
  return open as Exception
}

type Exception = { merchantId: string; id: string; bankOrderId: string }

const openExceptionsOf = (id: string) => sql`
  select merchant_id, id, bank_order_id, expected, said from bank_exceptions where transaction_id = ${id} and state = 'Open'`

const end = ({ merchantId, id }: { merchantId: string; id: string }, act: ExceptionAct, more: object = {}) =>
  endException(needs, { merchantId, id, act, by: 'Olga', note: 'as the bank says', ...more })

const isRefusedBecause = (state: string) => ({
  reason: 'BankReportsOtherwise',
  message: expect.stringContaining(`the bank reports the order as ${state}`),
})

const reference = { efi: 'id', inter: 'bankReference', sicoob: 'bankReference' } as const

/** What the bank calls a payout of ours, or we at the bank. */
async function atBank(dialect: keyof typeof reference, id: string): Promise<string> {
  const [order] = await sql<{ id: string; bankReference: string }[]>`
    select id, bank_reference from bank_orders where transaction_id = ${id}`
  return order?.[reference[dialect]].replaceAll(dialect === 'efi' ? '-' : ' ', '') ?? ''
}

test.each(['efi', 'inter', 'sicoob'] as const)(
  'a payout that %s has in process is not released: the bank is asked first, and again until it has an outcome',
  async dialect => {
    const api = await merchantAt(dialect)
    await bank.control('PUT', '/settings', { payoutDelayMs: null })
    const id = await api.createCashOut({ amount: '7', webhook, ...joao })
    const exception = await exceptionAfterLastStep(id)
    const name = await atBank(dialect, id)
    await expect(end(exception, 'release')).rejects.toMatchObject(isRefusedBecause('accepted'))
    await bank.control('POST', '/faults', { kind: 'malformed', partner: dialect, method: 'GET' })
    await expect(end(exception, 'release')).rejects.toMatchObject({ reason: 'BankUnavailable' })
    // A gateway that answers instead of the bank knows nothing of its payouts.
    await bank.control('POST', '/faults', { kind: 'server error', status: 404, partner: dialect, method: 'GET' })
    await expect(end(exception, 'release')).rejects.toMatchObject({ reason: 'BankUnavailable' })
    await bank.control('POST', `/payouts/${name}/complete`)
    await expect(end(exception, 'release')).rejects.toMatchObject(isRefusedBecause('paid'))
    expect([await api.stateOf(id), await api.balance()]).toMatchObject(['Registered', { held: '7.000000' }])
    await end(exception, 'sendAgain')
    await needs.bankOrders.stepAndWait()
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '43.000000'])
    expect(await openExceptionsOf(id)).toEqual([])
  },
)

/** A payout that its bank has in process, and said not to know when a person released it. */
async function releaseUnderWay(dialect: 'efi' | 'sicoob') {
  const api = await merchantAt(dialect)
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const lost = dialect === 'efi' ? { method: 'PUT', path: '/gn/pix' } : { method: 'POST', path: '/confirmacao' }
  await bank.control('POST', '/faults', { kind: 'act, then cut', partner: dialect, ...lost })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  await bank.control('POST', '/faults', { kind: 'malformed', partner: dialect, method: 'GET', times: 2 })
  const exception = await exceptionAfterLastStep(id)
  const name = await atBank(dialect, id)
  await bank.control('POST', '/faults', { kind: 'not found', partner: dialect, method: 'GET' })
  await end(exception, 'release')
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Error', '50.000000'])
  return { api, id, name }
}

test.each(['efi', 'sicoob'] as const)(
  'a payout that %s reports as paid after its release is one exception, however often it is reported, until it is settled',
  async dialect => {
    const { api, id, name } = await releaseUnderWay(dialect)
    await bank.control('POST', '/callback-faults', { kind: 'duplicate', copies: 3 })
    await bank.control('POST', `/payouts/${name}/complete`)
    await callbacksDone({ alsoLater: true })
    const [late, ...others] = await openExceptionsOf(id)
    expect(late).toMatchObject({ expected: { code: 'paymentIs', value: 'Error' }, said: { code: 'paid' } })
    expect(others).toEqual([])
    const found = late as { merchantId: string; id: string; said: { value: string } }
    await expect(end(found, 'release')).rejects.toMatchObject(isRefusedBecause('paid'))
    await end(found, 'settle', { endToEndId: found.said.value })
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '43.000000'])
    for (const { id: callback } of (await bank.control('GET', '/callbacks?all')) as { id: string }[])
      await bank.control('POST', `/callbacks/${callback}/resend`)
    await callbacksDone({ alsoLater: true })
    expect(await openExceptionsOf(id)).toEqual([])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('a payout that sicoob reports as paid after its release, but does not find at once, is asked about again', async () => {
  const { id, name } = await releaseUnderWay('sicoob')
  await bank.control('POST', '/faults', { kind: 'not found', partner: 'sicoob', method: 'GET' })
  await bank.control('POST', `/payouts/${name}/complete`)
  const isReported = async () => {
    await processCallbacks(needs)
    trilho.clock.aheadMs += 60_000
    return (await openExceptionsOf(id)).map(({ said }) => said.code)
  }
  await expect.poll(isReported).toEqual(['paid'])
})

test.each([
  ['efi', '***.444.777-**'],
  ['inter', '***.444.777-**'],
  ['sicoob', '11144477735'],
] as const)(
  'a payout is settled only as %s, asked then, has paid it, with the recipient whom the bank names',
  async (dialect, taxNumber) => {
    const api = await merchantAt(dialect)
    await bank.control('PUT', '/settings', { payoutDelayMs: null })
    const id = await api.createCashOut({ amount: '7', webhook, ...joao })
    const exception = await exceptionAfterLastStep(id)
    const name = await atBank(dialect, id)
    const invented = { endToEndId: `E${'9'.repeat(31)}` }
    await expect(end(exception, 'settle', invented)).rejects.toMatchObject(isRefusedBecause('accepted'))
    const { endToEndId } = await bank.control('POST', `/payouts/${name}/complete`)
    await expect(end(exception, 'settle', invented)).rejects.toMatchObject({ reason: 'BankReportsOtherwise' })
    expect(await api.stateOf(id)).toBe('Registered')
    await end(exception, 'settle', { endToEndId })
    expect((await api.read(id)).body.data.transaction).toMatchObject({
      state: 'Completed',
      receiptVoucher: endToEndId,
      recipient: { name: 'João Pereira', taxNumber },
    })
    expect(await auditBooks(needs)).toEqual([])
  },
)

/** A payout that the bank has sent and that was reversed here, because the bank did not show it for a while. */
async function reversedPayout() {
  const api = await merchantAt('efi')
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  for (let steps = 0; steps < 2; steps++) {
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 60_000
  }
  await callbacksDone({ alsoLater: true })
  const voucher = (await api.read(id)).body.data.transaction.receiptVoucher as string
  const called = (name: string) =>
    unwatched(sql, tx => tx`update transactions set end_to_end_id = ${name} where id = ${id}`)
  await called(`E${'9'.repeat(31)}`)
  await reconcileToday()
  const [missing] = await openExceptionsOf(id)
  await bank.control('POST', '/faults', { kind: 'not found', partner: 'efi', method: 'GET' })
  await end(missing as Open, 'release')
  await called(voucher)
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Reversed', '50.000000'])
  return { api, id, voucher }
}
type Open = { merchantId: string; id: string; said: { code: string; value: string } }
const reconcileToday = () => reconcileDay(needs, { connectionId: connections.efi, day: dayOf(needs.clock()) })

const reporting = {
  'a callback': async () => {
    for (const { id } of (await bank.control('GET', '/callbacks?all')) as { id: string }[])
      await bank.control('POST', `/callbacks/${id}/resend`)
    await callbacksDone({ alsoLater: true })
  },
  'the reconciliation': reconcileToday,
}

test.each(Object.entries(reporting))(
  'a payout that was reversed here and that %s reports as paid is settled by a person: its merchant pays it again, once',
  async (_, report) => {
    const { api, id, voucher } = await reversedPayout()
    await report()
    const [late, ...others] = await openExceptionsOf(id)
    expect(others).toEqual([])
    await end(late as Open, 'settle', { endToEndId: voucher })
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '43.000000'])
    await reporting['a callback']()
    expect((await reconcileToday()).details.filter(({ transaction }) => transaction?.id === id)).toEqual([])
    expect(await openExceptionsOf(id)).toEqual([])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('a merchant that has spent the money of a reversed payout owes it when the bank has paid after all', async () => {
  const { api, id, voucher } = await reversedPayout()
  await api.createCashOut({ amount: '48', webhook, ...joao })
  await reporting['a callback']()
  const [late] = await openExceptionsOf(id)
  await end(late as Open, 'settle', { endToEndId: voucher })
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '-5.000000'])
  expect(await auditBooks(needs)).toEqual([])
})

test('a payout of which inter never gave its reference cannot be asked about: a person who has read its record releases it', async () => {
  const api = await merchantAt('inter')
  const sent = { partner: 'inter', method: 'POST', path: '/banking/v2/pix' }
  await bank.control('POST', '/faults', { kind: 'drop', ...sent, times: 99 })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  const exception = await exceptionAfterLastStep(id)
  await bank.control('DELETE', '/faults')
  await expect(end(exception, 'sendAgain')).rejects.toMatchObject({ reason: 'ExceptionActNotAllowed' })
  await expect(end(exception, 'release')).rejects.toMatchObject({
    problems: [{ info: { missingProperty: 'bankChecked' } }],
  })
  await end(exception, 'release', { bankChecked: true })
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Error', '50.000000'])
  expect(await bank.control('GET', '/payouts?all')).not.toContainEqual(
    expect.objectContaining({ partner: 'inter', amount: '7.00', state: 'Created' }),
  )
})

/** What an operator sees of an exception, and what the bank answers when it is asked. */
async function seenBy(operator: Awaited<ReturnType<typeof newPortalPerson>>, { merchantId, id }: Open | Exception) {
  const path = `/operator/merchants/${merchantId}/exceptions/${id}`
  const seen = ({ body }: Awaited<ReturnType<typeof operator.get>>) => ({
    offered: body.data.actions.map(({ act }: { act: string }) => act),
    withheld: body.data.withheld,
    answer: body.data.bankAnswer?.state ?? null,
    canAsk: body.data.canAskBank,
  })
  return { read: async () => seen(await operator.get(path)), ask: async () => seen(await operator.post(`${path}/ask`)) }
}

test.each(['efi', 'sicoob'] as const)(
  'of a payout only what agrees with the last answer of %s is offered; the bank is asked again on request',
  async dialect => {
    const api = await merchantAt(dialect)
    await bank.control('PUT', '/settings', { payoutDelayMs: null })
    const id = await api.createCashOut({ amount: '7', webhook, ...joao })
    const exception = await exceptionAfterLastStep(id)
    const operator = await newPortalPerson(trilho, { isOperator: true })
    const { read, ask } = await seenBy(operator, exception)
    const all = { offered: ['settle', 'release', 'sendAgain'], withheld: [], canAsk: true }
    expect(await read()).toEqual({ ...all, answer: null })
    const inProcess = { offered: ['sendAgain'], withheld: ['settle', 'release'], answer: 'accepted', canAsk: true }
    await expect(end(exception, 'release')).rejects.toMatchObject(isRefusedBecause('accepted'))
    expect(await read()).toEqual(inProcess)
    await bank.control('POST', `/payouts/${await atBank(dialect, id)}/complete`)
    expect(await ask()).toEqual({ ...all, offered: ['settle', 'sendAgain'], withheld: ['release'], answer: 'paid' })
    await bank.control('POST', '/faults', { kind: 'not found', partner: dialect, method: 'GET' })
    expect(await ask()).toEqual({
      ...all,
      offered: ['release', 'sendAgain'],
      withheld: ['settle'],
      answer: 'unknown',
    })
    const asked = await sql`select details from audit_entries where subject = ${exception.id} order by at, sequence`
    expect(asked.map(({ details }) => details.answer)).toEqual(['paid', 'unknown'])
  },
)

/** A charge that was paid at the bank. */
async function paidCharge(dialect: Dialect, api: Api) {
  const id = await api.createCashIn({ amount: '9', webhook })
  const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/${dialect}/${row?.externalId}/pay`)
  const state = async () => {
    await processCallbacks(needs)
    return api.stateOf(id)
  }
  await expect.poll(state).toBe('Completed')
  const refundsAtBank = async () => {
    const all = (await bank.control('GET', '/pix?all')) as { endToEndId: string; refunds: { status: string }[] }[]
    return all.find(({ endToEndId }) => endToEndId === pix[0].endToEndId)?.refunds.map(({ status }) => status)
  }
  return { id, endToEndId: pix[0].endToEndId as string, refundsAtBank }
}

const dialects = ['efi', 'standard', 'inter', 'sicoob'] as const

test.each(dialects)(
  'a refund of unknown fate is not returned anew, nor released, while %s has it in process or has returned it',
  async dialect => {
    const api = await merchantAt(dialect)
    const { id, endToEndId, refundsAtBank } = await paidCharge(dialect, api)
    await bank.control('PUT', '/settings', { refundDelayMs: null })
    await api.refund(id, { amount: '4' })
    const exception = await exceptionAfterLastStep(id)
    const { read, ask } = await seenBy(await newPortalPerson(trilho, { isOperator: true }), exception)
    expect(await read()).toMatchObject({ offered: ['settle', 'release', 'sendAgain'], withheld: ['return'] })
    for (const act of ['return', 'release'] as const)
      await expect(end(exception, act)).rejects.toMatchObject(isRefusedBecause('accepted'))
    await expect(end(exception, 'settle')).rejects.toMatchObject(isRefusedBecause('accepted'))
    expect(await read()).toMatchObject({ offered: ['sendAgain'], answer: 'accepted' })
    await bank.control('POST', `/pix/${endToEndId}/refunds/${exception.bankOrderId.replaceAll('-', '')}/complete`)
    expect(await ask()).toMatchObject({ offered: ['settle', 'sendAgain'], answer: 'returned' })
    for (const act of ['return', 'release'] as const)
      await expect(end(exception, act)).rejects.toMatchObject(isRefusedBecause('returned'))
    await end(exception, 'settle')
    await needs.bankOrders.stepAndWait()
    expect(await refundsAtBank()).toEqual(['DEVOLVIDO'])
    expect(await api.balance()).toMatchObject({ available: '55.000000', held: '0.000000' })
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(dialects)('a refund that %s does not know is returned anew, once', async dialect => {
  const api = await merchantAt(dialect)
  const { id, refundsAtBank } = await paidCharge(dialect, api)
  await bank.control('POST', '/faults', { kind: 'drop', partner: dialect, method: 'PUT', path: 'devolucao', times: 99 })
  await api.refund(id, { amount: '4' })
  const exception = await exceptionAfterLastStep(id)
  await bank.control('DELETE', '/faults')
  await bank.control('POST', '/faults', { kind: 'drop', partner: dialect, method: 'GET', times: 9 })
  await expect(end(exception, 'return')).rejects.toMatchObject({ reason: 'BankUnavailable' })
  const { read, ask } = await seenBy(await newPortalPerson(trilho, { isOperator: true }), exception)
  expect(await read()).toMatchObject({
    offered: ['settle', 'release', 'sendAgain'],
    withheld: ['return'],
    answer: null,
  })
  await bank.control('DELETE', '/faults')
  expect(await ask()).toMatchObject({ offered: ['settle', 'release', 'sendAgain', 'return'], answer: 'unknown' })
  await end(exception, 'return')
  for (let step = 0; step < 3; step++) {
    trilho.clock.aheadMs += 3_600_000
    await needs.bankOrders.stepAndWait()
  }
  expect(await refundsAtBank()).toEqual(['DEVOLVIDO'])
  expect(await api.balance()).toMatchObject({ available: '55.000000', held: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})
