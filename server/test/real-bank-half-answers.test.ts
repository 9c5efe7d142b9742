import { afterEach, expect, test, vi } from 'vitest'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { volumeSummer } from '../src/operations/volumes/sum-up-volumes.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { platformId } from '../src/platform/lib/platform-id.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production beside a bank whose answers lack something, or are followed by none. */
const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { efi, inter, sicoob } = await bank.connectAll(needs)
const { passTime, sweep, callbacksDone } = sharedTime(trilho, bank)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

// Longer than a bank is left alone after it failed.
let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)

afterEach(async () => void (await bank.control('DELETE', '/faults')))

const merchantAt = async (connectionId: string) => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId, allowsUnknownKeyOwner: true })
  return api
}

async function settle(rounds = 5) {
  for (let round = 0; round < rounds; round++) {
    await needs.bankOrders.stepAndWait()
    await callbacksDone()
    laterMs += 60_000
    await passTime(60)
  }
}

const paidAtBank = async (partner: string) => {
  const payouts = (await bank.control('GET', '/payouts?all')) as {
    partner: string
    state: string
    endToEndId: string
  }[]
  return payouts.filter(one => one.partner === partner && one.state === 'Paid').map(({ endToEndId }) => endToEndId)
}

test('a payout that its bank took counts as sent, also if the question after it was not let out', async () => {
  const api = await merchantAt(efi)
  const put = { partner: 'efi', method: 'PUT', path: '/gn/pix/', times: 1 }
  await bank.control('POST', '/faults', { kind: 'act, then refusal', ...put, status: 400, text: 'Nao agora' })
  await bank.control('POST', '/faults', { kind: 'refusal', ...put, status: 400, name: 'pagamento_negado', text: 'Nao' })
  const question = { partner: 'efi', method: 'GET', path: '/enviados/', retryAfterSeconds: 3, times: 1 }
  await bank.control('POST', '/faults', { kind: 'too many requests', ...question })
  const id = await api.createCashOut({ amount: '4', webhook, ...joao })
  laterMs += 60_000
  await passTime(10)
  await settle()
  expect(await api.stateOf(id)).toBe('Completed')
  expect([await api.availableBalance(), (await paidAtBank('efi')).length]).toEqual(['46.000000', 1])
})

test('a refund that its bank took counts as sent, also if the question after it was not let out', async () => {
  const api = await merchantAt(efi)
  const id = await api.createCashIn({ amount: '20', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  await settle(2)
  expect(await api.stateOf(id)).toBe('Completed')
  const put = { partner: 'efi', method: 'PUT', path: '/devolucao/', times: 1 }
  await bank.control('POST', '/faults', { kind: 'act, then refusal', ...put, status: 400, text: 'Nao agora' })
  await bank.control('POST', '/faults', { kind: 'refusal', ...put, status: 400, text: 'Devolucao negada' })
  const question = { partner: 'efi', method: 'GET', path: '/devolucao/', retryAfterSeconds: 3, times: 1 }
  await bank.control('POST', '/faults', { kind: 'too many requests', ...question })
  await api.post(`/accounts/transactions/pix/${id}/refund`, { amount: '5.00' })
  laterMs += 60_000
  await passTime(10)
  const [order] = await sql<{ sends: number }[]>`
    select attempts - deferrals as sends from bank_orders where transaction_id = ${id}`
  expect(order?.sends).toBe(1)
  await settle()
  const refunds = await sql`select state from refunds where transaction_id = ${id}`
  expect(refunds).toEqual([{ state: 'Completed' }])
})

test('a payout that Inter reports as paid is booked when Inter names its end-to-end id, and agrees with the day’s list', async () => {
  const api = await merchantAt(inter)
  const missing = { kind: 'fields missing', partner: 'inter', method: 'GET', path: '/banking/v2/pix/' }
  await bank.control('POST', '/faults', { ...missing, fields: ['endToEnd'], times: 2 })
  const id = await api.createCashOut({ amount: '3', webhook, ...joao })
  await settle()
  const [row] = await sql<{ state: string; endToEndId: string }[]>`
    select state, end_to_end_id from transactions where id = ${id}`
  expect(row?.state).toBe('Completed')
  expect(await paidAtBank('inter')).toContain(row?.endToEndId)
  await passTime(86_400)
  const day = dayOf(new Date(needs.clock().getTime() - 86_400_000))
  const { details } = await reconcileDay(needs, { connectionId: inter, day })
  expect(details).toEqual([])
})

test('a transfer between own accounts from Inter is known by its end-to-end id where it arrives', async () => {
  const api = await merchantAt(inter)
  const id = await api.createCashIn({ amount: '50', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  await bank.control('POST', `/charges/inter/${charge?.externalId}/pay`, {})
  await settle(2)
  await volumeSummer(needs)()
  const operator = await newPortalPerson(trilho, { isOperator: true })
  await bank.control('PUT', '/keys/pix@efi.test', { name: 'Trilho', taxId: '11222333000181', partner: 'efi' })
  const missing = { kind: 'fields missing', partner: 'inter', method: 'GET', path: '/banking/v2/pix/' }
  await bank.control('POST', '/faults', { ...missing, fields: ['endToEnd'], times: 2 })
  const form = { toId: efi, amount: '9', formKey: crypto.randomUUID() }
  expect((await operator.send('POST', `/operator/bank-connections/${inter}/transfers`, form)).status).toBe(201)
  for (let round = 0; round < 3; round++) {
    await settle(2)
    await sweep()
  }
  const booked =
    await sql`select operation, state from transactions where merchant_id = ${platformId} order by operation`
  expect(booked).toEqual([
    { operation: 'pixCashIn', state: 'Completed' },
    { operation: 'pixCashOut', state: 'Completed' },
  ])
})

test.each([
  ['the first confirmation fails with 429', { kind: 'too many requests', retryAfterSeconds: 1 }, false],
  ['the first confirmation fails with 503', { kind: 'server error' }, false],
  ['the new look-up fails with 429', { kind: 'too many requests', retryAfterSeconds: 1 }, true],
  ['the new look-up fails with 503', { kind: 'server error' }, true],
])(
  'a payout whose look-up Sicoob takes no more is paid by another one, also if %s',
  async (_what, fault, isOfLookUp) => {
    const api = await merchantAt(sicoob)
    await bank.control('PUT', '/partners/sicoob/switches', { lookUpSeconds: 600 })
    const before = (await paidAtBank('sicoob')).length
    const id = await api.createCashOut({ amount: '5', webhook, ...joao })
    await passTime(3_600)
    const at = { partner: 'sicoob', method: 'POST', path: '/pagamentos', times: 1 }
    // A fault meets the next call: the confirmation is one before the look-up.
    const expired = { kind: 'refusal', status: 400, text: 'Consulta expirada' }
    for (const kind of isOfLookUp ? [expired, fault] : [fault])
      await bank.control('POST', '/faults', { ...kind, ...at })
    await settle()
    expect([await api.stateOf(id), (await paidAtBank('sicoob')).length - before]).toEqual(['Completed', 1])
  },
)

test('a payout at Sicoob whose confirmation is still on its way is not released because another look-up is refused', async () => {
  const api = await merchantAt(sicoob)
  await bank.control('PUT', '/settings', { tokenSeconds: 365 * 86_400 })
  await bank.control('PUT', '/partners/sicoob/switches', { lookUpSeconds: 12 * 3_600 })
  const before = await paidAtBank('sicoob')
  const confirmation = { partner: 'sicoob', method: 'POST', path: '/confirmacao', times: 1 }
  await bank.control('POST', '/faults', { kind: 'wait, then act', ms: 10_000, ...confirmation })
  const id = await api.createCashOut({ amount: '5', webhook, ...joao })
  const first = needs.bankOrders.stepAndWait()
  const isAsking = () =>
    sql`select 1 as one from bank_orders where transaction_id = ${id} and bank_reference is not null`
  await expect.poll(isAsking).toHaveLength(1)
  // An hour is over at once, and the lease of the order with it: another process takes it while the call is under way.
  await passTime(3_600)
  const refusal = { kind: 'refusal', status: 400 }
  await bank.control('POST', '/faults', { ...refusal, ...confirmation, text: 'Consulta expirada' })
  await bank.control('POST', '/faults', { ...refusal, ...confirmation, path: '/pagamentos', text: 'Chave bloqueada' })
  await needs.bankOrders.stepAndWait()
  expect(await paidAtBank('sicoob')).toEqual(before)
  await first
  expect(await paidAtBank('sicoob')).toHaveLength(before.length + 1)
  expect((await api.balance()).held).not.toBe('0.000000')

  // A person has the bank asked once more, and it has paid.
  const [doubt] = await sql<{ merchantId: string; id: string; said: { code: string } }[]>`
    select merchant_id, id, said from bank_exceptions where transaction_id = ${id} and state = 'Open'`
  expect(doubt?.said.code).toBe('doubtful')
  const ending = { merchantId: doubt?.merchantId ?? '', id: doubt?.id ?? '', by: 'Olga', note: 'Asked again' }
  await endException(needs, { ...ending, act: 'sendAgain' })
  await settle(2)
  expect([await api.stateOf(id), (await paidAtBank('sicoob')).length]).toEqual(['Completed', before.length + 1])
})
