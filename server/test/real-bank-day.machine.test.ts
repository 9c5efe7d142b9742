import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { freePort } from '../src/platform/db/embedded-postgres.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { call } from './kit/api-client.ts'
import { cnpj, newPayer, requestsPath } from './kit/company-payments.ts'
import { invoices, send, uploadBody } from './kit/invoices.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { dataFolder, mainScript, spawnServer } from './kit/server-process.ts'
import { shopAddress } from './kit/small-internet.ts'
import { openTrilho } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'

// A merchant's day in production: server, worker and bank are separate processes, as an operator runs them, and so is
// the merchant's shop, at a public https address.

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const bank = await startRealBank({ isProcess: true })
const connectionId = await bank.connect(trilho.needs, 'efi', true)
await bank.control('PUT', `/keys/${cnpj.moinho}`, { name: 'Moinho Estrela', taxId: cnpj.moinho })
const certificate = {
  cert: await readFile(bank.fileOf('efi', 'receiver.pem'), 'utf8'),
  key: await readFile(bank.fileOf('efi', 'receiver.key'), 'utf8'),
}
const shop = await openSink({}, 0, certificate)
const url = await startProcesses()
const payer = await newPayer(trilho, { balance: '1000', chargeFixed: '0.10' })
const api = { ...payer, ...payer.at(url) }
const { merchantId } = payer
const bakery = await newPortalPerson({ needs: trilho.needs, url }, { merchantId })
const webhook = {
  url: `https://${shopAddress}/hook`,
  customHeaderName: 'x-shop-token',
  customHeaderValue: 'of the bakery',
}
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

async function startProcesses() {
  const port = String(await freePort())
  const address = `http://127.0.0.1:${port}`
  const internet = new URL(`./kit/small-internet.ts?port=${shop.port}`, import.meta.url).href
  const common = {
    ...settings,
    DATABASE_URL: trilho.databaseUrl,
    TRILHO_DATA: await dataFolder(),
    PUBLIC_URL: address,
    NODE_EXTRA_CA_CERTS: bank.fileOf('efi', 'ca.pem'),
  }
  for (const role of [{ TRILHO_ROLE: 'api', PORT: port }, { TRILHO_ROLE: 'worker' }]) {
    const server = await spawnServer({ ...common, ...role }, ['--import', internet, mainScript])
    await server.ready()
  }
  return address
}

/** The states of a transaction that the shop has received, in order, once there are that many. */
async function receivedStates(id: string, count: number): Promise<unknown[]> {
  const events = await shop.waitForEvents(id, count)
  for (const { headers } of events) {
    expect(headers['x-shop-token']).toBe('of the bakery')
    expect(headers['webhook-signature']).toMatch(/^v1,/)
  }
  return events.map(({ body }) => body['transactionState'])
}

async function becomes(id: string, state: string) {
  await expect.poll(() => api.stateOf(id)).toBe(state)
}
const refundsOf = async (id: string) => (await api.get(`/accounts/transactions/pix/${id}/refunds`)).body.data.items
const payCode = (code: string, how: object = {}) => bank.control('POST', '/codes/pay', { code, ...how })

test('a charge is paid by its code: webhook, balance, receipt and the list by order id show it', async () => {
  await expect.poll(() => bank.control('GET', '/webhooks')).not.toEqual([])
  const { body } = await api.requestCashIn({ amount: '10.50', webhook, transaction: { orderId: 'bread' } })
  const { id } = body.data.transaction
  expect((await call(body.data.payment.qrCodeLocation)).status).toBe(200)
  await payCode(body.data.payment.qrCode)
  await becomes(id, 'Completed')
  expect(await receivedStates(id, 1)).toEqual(['Completed'])
  expect(await api.availableBalance()).toBe('1010.400000')
  const { receiptUrl, receiptAmount, charges } = (await api.read(id)).body.data.transaction
  expect([receiptAmount, charges]).toEqual(['10.500000', '0.100000'])
  expect((await call(receiptUrl)).text).toContain('10,50')
  expect((await api.get('/accounts/transactions/pix?orderId=bread')).body.data.items).toMatchObject([{ id }])
})

test('anybody may pay a charge without a payer, and any amount if the amount is editable', async () => {
  const { data } = (await api.requestCashIn({ amount: '5', editable: true, payer: null, webhook })).body
  await payCode(data.payment.qrCode, { amount: '7.25' })
  await becomes(data.transaction.id, 'Completed')
  expect(await receivedStates(data.transaction.id, 1)).toEqual(['Completed'])
  expect((await api.read(data.transaction.id)).body.data.transaction.receiptAmount).toBe('7.250000')
})

test('a payment is refunded in part, then the rest', async () => {
  const { data } = (await api.requestCashIn({ amount: '10', webhook })).body
  const { id } = data.transaction
  await payCode(data.payment.qrCode)
  await becomes(id, 'Completed')
  for (const [body, state] of [[{ amount: '4' }, 'Completed'] as const, [{}, 'Refunded'] as const]) {
    expect((await api.refund(id, body)).status).toBe(201)
    await becomes(id, state)
    await expect.poll(async () => (await refundsOf(id)).at(-1)).toMatchObject({ state: 'Completed' })
  }
  expect(await refundsOf(id)).toMatchObject([{ amount: '4.000000' }, { amount: '6.000000' }])
  expect(await receivedStates(id, 2)).toEqual(['Completed', 'Refunded'])
})

test('a charge that is not paid in time is cancelled, at the bank too', async () => {
  const { data } = (await api.requestCashIn({ amount: '3', expiresIn: 1, webhook })).body
  await becomes(data.transaction.id, 'Canceled')
  expect(await receivedStates(data.transaction.id, 1)).toEqual(['Cancelled'])
  await expect(payCode(data.payment.qrCode, { late: true })).rejects.toThrow('POST /codes/pay')
})

test('money is sent to a key, once for an order however often it is requested', async () => {
  const payout = { amount: '20', transaction: { orderId: 'rent' }, webhook, ...joao }
  const before = await api.availableBalance()
  const { id } = (await api.requestCashOut(payout)).body.data.transaction
  expect((await api.requestCashOut(payout)).body.data.transaction.id).toBe(id)
  await becomes(id, 'Completed')
  expect((await receivedStates(id, 1)).at(-1)).toBe('Completed')
  expect(Number(before) - Number(await api.availableBalance())).toBeCloseTo(20.1)
  const { receiptUrl, receiptVoucher } = (await api.read(id)).body.data.transaction
  expect((await call(receiptUrl)).text).toContain(receiptVoucher)
})

test('a company is paid when its invoice is attached and a person of the merchant approves', async () => {
  await bakery.put(`/merchants/${merchantId}/webhooks/address`, { url: webhook.url })
  const ask = async () => (await api.post(requestsPath, payer.requestBody('30'))).body.data
  const [paid, cancelled, rejected] = [await ask(), await ask(), await ask()]
  const { body } = await api.post('/partners-int/documents', uploadBody(paid.id))
  expect((await send(body.data, invoices.pdf)).status).toBeLessThan(300)
  const documents = `/partners-int/documents?ownerType=Transaction&type=Invoice&owner=${paid.id}`
  expect((await api.get(documents)).body.data).toMatchObject({ total: 1 })
  const decide = (id: string, act: string) =>
    bakery.post(`/merchants/${merchantId}/requests/${id}/${act}`, { comment: 'flour' })
  expect((await decide(paid.id, 'approve')).status).toBe(200)
  expect((await decide(rejected.id, 'reject')).status).toBe(200)
  expect((await api.cancelRequest(cancelled.id)).status).toBe(200)
  await expect
    .poll(async () => (await api.readRequest(paid.id)).entity)
    .toMatchObject({ status: 'Approved', executionState: 'Completed', executionCompletedDate: expect.any(String) })
  expect((await api.readRequest(rejected.id)).entity.status).toBe('Rejected')
  expect((await api.read(paid.refTransaction)).body.data.transaction.receiptVoucher).toMatch(/^E/)
  await expect.poll(() => shop.eventsOf(paid.refTransaction).at(-1)?.body['transactionState']).toBe('Completed')
})

test('a withdrawal goes to the own CNPJ: for other keys this bank does not report the owner beforehand', async () => {
  const askTo = (type: string, value: string) =>
    bakery.post(`/merchants/${merchantId}/withdrawals`, {
      amount: '5',
      key: { type, value },
      description: 'Aluguel',
      formKey: crypto.randomUUID(),
    })
  expect((await askTo('EMAIL', 'joao@mail.test')).body.error.details.reason).toBe('PixKeyOwnerUnknown')
  expect((await askTo('CPF', '11144477735')).body.error.details.reason).toBe('PixKeyOwnerUnknown')
  expect((await askTo('CNPJ', '11.222.333/0001-81')).status).toBe(201)
})

test('at the end of the day statement, balance, books and the bank agree', async () => {
  const { items } = (await api.get('/accounts/statement?dataset.limit=20')).body.data
  expect(items.at(-1).availableBalance).toBe(await api.availableBalance())
  // 1000 + 10.50 + 7.25 + 10 - 10 - 20 - 30, and 0.10 for each of five payments.
  expect(await api.balance()).toMatchObject({ available: '967.250000', held: '0.000000' })
  expect(await auditBooks(trilho.needs)).toEqual([])
  const day = dayOf(new Date())
  expect(await reconcileDay(trilho.needs, { connectionId, day })).toMatchObject({
    details: [],
    mended: 0,
    sentCount: 2,
  })
})
