import { afterEach, expect, test } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import type { ExceptionAct } from '../src/operations/exceptions/actions.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { mostSteps } from '../src/money/bank-orders/schedule.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production with a bank in a separate process, and operators who end what the bank left open. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
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
  await sql`delete from bank_orders`
  trilho.clock.aheadMs = 0
})

async function merchantAt(dialect: Dialect) {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: connections[dialect] })
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
  return open as { merchantId: string; id: string; bankOrderId: string }
}

const openExceptionsOf = (id: string) => sql`
  select merchant_id, id, bank_order_id, expected, said from bank_exceptions where transaction_id = ${id} and state = 'Open'`

const end = ({ merchantId, id }: { merchantId: string; id: string }, act: ExceptionAct, more: object = {}) =>
  endException(needs, { merchantId, id, act, by: 'Olga', note: 'as the bank says', ...more })

const isRefusedBecause = (state: string) => ({
  reason: 'BankReportsOtherwise',
  message: expect.stringContaining(`the bank reports the order as ${state}`),
})

/** Processes callbacks until all that the bank has to send were processed. */
async function callbacksDone() {
  const due = async () => {
    await processCallbacks(needs)
    const left = (await bank.control('GET', '/callbacks?all')) as { state: string }[]
    const notices = await sql`select from bank_notices where next_step_at is not null`
    return left.filter(({ state }) => state === 'due').length + notices.length
  }
  await expect.poll(due).toBe(0)
}

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
    await bank.control('POST', `/payouts/${name}/complete`)
    await expect(end(exception, 'release')).rejects.toMatchObject(isRefusedBecause('paid'))
    expect([await api.stateOf(id), await api.balance()]).toMatchObject(['Registered', { held: '7.000000' }])
    await end(exception, 'sendAgain')
    await needs.bankOrders.stepAndWait()
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '43.000000'])
    expect(await openExceptionsOf(id)).toEqual([])
  },
)

test.each(['efi', 'sicoob'] as const)(
  'a payout that %s reports as paid after its release is one exception, however often it is reported, until it is settled',
  async dialect => {
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

    await bank.control('POST', '/callback-faults', { kind: 'duplicate', copies: 3 })
    await bank.control('POST', `/payouts/${name}/complete`)
    await callbacksDone()
    const [late, ...others] = await openExceptionsOf(id)
    expect(late).toMatchObject({ expected: { code: 'paymentIs', value: 'Error' }, said: { code: 'paid' } })
    expect(others).toEqual([])
    const found = late as { merchantId: string; id: string; said: { value: string } }
    await expect(end(found, 'release')).rejects.toMatchObject(isRefusedBecause('paid'))
    await end(found, 'settle', { endToEndId: found.said.value })
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '43.000000'])
    for (const { id: callback } of (await bank.control('GET', '/callbacks?all')) as { id: string }[])
      await bank.control('POST', `/callbacks/${callback}/resend`)
    await callbacksDone()
    expect(await openExceptionsOf(id)).toEqual([])
    expect(await auditBooks(needs)).toEqual([])
  },
)

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
    for (const act of ['return', 'release'] as const)
      await expect(end(exception, act)).rejects.toMatchObject(isRefusedBecause('accepted'))
    await bank.control('POST', `/pix/${endToEndId}/refunds/${exception.bankOrderId.replaceAll('-', '')}/complete`)
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
  await bank.control('DELETE', '/faults')
  await end(exception, 'return')
  for (let step = 0; step < 3; step++) {
    trilho.clock.aheadMs += 3_600_000
    await needs.bankOrders.stepAndWait()
  }
  expect(await refundsAtBank()).toEqual(['DEVOLVIDO'])
  expect(await api.balance()).toMatchObject({ available: '55.000000', held: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})
