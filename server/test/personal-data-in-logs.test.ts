import { expect, test } from 'vitest'
import { indexTransactions } from '../src/products/transaction-search/terms/index-transactions.ts'
import { runFiles } from '../src/products/files/run-files.ts'
import { runDataRequests } from '../src/operations/personal-data/run-requests.ts'
import { sendNotifications } from '../src/tenancy/notifications/send-notifications.ts'
import { call } from './kit/api-client.ts'
import { batchesOf, payoutRow } from './kit/payout-batches.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { dataFolder } from './kit/server-process.ts'
import { cpf, openTrilho } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'
import { untilDone } from './kit/patience.ts'

const name = 'Quitéria Ñunes Werneck'
const email = 'quiteria.werneck@example.com'
const phone = '+5511987654321'
const document = cpf.maria
const formatted = '529.982.247-25'
const planted = /quit[eé]ria|werneck|52998224725|529\.982\.247-25|11987654321/i

const expectNothingIn = (logged: string[]) => {
  expect(logged.length).toBeGreaterThan(10)
  expect(logged.filter(line => planted.test(line))).toEqual([])
}

test('journeys of a person through API, portal, files and erasure leave nothing of them in the log', async () => {
  const trilho = await openTrilho({ LOG_LEVEL: 'trace', TRILHO_DATA: await dataFolder() })
  const { needs } = trilho
  const shop = await trilho.newMerchant({ balance: '100' })
  const { merchantId } = shop
  const owner = await newPortalPerson(trilho, { merchantId, name })
  const echo = await openSink({ status: 500 })
  const webhook = {
    url: `${echo.url}/${encodeURIComponent(email)}`,
    customHeaderName: 'x-customer',
    customHeaderValue: email,
  }
  const order = (id: string) => ({ orderId: `${id} ${email}`, orderDescription: `${name} ${formatted} ${phone}` })

  const paid = await shop.createCashIn({ payer: { name, cpf: document }, transaction: order('in'), webhook })
  await shop.simulate('complete', paid)
  for (const key of [
    { type: 'EMAIL', value: email },
    { type: 'PHONE', value: phone },
    { type: 'CPF', value: document },
  ])
    await shop.requestCashOut({
      recipient: { name, cpf: document },
      key,
      transaction: order(key.type),
      webhook,
      amount: '1',
    })
  await shop.requestCashOut({
    recipient: { name, cpf: document },
    key: { type: 'EMAIL', value: `${email} ` },
    amount: '1',
  })
  await shop.requestCashOut({ recipient: { name: [name], cpf: formatted }, key: { type: email, value: phone } })
  await shop.requestInitiation({ taxNumber: document, redirectUrl: `https://x.example.com/?e=${email}` })
  await shop.refund(paid, { amount: '1.00', reason: name })
  await shop.get(`/accounts/transactions/pix?orderId=${encodeURIComponent(email)}`)
  await shop.get(`/receipts/${encodeURIComponent(name)}`)
  await call(`${trilho.url}/${encodeURIComponent(email)}/${document}`, {
    headers: { 'user-agent': name, referer: `https://x/${email}` },
  })
  const batches = batchesOf(shop, needs)
  await batches.pay((await batches.make([payoutRow('1.00', { name, key: email })])).id)

  const here = `/merchants/${merchantId}`
  await owner.post(`${here}/payout-recipients`, { name, cpf: document, key: { type: 'EMAIL', value: email } })
  await owner.post(`${here}/transactions/${paid}/notes`, { text: `${name} ${phone}` })
  await owner.get(`${here}/transactions?q=${encodeURIComponent(formatted)}`)
  await owner.get(`${here}/search?q=${encodeURIComponent(name)}`)
  await owner.post(`${here}/members`, { email, name, roles: ['viewer'] })
  await owner.post(`${here}/files`, {
    kind: 'transactions',
    format: 'csv',
    firstDay: '2026-01-01',
    lastDay: '2026-01-02',
  })
  await shop.post('/sandbox/disputes', { transactionId: paid, details: `${name} ${formatted}` })
  await untilDone(() => runFiles(needs))
  await sendNotifications(needs)
  await indexTransactions(needs)
  await owner.post(`${here}/personal-data/access`, { taxNumber: formatted, email, phone, name })
  await owner.post(`${here}/personal-data/erasure`, { taxNumber: formatted, email, phone, name })
  await owner.get(`${here}/personal-data/${encodeURIComponent(email)}`)
  await untilDone(() => runDataRequests(needs))

  // The database's own errors quote values.
  await trilho.sql`alter table transactions add constraint no_people check (order_description is null)`.catch(() => {})
  await trilho.sql`alter table people add constraint no_names check (name not like '%Werneck%') not valid`
  await owner.put('/profile', { name, language: 'en' })
  await trilho.sql`alter table transactions alter column order_description type integer using null`
  await shop.requestCashIn({ payer: { name, cpf: document }, transaction: order('fault'), webhook })
  await expect.poll(() => trilho.logged.filter(line => line.includes('"fault"')).length).toBeGreaterThan(0)
  // A link for somebody who cannot be mailed is printed in a sandbox, on purpose: it names nobody.
  expectNothingIn(trilho.logged)
})

test('callbacks and failures of a bank leave nothing of a person in the log', async () => {
  const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40), LOG_LEVEL: 'trace' }
  const trilho = await openTrilho(settings, { isConnected: false })
  const bank = await startRealBank()
  await bank.connect(trilho.needs, 'efi', true)
  const server = await trilho.startServer({ workers: true })
  const shop = await trilho.newMerchant({ balance: '100' })
  const webhook = { url: 'https://hooks.example.invalid/hook' }
  await shop.requestCashIn({ payer: { name, cpf: document }, webhook })
  const [connection] = await trilho.sql<{ callbackToken: string }[]>`select callback_token from bank_connections`
  const notice = {
    pix: [
      {
        endToEndId: `E${'1'.repeat(31)}`,
        txid: name,
        valor: email,
        pagador: { nome: name, cpf: document },
        chave: phone,
      },
    ],
  }
  for (const body of [JSON.stringify(notice), `${name} ${document} {`, JSON.stringify({ [name]: email })])
    await call(`${trilho.url}/bank-notices/${connection?.callbackToken}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  await shop.requestCashOut({
    recipient: { name, cpf: document },
    key: { type: 'EMAIL', value: email },
    amount: '1',
    webhook,
  })
  await bank.control('POST', '/faults', { kind: 'server error', partner: 'efi', times: 1000 })
  await shop.requestCashOut({
    recipient: { name, cpf: document },
    key: { type: 'PHONE', value: phone },
    amount: '1',
    webhook,
  })
  await shop.requestCashIn({ payer: { name, cpf: document }, webhook })
  await expect.poll(() => server.logged.length + trilho.logged.length).toBeGreaterThan(10)
  expectNothingIn([...trilho.logged, ...server.logged])
})
