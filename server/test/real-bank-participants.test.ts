import { expect, test } from 'vitest'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { setWebhookAddress } from '../src/money/webhooks/set-webhook-address.ts'
import { call } from './kit/api-client.ts'
import { cnpj, newPayer } from './kit/company-payments.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Who paid and who was paid, in production, at a bank of each dialect: the table of docs/banks.md. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)
await bank.control('PUT', `/keys/${cnpj.moinho}`, { name: 'MOINHO ESTRELA LTDA', taxId: cnpj.moinho, ispb: '60701190' })

type DialectName = keyof typeof connections

const webhook = { url: 'https://hooks.example.invalid/hook' }
const none = {
  bankCode: null,
  bankIspb: null,
  bankName: null,
  accountAgency: null,
  accountNumber: null,
  accountDigit: null,
  accountType: null,
  name: null,
  taxNumber: null,
}
const itau = { bankCode: '341', bankIspb: '60701190', bankName: 'Itaú' }
const bancoDoBrasil = { bankCode: '001', bankIspb: '00000000', bankName: 'Banco do Brasil' }

const newMerchant = async (dialect: DialectName) => {
  const api = await newPayer(trilho)
  await assignConnection(needs, {
    merchantId: api.merchantId,
    connectionId: connections[dialect],
    allowsUnknownKeyOwner: true,
  })
  return api
}

const txidOf = async (id: string) =>
  (await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`)[0]?.externalId

async function processUntil(api: { stateOf: (id: string) => Promise<string> }, id: string, state: string) {
  const stateNow = async () => {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 10_000
    return api.stateOf(id)
  }
  await expect.poll(stateNow).toBe(state)
}

const completedEventOf = async (id: string) => {
  const rows = await sql<{ payload: string }[]>`select payload from webhook_events where transaction_id = ${id}`
  return rows.map(({ payload }) => JSON.parse(payload)).find(({ transactionState }) => transactionState === 'Completed')
}

const transactionOf = async (api: { read: (id: string) => ReturnType<typeof call> }, id: string) =>
  (await api.read(id)).body.data.transaction

/** Maria pays a charge; what of her each bank reports, and where. The bank is in the end-to-end id at all of them. */
test.each<[DialectName, object]>([
  ['standard', { ...none, ...itau }],
  ['efi', { ...none, ...itau, name: 'Maria da Silva', taxNumber: '***.982.247-**' }],
  ['inter', { ...none, ...itau, name: 'Maria da Silva', taxNumber: '52998224725' }],
  ['sicoob', { ...none, ...itau }],
])('who paid, at a bank that speaks %s, is in the event and in the read', async (dialect, payer) => {
  const api = await newMerchant(dialect)
  const id = await api.createCashIn({ amount: '12.50', payer: null, webhook })
  await bank.control('POST', `/charges/${dialect}/${await txidOf(id)}/pay`)
  await processUntil(api, id, 'Completed')
  expect((await transactionOf(api, id)).payer).toEqual(payer)
  expect((await completedEventOf(id)).payer).toEqual(payer)
})

const joao = { name: 'João P.', cpf: '11144477735' }

test.each<[DialectName, object]>([
  ['efi', { ...none, ...bancoDoBrasil, name: 'João Pereira', taxNumber: '***.444.777-**' }],
  ['inter', { ...none, name: 'João Pereira', taxNumber: '***.444.777-**' }],
  [
    'sicoob',
    {
      ...none,
      ...bancoDoBrasil,
      accountAgency: '0001',
      accountNumber: '1234567',
      accountType: 'CheckingAccount',
      name: 'João Pereira',
      taxNumber: '11144477735',
    },
  ],
])('who was paid, at a bank that speaks %s, is in the event and in the read', async (dialect, recipient) => {
  const api = await newMerchant(dialect)
  const key = { type: 'EMAIL', value: 'joao@mail.test' }
  const id = await api.createCashOut({ amount: '2', recipient: joao, key, webhook })
  await processUntil(api, id, 'Completed')
  expect((await transactionOf(api, id)).recipient).toEqual(recipient)
  expect((await completedEventOf(id)).recipient).toEqual(recipient)
})

test.each(['efi', 'inter', 'sicoob'] as const)(
  'a company that is paid at a bank that speaks %s is shown with the account that was chosen',
  async dialect => {
    const api = await newMerchant(dialect)
    await setWebhookAddress(needs, { merchantId: api.merchantId, url: webhook.url })
    const { id, refTransaction } = await api.createRequest()
    expect((await transactionOf(api, refTransaction)).recipient).toBeNull()
    const { merchantId } = api
    const approver = await newPortalPerson({ needs, url: trilho.url }, { merchantId })
    expect((await approver.post(`/merchants/${merchantId}/requests/${id}/approve`, { comment: 'ok' })).status).toBe(200)
    await processUntil(api, refTransaction, 'Completed')
    const account = { bankCode: '341', bankIspb: '60701190', accountAgency: '0001', accountNumber: '12345-6' }
    const recipient = { ...account, name: 'MOINHO ESTRELA LTDA', taxNumber: cnpj.moinho }
    expect((await transactionOf(api, refTransaction)).recipient).toMatchObject(recipient)
    expect((await completedEventOf(refTransaction)).recipient).toMatchObject(recipient)
  },
)

test('what a bank masks stays masked on the receipt and in the spreadsheet, and is not lost there', async () => {
  const api = await newMerchant('efi')
  const id = await api.createCashIn({ amount: '7', payer: null, webhook })
  await bank.control('POST', `/charges/efi/${await txidOf(id)}/pay`)
  await processUntil(api, id, 'Completed')
  const receipt = (await call((await transactionOf(api, id)).receiptUrl)).text
  for (const shown of ['Maria da Silva', '***.982.247-**', 'Itaú']) expect(receipt).toContain(shown)
  const { merchantId } = api
  const owner = await newPortalPerson({ needs, url: trilho.url }, { merchantId })
  const csv = (await owner.get(`/merchants/${merchantId}/transactions.csv`)).text
  for (const shown of ['Maria da Silva', '***.982.247-**']) expect(csv).toContain(shown)
})

test("the merchant's own side is at the bank of the connection", async () => {
  const api = await newMerchant('efi')
  const id = await api.createCashIn({ amount: '3', webhook })
  await bank.control('POST', `/charges/efi/${await txidOf(id)}/pay`)
  await processUntil(api, id, 'Completed')
  expect((await completedEventOf(id)).recipient).toMatchObject({
    bankCode: '364',
    bankIspb: '09089356',
    bankName: 'Efí Bank',
    accountNumber: expect.any(String),
    name: 'Padaria São João Ltda',
  })
})

test('a payer whom a callback names after the sweep has credited the payment is in the read, and nothing is credited twice', async () => {
  const api = await newMerchant('efi')
  const id = await api.createCashIn({ amount: '4', payer: null, webhook })
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await bank.control('POST', `/charges/efi/${await txidOf(id)}/pay`)
  await sql`update bank_connections set next_sweep_at = now()`
  await untilDone(() => sweepPayments(needs))
  const swept = await transactionOf(api, id)
  expect(swept).toMatchObject({ state: 'Completed', payer: { ...none, ...itau } })
  const [connection] = await sql`select callback_token from bank_connections where name = 'efi'`
  const pagador = { nome: 'Maria da Silva', cpf: '***.982.247-**', codigoBanco: '60701190' }
  const pix = [{ endToEndId: swept.receiptVoucher, valor: '4.00', gnExtras: { pagador } }]
  for (const named of [pix, [{ ...pix[0], gnExtras: { pagador: { nome: 'Outra', cpf: '***.000.000-**' } } }]]) {
    await call(`${trilho.url}/bank-notices/${connection?.callbackToken}/pix`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pix: named }),
    })
    await untilDone(() => processCallbacks(needs))
  }
  expect((await transactionOf(api, id)).payer).toEqual({
    ...none,
    ...itau,
    name: 'Maria da Silva',
    taxNumber: '***.982.247-**',
  })
  expect(await api.availableBalance()).toBe('1004.000000')
})

const sweepNow = async () => {
  trilho.clock.aheadMs += 61_000
  await untilDone(() => sweepPayments(needs))
}
const maria = { ...none, ...itau, name: 'Maria da Silva', taxNumber: '***.982.247-**' }
const noticesOf = async (txid = '') =>
  (await sql`select from bank_notices where next_step_at is not null and position(${txid} in body) > 0`).length

test('a payment that the sweep credits before its callback is processed has the payer whom the callback names, in the event too', async () => {
  const api = await newMerchant('efi')
  const id = await api.createCashIn({ amount: '5', payer: null, webhook })
  const txid = await txidOf(id)
  await bank.control('POST', `/charges/efi/${txid}/pay`)
  await expect.poll(() => noticesOf(txid)).toBe(1)
  await sweepNow()
  expect([await api.stateOf(id), (await completedEventOf(id))?.payer]).toEqual(['Completed', maria])
  await untilDone(() => processCallbacks(needs))
})

test.each([
  ['when it came', async () => {}],
  ['after it was held', sweepNow],
])('a payer whom the bank names %s, while it hides the charge, is the payer of the charge', async (_when, hold) => {
  const api = await newMerchant('efi')
  const id = await api.createCashIn({ amount: '8', payer: null, webhook })
  await bank.control('PUT', '/partners/efi/switches', { pixHides: ['txid'] })
  await bank.control('POST', '/callback-faults', { kind: 'delay', ms: 1_000 })
  const txid = await txidOf(id)
  await bank.control('POST', `/charges/efi/${txid}/pay`)
  await hold()
  await bank.control('POST', '/clock/advance', { seconds: 2 })
  await expect.poll(() => noticesOf(txid)).toBe(1)
  await untilDone(() => processCallbacks(needs))
  expect(await api.stateOf(id)).toBe('Registered')
  await bank.control('PUT', '/partners/efi/switches', { pixHides: [] })
  await sweepNow()
  expect([await api.stateOf(id), (await completedEventOf(id))?.payer]).toEqual(['Completed', maria])
})

test('a callback is processed again while the response about its payment cannot be read', async () => {
  const api = await newMerchant('efi')
  const id = await api.createCashIn({ amount: '9', payer: null, webhook })
  const unreadable = { kind: 'fields missing', fields: ['valor'], partner: 'efi', method: 'GET', path: '/pix/' }
  await bank.control('POST', '/faults', unreadable)
  await bank.control('POST', `/charges/efi/${await txidOf(id)}/pay`)
  await processUntil(api, id, 'Completed')
  expect((await completedEventOf(id)).payer).toEqual(maria)
})

test('a statement that cannot be read holds up no payment; the sweep completes the payer when it can be read again', async () => {
  const api = await newMerchant('inter')
  const id = await api.createCashIn({ amount: '6', payer: null, webhook })
  await bank.control('POST', '/faults', { kind: 'server error', times: 50, partner: 'inter', path: 'extrato' })
  await bank.control('POST', `/charges/inter/${await txidOf(id)}/pay`)
  await processUntil(api, id, 'Completed')
  expect((await transactionOf(api, id)).payer).toEqual({ ...none, ...itau })
  await bank.control('DELETE', '/faults')
  const payer = async () => {
    await sql`update bank_connections set next_sweep_at = now()`
    await untilDone(() => sweepPayments(needs))
    return (await transactionOf(api, id)).payer
  }
  await expect.poll(payer, { interval: 500 }).toMatchObject({ name: 'Maria da Silva', taxNumber: '52998224725' })
})

test('a payer whom a callback names at one connection, while another to the account holds the payment, is the payer once it is credited', async () => {
  const pixKey = 'second@efi.test'
  await bank.control('PUT', `/keys/${pixKey}`, { name: 'Trilho', taxId: '11222333000181', partner: 'efi' })
  const settings = { ...(await bank.settingsOf('efi')), pixKey }
  const second = await connectBank(needs, { name: 'second', dialect: 'efi', isDefault: false, settings })
  await untilDone(() => ensureCallbackUrls(needs))
  const api = await newPayer(trilho)
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: second.id })
  const code = (await api.post('/static-qrs', { title: 'Till', webhook })).body.data.qrCode
  // Without key and txid the payment may be of either connection.
  await bank.control('PUT', '/partners/efi/switches', { pixHides: ['chave', 'txid'] })
  await bank.control('POST', '/callback-faults', { kind: 'delay', ms: 1_000 })
  await sql`update bank_connections set next_sweep_at = now() + interval '1 day' where id = ${second.id}`
  const { endToEndId } = (await bank.control('POST', '/codes/pay', { code, amount: '3.00' })).pix[0]
  const booked = () => sql`
    select operation, connection_id, participant ->> 'name' as payer from transactions
     where end_to_end_id = ${endToEndId} and state = 'Completed'`
  await sweepNow()
  expect(await booked()).toMatchObject([{ operation: 'unmatchedPayment', connectionId: connections.efi, payer: null }])
  await bank.control('POST', '/clock/advance', { seconds: 2 })
  await expect.poll(() => noticesOf(endToEndId)).toBe(1)
  await untilDone(() => processCallbacks(needs))
  await bank.control('PUT', '/partners/efi/switches', { pixHides: [] })
  await sql`update bank_connections set next_sweep_at = now() where id = ${second.id}`
  await sweepNow()
  expect(await booked()).toMatchObject([{ operation: 'pixCashIn', connectionId: second.id, payer: 'Maria da Silva' }])
})
