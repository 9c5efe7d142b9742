import { afterEach, expect, test, vi } from 'vitest'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { approveRequest } from '../src/products/company-payments/requests/decide-request.ts'
import { assignBanks, assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(production, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
await bank.connect(needs, 'inter', true)
await untilDone(() => ensureCallbackUrls(needs))
const api = await trilho.newMerchant({ balance: '50' })
const webhook = { url: 'https://hooks.example.invalid/hook' }
const key = { type: 'EMAIL', value: 'joao@mail.test' }
const joao = { name: 'João Pereira', cpf: '11144477735' }
const maria = { name: 'Maria da Silva', cpf: '52998224725' }

// Longer than a bank is left alone after it failed.
let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)
const waitForBanks = () => (laterMs += 60_000)

afterEach(async () => void (await bank.control('DELETE', '/faults')))

type To = { recipient: typeof joao; key: { type: string; value: string } }
const send = async (to: To) => {
  const payment = { ...to, value: '2.00' }
  const { status, body } = await api.post('/accounts/pix/cashout', { payment, webhook })
  return [status, body.error?.details.reason ?? null]
}
const payoutsAtBank = async () => {
  const calls: { method: string; path: string }[] = await bank.control('GET', '/calls')
  return calls.filter(({ method, path }) => method === 'POST' && path === '/banking/v2/pix').length
}

test('a bank that does not check the owner of a key pays no key of an unknown owner, unless the key is the recipient’s CPF', async () => {
  expect(await send({ recipient: joao, key })).toEqual([409, 'PixKeyOwnerUnknown'])
  const { body } = await api.post('/accounts/pix/cashout/check', { payment: { recipient: joao, key, value: '2.00' } })
  expect(body.data.refusal.reason).toBe('PixKeyOwnerUnknown')
  expect([await payoutsAtBank(), await api.availableBalance()]).toEqual([0, '50.000000'])
  expect(await send({ recipient: maria, key: { type: 'CPF', value: maria.cpf } })).toEqual([201, null])
})

test('another connected bank is asked for the owner: a key of another person is refused, one of the recipient is paid', async () => {
  await bank.connect(needs, 'sicoob', false)
  expect(await send({ recipient: maria, key })).toEqual([409, 'PixKeyOwnerMismatch'])
  const unknown = { type: 'EMAIL', value: 'nobody@mail.test' }
  expect(await send({ recipient: joao, key: unknown })).toEqual([409, 'PixKeyNotFound'])
  expect(await send({ recipient: joao, key })).toEqual([201, null])
})

test('of several banks that look keys up, the next one is asked while one is away, refuses, or hides the owner', async () => {
  await bank.control('POST', '/partners', { name: 'sicoob-2', dialect: 'sicoob' })
  const settings = await bank.settingsOf('sicoob-2', 'sicoob')
  await connectBank(needs, { name: 'sicoob-2', dialect: 'sicoob', isDefault: false, settings })
  for (const partner of ['sicoob', 'sicoob-2'])
    for (const fault of [
      { kind: 'drop', times: 50 },
      { kind: 'refusal', path: '/pagamentos', status: 400, text: 'Consulta indisponível', times: 50 },
      { kind: 'no access', path: '/pagamentos', times: 50 },
      { kind: 'fields changed', path: '/pagamentos', values: { identificador: null }, times: 50 },
    ]) {
      await bank.control('POST', '/faults', { partner, ...fault })
      expect(await send({ recipient: joao, key })).toEqual([201, null])
      await bank.control('DELETE', '/faults')
      waitForBanks()
    }
  await sql`delete from bank_connections where name = 'sicoob-2'`
})

test('a merchant that allows unknown owners pays without that look-up, also while the other bank is away', async () => {
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'sicoob', times: 50 })
  expect(await send({ recipient: joao, key })).toEqual([409, 'PixKeyOwnerUnknown'])
  const [inter] = await sql<{ id: string }[]>`select id from bank_connections where dialect = 'inter'`
  const allowed = { merchantId: api.merchantId, connectionId: inter?.id ?? null, allowsUnknownKeyOwner: true }
  await assignConnection(needs, allowed)
  expect(await send({ recipient: joao, key })).toEqual([201, null])
})

test('a masked owner is compared by what is visible: another person is refused, and the rest counts as unknown', async () => {
  const [row] = await sql<{ id: string }[]>`select id from bank_connections where dialect = 'sicoob'`
  const merchant = await trilho.newMerchant({ balance: '50' })
  const atSicoob = { merchantId: merchant.merchantId, connectionId: row?.id ?? null }
  await assignConnection(needs, atSicoob)
  const payTo = async (identificador: string | null, by = merchant) => {
    // One look-up for each payout: a second one would see the owner.
    const at = { partner: 'sicoob', method: 'POST', path: '/pagamentos', times: 1 }
    await bank.control('POST', '/faults', { kind: 'fields changed', values: { identificador }, ...at })
    const payment = { recipient: joao, key, value: '2.00' }
    const { status, body } = await by.post('/accounts/pix/cashout', { payment, webhook })
    await bank.control('DELETE', '/faults')
    return [status, body.error?.details.reason ?? null]
  }
  expect(await payTo('***.982.247-**')).toEqual([409, 'PixKeyOwnerMismatch'])
  expect(await payTo('***.444.777-**')).toEqual([409, 'PixKeyOwnerUnknown'])
  expect(await payTo(null)).toEqual([409, 'PixKeyOwnerUnknown'])
  expect(await payTo('111.444.777-35')).toEqual([201, null])
  const other = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { ...atSicoob, merchantId: other.merchantId, allowsUnknownKeyOwner: true })
  expect(await payTo('***.444.777-**', other)).toEqual([201, null])
  expect(await payTo('***.982.247-**', other)).toEqual([409, 'PixKeyOwnerMismatch'])
})

test('a payout that people approve is compared with the owner again where it goes to a bank that does not compare', async () => {
  const efi = await bank.connect(needs, 'efi', false)
  await untilDone(() => ensureCallbackUrls(needs))
  const [inter] = await sql<{ id: string }[]>`select id from bank_connections where dialect = 'inter'`
  const merchant = await trilho.newMerchant({ balance: '50' })
  const { merchantId } = merchant
  const payoutConnections = [efi, inter?.id ?? '']
  const banks = { chargeConnections: [efi], payoutConnections, initiationConnections: [] }
  await assignBanks(needs, { merchantId, ...banks, allowsSecondCharge: false, allowsUnknownKeyOwner: false })
  await sql`update merchants set api_payout_approval_above = 0 where id = ${merchantId}`
  waitForBanks()
  const request = async (recipient: typeof joao) => {
    const payment = { recipient, key, value: '2.00' }
    const { status, body } = await merchant.post('/accounts/pix/cashout', { payment, webhook })
    expect(status).toBe(201)
    const [row] = await sql<{ id: string; connectionId: string }[]>`
      select r.id, t.connection_id from payment_requests r join transactions t on t.id = r.transaction_id
       where r.transaction_id = ${body.data.transaction.id}`
    expect(row?.connectionId).toBe(efi)
    return row?.id ?? ''
  }
  const [ofMaria, ofJoao] = [await request(maria), await request(joao)]
  await pauseConnection(needs, efi, needs.clock())
  waitForBanks()
  const by = { id: 'ana', name: 'Ana', realm: 'Partner' } as const
  const approve = (requestId: string) => approveRequest(needs, { merchantId, requestId, by, comment: null })
  await untilDone(() => needs.bankOrders.stepAndWait())
  const before = await payoutsAtBank()
  await expect(approve(ofMaria)).rejects.toMatchObject({ reason: 'PixKeyOwnerMismatch' })
  expect([await payoutsAtBank(), await merchant.availableBalance()]).toEqual([before, '50.000000'])
  expect((await approve(ofJoao)).status).toBe('Approved')
  await needs.bankOrders.stepAndWait()
  expect([await payoutsAtBank(), await merchant.availableBalance()]).toEqual([before + 1, '48.000000'])
})

test('a key whose look-up failed when the payout was made is paid only if the look-up of its sending shows the recipient as its owner', async () => {
  const [row] = await sql<{ id: string }[]>`select id from bank_connections where dialect = 'sicoob'`
  const merchant = await trilho.newMerchant({ balance: '50' })
  const atSicoob = { merchantId: merchant.merchantId, connectionId: row?.id ?? null }
  await assignConnection(needs, atSicoob)
  waitForBanks()
  const at = { partner: 'sicoob', method: 'POST', path: '/pagamentos', times: 1 }
  const payTo = async (identificador: string | null, recipient = maria, by = merchant) => {
    await bank.control('POST', '/faults', { kind: 'too many requests', retryAfterSeconds: 1, ...at })
    await bank.control('POST', '/faults', { kind: 'fields changed', values: { identificador }, ...at })
    const payment = { recipient, key, value: '2.00' }
    const { status, body } = await by.post('/accounts/pix/cashout', { payment, webhook })
    expect(status).toBe(201)
    for (let step = 0; step < 3; step++) {
      waitForBanks()
      trilho.clock.aheadMs += 60_000
      await needs.bankOrders.stepAndWait()
    }
    const { id } = body.data.transaction
    const [sent] = await sql`select state, error_cause from transactions where id = ${id}`
    return [sent?.['state'], sent?.['errorCause']]
  }
  expect(await payTo(null)).toEqual(['Error', 'PixKeyOwnerUnknown'])
  expect(await payTo('***.444.777-**', joao)).toEqual(['Error', 'PixKeyOwnerUnknown'])
  expect(await payTo('111.444.777-35', joao)).toEqual(['Completed', null])
  expect(await payTo('111.444.777-35')).toEqual(['Error', 'PixKeyOwnerMismatch'])
  expect(await merchant.availableBalance()).toBe('48.000000')
  const other = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { ...atSicoob, merchantId: other.merchantId, allowsUnknownKeyOwner: true })
  expect(await payTo(null, joao, other)).toEqual(['Completed', null])
})
